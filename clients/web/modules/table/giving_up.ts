/** Giving a game up, letting a bot play on, and opening the seat of a player who has lost it. */
import { botField } from "../bots/bot_choice.ts";
import { button, focus, h } from "../ui/dom.ts";
import { agentName, nameOf } from "../words/names.ts";
import { ask } from "../ui/question.ts";
import { dayEntry } from "../storage/statistics.ts";
import { icon } from "./dock.ts";
import { formatList, t } from "../words/texts.ts";
import type { Agent } from "../types.ts";
import type { Facts, TableState } from "./table_state.ts";

type Handlers = {
  sayGiveUp: (agree: boolean) => void;
  handOver: (seat: number, bot: string) => void;
  takeBack: (seat: number) => void;
  openSeat: (seat: number) => void;
};

/** Whether a game has started and is not over, also while it waits for a player. */
const goesOn = ({ status, interrupted }: Facts) => status === "active" || interrupted;

/** Who agrees to give the game up, and who still has to. @param own the seats of this device */
export function agreementArea(facts: Facts, own: number[], say: Handlers["sayGiveUp"]) {
  if (!goesOn(facts) || !facts.seats.some(({ agent, gives_up: agrees }) => !agent && agrees)) return null;
  return h(
    "section",
    { class: "agreement", "aria-labelledby": "agreement-title", id: "agreement" },
    h("h2", { id: "agreement-title" }, t("give-up.title")),
    h("p", {}, t("give-up.agreed", { names: named(facts.seats, true) })),
    h("p", {}, t("give-up.missing", { names: named(facts.seats, false) })),
    own.length ? h("div", { class: "buttons" }, agreementButton(facts, own, say)) : null,
  );
}

/** The names of the players who agree, or of those who do not. */
const named = (seats: Facts["seats"], agree: boolean) =>
  formatList(
    seats
      .filter(({ held, agent, gives_up }) => held && !agent && gives_up === agree)
      .map(({ seat }) => nameOf(seats, seat)),
  );

const agreementButton = (facts: Facts, own: number[], say: Handlers["sayGiveUp"]) =>
  own.every((seat) => facts.seats[seat]?.gives_up)
    ? button("play-on", t("give-up.withdraw"), () => say(false))
    : button("agree", t("give-up.agree"), () => askToGiveUp(facts, own, say));

async function askToGiveUp({ seats, id, deal }: Facts, own: number[], say: Handlers["sayGiveUp"]) {
  const others = seats.filter(
    ({ seat, held, agent, gives_up: agrees }) => held && !agent && !agrees && !own.includes(seat),
  );
  const counts = deal && dayEntry(deal)?.game === id ? t("give-up.counts") : "";
  const question = `${t(others.length ? "give-up.ask-all" : "give-up.ask-one")} ${counts}`.trim();
  if (await ask(question, t("give-up.do"), undefined, "danger")) say(true);
}

const FLAG = "M6 21V4h12l-3 4 3 4H6";

/** A flag, which leads to what a player who has to go can do: in a dialog, unless that is only to give up. */
export function waysOut(facts: Facts, { own, bots, isOwner }: TableState, handlers: Handlers) {
  const { you, deal, interrupted, seats } = facts;
  if (!goesOn(facts) || you === null || !own.value.length) return [];
  const dialog = h("dialog", { class: "panel question ways", "aria-labelledby": "ways-title" });
  const leave = (act: () => void) => () => (dialog.close(), act());
  const others = seats.filter(
    ({ seat, held, agent }) => isOwner.value && !deal && held && !agent && !own.value.includes(seat),
  );
  const ways = [
    ...(interrupted ? [] : handingOver(facts, you, own.value, bots.value, handlers, leave)),
    ...others.map(({ seat }) => openButton(facts, seat, handlers, leave)),
  ].filter((each) => each !== null);
  const giveUp = () => void askToGiveUp(facts, own.value, handlers.sayGiveUp);
  const agrees = seats.some((seat) => seat.gives_up);
  if (!ways.length) return agrees ? [] : [flag(t("give-up.do"), giveUp)];
  const title = t(interrupted ? "give-up.title" : "ways.title");
  const back = button(
    "close-ways",
    t("ask.close"),
    leave(() => {}),
  );
  const last = h(
    "div",
    { class: "buttons" },
    agrees ? null : button("give-up", t("give-up.do"), leave(giveUp), { class: "danger" }),
    back,
  );
  dialog.append(h("div", {}, h("h2", { id: "ways-title" }, title), ...ways, last));
  const open = () => (dialog.showModal(), focus(back));
  return [flag(title, open), dialog];
}

const flag = (title: string, onclick: () => void) =>
  h(
    "button",
    { type: "button", class: "tool", id: "ways", "data-focus": "ways", title, onclick },
    icon(FLAG),
    h("span", { class: "hidden" }, title),
  );

/** Closes the dialog before something is done. */
type Leave = (act: () => void) => () => void;

/** The choice of a bot for the seat in view, and the buttons for other seats of this device that bots play. */
const handingOver = (facts: Facts, you: number, own: number[], bots: Agent[], handlers: Handlers, leave: Leave) => [
  facts.deal || facts.seats[you]?.stand_in ? null : handOverField(facts, you, bots, handlers, leave),
  ...own.filter((seat) => seat !== you).map((seat) => takeBackButton(facts, seat, handlers, leave)),
];

function handOverField(facts: Facts, seat: number, bots: Agent[], handlers: Handlers, leave: Leave) {
  const { element, chosen } = botField(bots, facts.players);
  const handOver = () => chosen() && leave(() => void askToHandOver(facts, seat, chosen(), handlers))();
  element.append(button("hand-over", t("stand-in.do"), handOver));
  return element;
}

async function askToHandOver({ seats }: Facts, seat: number, agent: string, handlers: Handlers) {
  const alone = seats.every((each) => each.seat === seat || each.agent || each.stand_in);
  const question = [t("stand-in.ask", { agent: agentName(agent) }), alone ? t("stand-in.ask-alone") : ""]
    .join(" ")
    .trim();
  if (await ask(question, t("stand-in.do"))) handlers.handOver(seat, agent);
}

/** The button by which the owner opens the seat of another player. */
function openButton({ seats }: Facts, seat: number, handlers: Handlers, leave: Leave) {
  const label = t("ways.open", { who: nameOf(seats, seat) });
  const open = async () =>
    (await ask(t("ways.ask-open", { who: nameOf(seats, seat) }), t("ways.do-open"))) && handlers.openSeat(seat);
  return button(
    `open-${seat}`,
    label,
    leave(() => void open()),
  );
}

/** The button for a seat of this device that is not in view, if a bot plays on for it. */
const takeBackButton = (facts: Facts, seat: number, handlers: Handlers, leave: Leave) =>
  facts.seats[seat]?.stand_in
    ? button(
        `take-back-${seat}`,
        t("stand-in.back-of", { who: nameOf(facts.seats, seat) }),
        leave(() => handlers.takeBack(seat)),
      )
    : null;
