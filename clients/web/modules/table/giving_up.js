// @ts-check
/** Giving a game up, and letting a bot play on. */
import { botField } from "../ui/bot_choice.js";
import { button, h } from "../ui/dom.js";
import { nameOf } from "../words/names.js";
import { ask } from "../ui/question.js";
import { formatList, t } from "../words/texts.js";

/** @import { Agent, GameView, SeatView } from "../types" */

/**
 * @typedef {object} Handlers
 * @property {(agree: boolean) => void} sayGiveUp
 * @property {(seat: number, bot: string) => void} handOver
 * @property {(seat: number) => void} takeBack
 */

/** Who agrees to give the game up, and who still has to. @param {GameView} view @param {number[]} own the seats of this device @param {Handlers} handlers */
export function agreementArea(view, own, handlers) {
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

/** The names of the players who agree, or of those who do not. @param {GameView} view @param {SeatView[]} people @param {boolean} agree */
const named = (view, people, agree) =>
  formatList(people.filter((seat) => seat.gives_up === agree).map(({ seat }) => nameOf(view.seats, seat)));

/** @param {GameView} view @param {number[]} own @param {Handlers} handlers */
const agreementButton = (view, own, handlers) =>
  own.every((seat) => view.seats[seat]?.gives_up)
    ? button("play-on", t("give-up.withdraw"), () => handlers.sayGiveUp(false))
    : button("agree", t("give-up.agree"), () => askToGiveUp(view, own, handlers));

/** @param {GameView} view @param {number[]} own @param {Handlers} handlers */
async function askToGiveUp(view, own, handlers) {
  const others = view.seats.filter(({ seat, agent, gives_up: agrees }) => !agent && !agrees && !own.includes(seat));
  const question = t(others.length ? "give-up.ask-all" : "give-up.ask-one");
  if (await ask(question, t("give-up.do"))) handlers.sayGiveUp(true);
}

/** What a player who has to go can do. @param {GameView} view @param {number[]} own the seats of this device @param {Agent[]} bots @param {Handlers} handlers */
export function waysOut(view, own, bots, handlers) {
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

/** @param {GameView} view @param {number} seat @param {Agent[]} bots @param {Handlers} handlers */
function handOverField(view, seat, bots, handlers) {
  const { element, chosen } = botField(bots, view.players);
  element.append(
    button("hand-over", t("stand-in.do"), () => chosen() && askToHandOver(view, seat, chosen(), handlers)),
  );
  return element;
}

/** @param {GameView} view @param {number} seat @param {string} agent @param {Handlers} handlers */
async function askToHandOver({ seats }, seat, agent, handlers) {
  const alone = seats.every((each) => each.seat === seat || each.agent || each.stand_in);
  const question = [t("stand-in.ask", { agent }), alone ? t("stand-in.ask-alone") : ""].join(" ").trim();
  if (await ask(question, t("stand-in.do"))) handlers.handOver(seat, agent);
}

/** The button for a seat of this device that is not in view, if a bot plays on for it. @param {GameView} view @param {number} seat @param {Handlers} handlers */
const takeBackButton = (view, seat, handlers) =>
  view.seats[seat]?.stand_in
    ? button(`take-back-${seat}`, t("stand-in.back-of", { who: nameOf(view.seats, seat) }), () =>
        handlers.takeBack(seat),
      )
    : null;
