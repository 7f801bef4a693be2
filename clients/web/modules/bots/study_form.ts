/** Playing on from the middle of a game: alone for all seats, or in one seat with bots at the others. */
import { clearAlerts, showError } from "../ui/alerts.ts";
import { invited } from "../storage/own_agents.ts";
import { botField } from "./bot_choice.ts";
import { button, h } from "../ui/dom.ts";
import { startGame } from "../ui/game_start.ts";
import { nameOf, type Seats } from "../words/names.ts";
import { savedName } from "../storage/saved_games.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { t } from "../words/texts.ts";
import type { Agent, Beginning, CreateGameRequest, SeatRequest } from "../types.ts";

/**
 * The buttons that start the game, with the choices of the person's seat and of the bot; first with the bot that the game
 * had. Where there is one way, its button alone. Returns the element, and a function that suggests a seat as long as the
 * person has chosen none.
 * @param game.seats the players of the game so far
 */
export function studyForm({ seats, bots, beginning }: { seats: Seats; bots: Agent[]; beginning: () => Beginning }) {
  const flight = new SingleFlight();
  const start = (own: number | null, bot: string) =>
    create({ ...beginning(), seats: seats.map((seat) => seatRequest(seat, own, bot)) }, own === null, flight);
  if (seats.length === 1 || !bots.length) {
    const only = button("study", t("study.title"), () => start(null, ""), flight.busy);
    return { element: only, suggest: () => {} };
  }
  const partner = seats.map(({ agent }) => agent).find((agent) => bots.some(({ name }) => name === agent));
  const alone = button("study-alone", t("study.alone"), () => start(null, ""), {
    class: partner ? null : "main",
    ...flight.busy,
  });
  const [own, bot] = [seatField(seats), botField(bots, seats.length, partner)];
  const withBots = button("study-bots", t("study.bots"), () => start(own.chosen(), bot.chosen()), {
    class: partner ? "main" : null,
    ...flight.busy,
  });
  const ways = [
    [h("p", { class: "quiet" }, t("study.alone-about")), alone],
    [own.element, bot.element, withBots],
  ];
  if (partner) ways.reverse();
  const element = h("div", { class: "study-form" }, ...ways.map((way) => h("div", { class: "study-way" }, ...way)));
  return { element, suggest: own.suggest };
}

/** The choice of the person's seat. */
function seatField(seats: Seats) {
  let isChosen = false;
  const options = seats.map(({ seat }) => h("option", { value: seat }, nameOf(seats, seat)));
  const menu = h(
    "select",
    { id: "study-seat", "data-focus": "study-seat", onchange: () => (isChosen = true) },
    ...options,
  );
  const element = h("div", { class: "field" }, h("label", { for: "study-seat" }, t("study.seat")), menu);
  const suggest = (seat: number) => {
    if (!isChosen) menu.value = String(seat);
  };
  return { element, chosen: () => Number(menu.value), suggest };
}

/** Create the game and open it. @param alone whether one person plays all seats */
async function create(wish: CreateGameRequest, alone: boolean, flight: SingleFlight) {
  clearAlerts();
  try {
    await startGame(wish, flight, alone);
  } catch (error) {
    showError(error);
  }
}

function seatRequest({ seat, name }: Seats[number], own: number | null, bot: string): SeatRequest {
  if (own === null) return { name };
  return seat === own ? { name: savedName() || null } : invited(bot);
}
