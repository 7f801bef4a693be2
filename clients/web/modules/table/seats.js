// @ts-check
/** The players: turn, hand size, yield, signal. */
import { faceDownCard, faceUpCard } from "../cards/images.js";
import { h } from "../ui/dom.js";
import { isYou, nameOf } from "../words/names.js";
import { fullHand } from "../words/reference.js";
import { plural, t } from "../words/texts.js";

/** @import { BoardView, SeatView } from "../types" */

/** The places round the table, by the number of players: the next player sits on the left. @type {Record<number, string[]>} */
const PLACES = {
  1: ["own"],
  2: ["own", "top"],
  3: ["own", "left", "right"],
  4: ["own", "left", "top", "right"],
};

/** @param {BoardView} board */
export function seatsArea(board) {
  return h(
    "section",
    { class: "seats", "aria-label": t("seats.title") },
    h("ul", {}, ...board.seats.map((seat) => seatItem(seat, board))),
  );
}

/** @param {SeatView} seat @param {BoardView} board */
function seatItem(seat, board) {
  const active = board.turn === seat.seat;
  return h(
    "li",
    {
      class: active ? "seat active" : "seat",
      "aria-current": active ? "true" : null,
      "data-seat": seat.seat,
      "data-place": placeOf(seat.seat, board),
    },
    h(
      "div",
      { class: "seat-head" },
      h("span", { class: "seat-name" }, seat.held ? nameOf(board.seats, seat.seat) : t("seat.open")),
      board.you === seat.seat && !isYou(board.seats, seat.seat) ? h("span", { class: "tag" }, t("seat.you")) : null,
      seat.agent ? h("span", { class: "tag" }, t("seat.bot")) : null,
    ),
    board.hands ? openHand(board.hands[seat.seat] ?? []) : closedHand(seat, board.players),
    h("p", { class: "seat-state" }, stateText(seat, board)),
  );
}

/** Where a player sits, in the order of turns from the player at the lower edge. @param {number} seat @param {BoardView} board */
const placeOf = (seat, { you, players }) => PLACES[players]?.[(seat - (you ?? 0) + players) % players] ?? "top";

/** @param {SeatView} seat @param {number} players */
function closedHand({ hand_size: size }, players) {
  const backs = Array.from({ length: Math.min(size, fullHand(players)) }, faceDownCard);
  return h(
    "div",
    { class: "backs", role: "img", "aria-label": plural("seat.hand", size) },
    ...backs,
    h("span", { class: "count" }, String(size)),
  );
}

/** @param {string[]} hand */
const openHand = (hand) => h("div", { class: "strip" }, ...hand.map(faceUpCard));

/** The bot that plays on for a player, then what the player does. @param {SeatView} seat @param {BoardView} board */
const stateText = (seat, board) =>
  [
    seat.stand_in ? t("seat.stand-in", { agent: seat.stand_in }) : "",
    seat.gives_up ? t("seat.gives-up") : "",
    playText(seat, board),
  ]
    .filter(Boolean)
    .join(" · ");

/** The signal, the task or the yield of a player. @param {SeatView} seat @param {BoardView} board */
function playText(seat, board) {
  if (seat.signal) return t(seat.signal === "eager" ? "seat.eager" : "seat.reluctant");
  if (board.turn === seat.seat) return t(`turn.${/** @type {"play" | "suffer" | "appoint"} */ (board.phase)}`);
  return seat.yielded ? t("seat.yielded") : "";
}
