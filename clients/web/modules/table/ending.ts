/** The result of a game, and what to do next. */
import { dayEnding } from "../today/results.ts";
import { h, svg, prefersReducedMotion } from "../ui/dom.ts";
import { endText } from "../words/narration.ts";
import { about, nameOf } from "../words/names.ts";
import { enemyCount, gradeText } from "../words/reference.ts";
import { formatMoment, t } from "../words/texts.ts";
import { preference } from "../storage/preferences.ts";
import { faceUpCard } from "../cards/images.ts";
import type { GameView, GameResult, SeatView } from "../types.ts";

/** @param rematch asks for the rematch, or leads to it */
export function endingArea(view: GameView, rematch: Element) {
  if (view.status === "cancelled") return cancelledArea();
  if (!view.result) return null;
  return h(
    "section",
    { class: `ending ${view.result.outcome}`, "aria-labelledby": "ending-title", id: "ending", tabindex: "-1" },
    celebration(view.result),
    ...resultTexts(view.result, view.seats),
    ...standInTexts(view.seats),
    dayEnding(view),
    rematch,
    h(
      "div",
      { class: "buttons" },
      isTold(view) && h("a", { class: "button", href: `#/replay/${view.id}`, id: "to-replay" }, t("ending.replay")),
      view.deal && h("a", { class: "button", href: "#/today", id: "to-today" }, t("ending.to-today")),
      h("a", { class: "button", href: "#/" }, t("ending.new")),
    ),
    isTold(view)
      ? null
      : h("p", { class: "quiet" }, t("ending.record-at", { time: formatMoment(view.deal?.ends_at ?? "") })),
    openHands(view),
  );
}

/** Whether the record of a finished game is told: that of today's deal when the day is over. */
const isTold = ({ deal, seed }: GameView) => !deal || seed !== null;

const cancelledArea = () =>
  h(
    "section",
    { class: "ending cancelled", "aria-labelledby": "ending-title", id: "ending", tabindex: "-1" },
    h("h2", { id: "ending-title" }, t("ending.cancelled")),
    h("p", {}, t("event.cancelled")),
    h("div", { class: "buttons" }, h("a", { class: "button main", href: "#/" }, t("ending.new"))),
  );

/** The bots that played for players at the end. */
const standInTexts = (seats: SeatView[]) =>
  seats.flatMap(({ seat, stand_in: agent }) =>
    agent ? [h("p", { class: "stood-in" }, about("stand-in.played", seats, seat, { agent }))] : [],
  );

const resultTexts = (result: GameResult, seats: SeatView[]) => [
  h("h2", { id: "ending-title" }, t(result.outcome === "won" ? "ending.won" : "ending.lost")),
  h(
    "p",
    {},
    endText(result.reason, seats, result.seat, seats[result.seat]?.stand_in),
    " ",
    t("ending.defeated", { defeated: result.defeated, enemies: enemyCount() }),
  ),
  result.grade
    ? h(
        "p",
        { class: `grade ${result.grade}` },
        h("strong", {}, t(`grade.${result.grade}`)),
        " ",
        gradeText(result.grade),
      )
    : null,
];

const SUITS = ["♥", "♦", "♣", "♠"];
const PIECES = 28;
const GOLDEN_RATIO = 0.618;

/** A crown in the colour of the grade, and falling suits, hidden from screen readers; null for a lost game. */
function celebration({ outcome, grade }: GameResult) {
  if (outcome !== "won") return null;
  const still = preference("speed") === "off" || prefersReducedMotion();
  return h(
    "div",
    { class: `celebration ${grade ?? "plain"}${still ? " still" : ""}`, "aria-hidden": "true" },
    crown(),
    still ? null : h("div", { class: "suit-rain" }, ...Array.from({ length: PIECES }, (_, number) => piece(number))),
  );
}

const crown = () =>
  svg(
    "svg",
    { viewBox: "0 0 120 100", class: "victory-crown" },
    svg("path", { class: "rays", d: rays() }),
    svg("path", { class: "crown-shape", d: "M24 72 L18 36 L40 52 L60 24 L80 52 L102 36 L96 72 Z" }),
    svg("rect", { class: "crown-band", x: 24, y: 74, width: 72, height: 9, rx: 3 }),
    ...[18, 60, 102].map((cx) => svg("circle", { class: "crown-jewel", cx, cy: cx === 60 ? 21 : 33, r: 5 })),
  );

/** The rays behind the crown. */
function rays() {
  const angles = Array.from({ length: 16 }, (_, number) => (number * Math.PI) / 8);
  const at = (angle: number, radius: number) =>
    `${(60 + radius * Math.cos(angle)).toFixed(1)} ${(52 + radius * Math.sin(angle)).toFixed(1)}`;
  return angles.map((angle) => `M${at(angle, 26)} L${at(angle - 0.07, 58)} L${at(angle + 0.07, 58)} Z`).join(" ");
}

/** A falling suit, at a place and a time that are spread evenly. */
function piece(number: number) {
  const element = h("span", { class: `piece suit-${"HDCS"[number % 4]}` }, SUITS[number % 4]);
  const spread = (number * GOLDEN_RATIO) % 1;
  element.style.setProperty("--at", `${(spread * 100).toFixed(1)}%`);
  element.style.setProperty("--delay", `${((number * 137) % 1400) - 200}ms`);
  element.style.setProperty("--turn", `${((number * 97) % 360) - 180}deg`);
  return element;
}

/** The hands of all seats; null if no hand is known. */
function openHands({ hands, seats, you }: GameView) {
  if (!hands) return null;
  const row = (cards: string[], seat: number) =>
    h(
      "li",
      { class: seat === you ? "open-hand own" : "open-hand", "data-open-hand": seat },
      h("span", { class: "label" }, nameOf(seats, seat)),
      cards.length
        ? h("span", { class: "open-hand-cards" }, ...cards.map(faceUpCard))
        : h("span", { class: "quiet" }, t("ending.no-cards")),
    );
  return h(
    "div",
    { class: "open-hands" },
    h("h3", { class: "label" }, t("ending.hands")),
    h("ul", {}, ...hands.map(row)),
  );
}
