/** The result of a game, and what to do next. */
import { dayEnding } from "../today/day_ending.ts";
import { h } from "../ui/dom.ts";
import { endText } from "../words/endings.ts";
import { about } from "../words/names.ts";
import { enemyCount, gradeText } from "../words/reference.ts";
import { formatMoment, t } from "../words/texts.ts";
import { celebration } from "./celebration.ts";
import { openHands } from "./open_hands.ts";
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
