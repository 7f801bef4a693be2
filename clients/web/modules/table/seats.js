// @ts-check
/** The players: whose turn it is, how many cards they hold, who yielded, what they signal. */
import { backOfCard, openCard } from "../cards.js";
import { h } from "../dom.js";
import { nameOf } from "../names.js";
import { fullHand } from "../reference.js";
import { many, t } from "../texts.js";

/** @import { Shown, SeatView } from "../types" */

/** @param {Shown} shown */
export function seatsArea(shown) {
  return h(
    "section",
    { class: "seats", "aria-label": t("seats.title") },
    h("ul", {}, ...shown.seats.map((seat) => seatItem(seat, shown))),
  );
}

/** @param {SeatView} seat @param {Shown} shown */
function seatItem(seat, shown) {
  const active = shown.turn === seat.seat;
  return h(
    "li",
    { class: active ? "seat active" : "seat", "aria-current": active ? "true" : null, "data-seat": seat.seat },
    h(
      "div",
      { class: "seat-head" },
      h("span", { class: "seat-name" }, seat.held ? nameOf(shown.seats, seat.seat) : t("seat.open")),
      shown.you === seat.seat ? h("span", { class: "tag" }, t("seat.you")) : null,
      seat.agent ? h("span", { class: "tag" }, t("seat.bot")) : null,
    ),
    shown.hands ? openHand(shown.hands[seat.seat] ?? []) : closedHand(seat, shown.players),
    h("p", { class: "seat-state" }, state(seat, shown)),
  );
}

/** @param {SeatView} seat @param {number} players */
function closedHand({ hand_size: size }, players) {
  const backs = Array.from({ length: Math.min(size, fullHand(players)) }, backOfCard);
  return h(
    "div",
    { class: "backs", role: "img", "aria-label": many("seat.hand", size) },
    ...backs,
    h("span", { class: "count" }, String(size)),
  );
}

/** @param {string[]} hand */
const openHand = (hand) => h("div", { class: "strip" }, ...hand.map(openCard));

/** @param {SeatView} seat @param {Shown} shown */
function state(seat, shown) {
  if (seat.signal) return t(seat.signal === "eager" ? "seat.eager" : "seat.reluctant");
  if (shown.turn === seat.seat) return t(`turn.${/** @type {"play" | "suffer" | "appoint"} */ (shown.phase)}`);
  return seat.yielded ? t("seat.yielded") : "";
}
