/** Giving a game up, and letting a bot play on. */
import { botField } from "../ui/bot_choice.ts";
import { button, h } from "../ui/dom.ts";
import { nameOf } from "../words/names.ts";
import { ask } from "../ui/question.ts";
import { formatList, t } from "../words/texts.ts";
import type { Agent, GameView, SeatView } from "../types.ts";

type Handlers = {
  sayGiveUp: (agree: boolean) => void;
  handOver: (seat: number, bot: string) => void;
  takeBack: (seat: number) => void;
};

/** Who agrees to give the game up, and who still has to. @param own the seats of this device */
export function agreementArea(view: GameView, own: number[], handlers: Handlers) {
  const people = view.seats.filter(({ agent }) => !agent);
  if (view.status !== "active" || !people.some(({ gives_up: agrees }) => agrees)) return null;
  return h(
    "section",
    { class: "agreement", "aria-labelledby": "agreement-title", id: "agreement" },
    h("h2", { id: "agreement-title" }, t("give-up.title")),
    h("p", {}, t("give-up.agreed", { names: named(view, people, true) })),
    h("p", {}, t("give-up.missing", { names: named(view, people, false) })),
    own.length ? h("div", { class: "buttons" }, agreementButton(view, own, handlers)) : null,
  );
}

/** The names of the players who agree, or of those who do not. */
const named = (view: GameView, people: SeatView[], agree: boolean) =>
  formatList(people.filter((seat) => seat.gives_up === agree).map(({ seat }) => nameOf(view.seats, seat)));

const agreementButton = (view: GameView, own: number[], handlers: Handlers) =>
  own.every((seat) => view.seats[seat]?.gives_up)
    ? button("play-on", t("give-up.withdraw"), () => handlers.sayGiveUp(false))
    : button("agree", t("give-up.agree"), () => askToGiveUp(view, own, handlers));

async function askToGiveUp(view: GameView, own: number[], handlers: Handlers) {
  const others = view.seats.filter(({ seat, agent, gives_up: agrees }) => !agent && !agrees && !own.includes(seat));
  const question = t(others.length ? "give-up.ask-all" : "give-up.ask-one");
  if (await ask(question, t("give-up.do"))) handlers.sayGiveUp(true);
}

/** What a player who has to go can do. @param own the seats of this device */
export function waysOut(view: GameView, own: number[], bots: Agent[], handlers: Handlers) {
  if (view.status !== "active" || view.you === null || !own.length) return null;
  const agrees = view.seats.some((seat) => seat.gives_up);
  const isPlayed = view.deal || view.seats[view.you]?.stand_in;
  return h(
    "details",
    { class: "ways", "data-focus": "ways" },
    h("summary", {}, t(view.deal ? "give-up.title" : "ways.title")),
    h(
      "div",
      {},
      isPlayed ? null : handOverField(view, view.you, bots, handlers),
      ...own.filter((seat) => seat !== view.you).map((seat) => takeBackButton(view, seat, handlers)),
      agrees ? null : button("give-up", t("give-up.do"), () => askToGiveUp(view, own, handlers)),
    ),
  );
}

function handOverField(view: GameView, seat: number, bots: Agent[], handlers: Handlers) {
  const { element, chosen } = botField(bots, view.players);
  element.append(
    button("hand-over", t("stand-in.do"), () => chosen() && askToHandOver(view, seat, chosen(), handlers)),
  );
  return element;
}

async function askToHandOver({ seats }: GameView, seat: number, agent: string, handlers: Handlers) {
  const alone = seats.every((each) => each.seat === seat || each.agent || each.stand_in);
  const question = [t("stand-in.ask", { agent }), alone ? t("stand-in.ask-alone") : ""].join(" ").trim();
  if (await ask(question, t("stand-in.do"))) handlers.handOver(seat, agent);
}

/** The button for a seat of this device that is not in view, if a bot plays on for it. */
const takeBackButton = (view: GameView, seat: number, handlers: Handlers) =>
  view.seats[seat]?.stand_in
    ? button(`take-back-${seat}`, t("stand-in.back-of", { who: nameOf(view.seats, seat) }), () =>
        handlers.takeBack(seat),
      )
    : null;
