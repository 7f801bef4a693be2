/** The games that begin with one click: with a bot, alone, or with a friend. */
import { savedName } from "../storage/saved_games.ts";
import { isTaken, unfinishedStep } from "../storage/saved_tutorial.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { todayText } from "../today/tile.ts";
import { FIRST_CHOICE, suggestedBot } from "../bots/house_bots.ts";
import { h } from "../ui/dom.ts";
import { botArt, cardArt } from "./tile_art.ts";
import { askForName } from "../ui/own_name.ts";
import { t } from "../words/texts.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { startGame } from "../ui/game_start.ts";
import type { Agent, CreateGameRequest } from "../types.ts";

/** The number of players of the game with a bot. */
const PAIR = 2;

/** The tiles; the lesson is among them until it has been finished, then the puzzles. @param bots the house bots */
export function quickStart(bots: Promise<Agent[]>) {
  const flight = new SingleFlight();
  const tile = (
    id: string,
    art: Element,
    title: string,
    about: string,
    request: () => CreateGameRequest | Promise<CreateGameRequest | null>,
  ) => {
    const onclick = async () => {
      clearAlerts();
      const wanted = await request();
      if (wanted) await startGame(wanted, flight).catch(showError);
    };
    return h("button", { type: "button", id, class: "tile", onclick, ...flight.busy }, ...content(art, title, about));
  };
  const withBot = tile("play-bot", botArt(FIRST_CHOICE), t("lobby.play-bot"), t("lobby.about-bot"), async () => {
    const agent = suggestedBot(await bots, PAIR);
    return { players: PAIR, seats: [me(), { agent }] };
  });
  const lesson = isTaken() ? null : tutorialTile();
  (lesson ?? withBot).classList.add("main");
  bots.then((found) => {
    withBot.hidden = !found.length;
    if (!found.length && lesson) (lesson.classList.remove("main"), withBot.classList.add("main"));
  });
  const solo = tile("play-solo", cardArt("X1"), t("lobby.solo"), t("lobby.about-solo"), () => ({
    players: 1,
    seats: [me()],
  }));
  const friend = tile("play-friend", cardArt("QD", "KC"), t("lobby.play-friend"), t("lobby.about-friend"), async () =>
    (await askForName(t("lobby.play-friend"))) ? { players: PAIR, seats: [me(), { open: true }] } : null,
  );
  return h(
    "section",
    { class: "play-now", "aria-labelledby": "play-title" },
    h("h2", { id: "play-title", class: "hidden" }, t("lobby.play-now")),
    lesson,
    withBot,
    solo,
    linkTile("to-today", "#/today", cardArt("AC", "AH", "AS"), t("today.title"), todayText()),
    friend,
    lesson
      ? null
      : linkTile("to-puzzles", "#/puzzles", cardArt("4C", "KD", "4S"), t("puzzles.title"), t("puzzles.tile")),
  );
}

const linkTile = (id: string, href: string, art: Element, title: string, about: string) =>
  h("a", { class: "tile", id, href }, ...content(art, title, about));

const content = (art: Element, title: string, about: string) => [art, h("strong", {}, title), h("span", {}, about)];

/** A link to the tutorial, with the step at which it goes on. */
function tutorialTile() {
  const unfinished = unfinishedStep();
  const about = unfinished ? t("tutorial.step", unfinished) : t("tutorial.tile-about");
  return linkTile("to-tutorial", "#/tutorial", cardArt("JS"), tutorialTitle(), about);
}

export const tutorialTitle = () => t(unfinishedStep() ? "tutorial.tile-resume" : "tutorial.tile");

const me = () => ({ name: savedName() || null });
