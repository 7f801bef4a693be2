/** The players: turn, hand size, yield, signal. */
import { faceDownCard, faceUpCard } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { isYou, nameOf } from "../words/names.ts";
import { fullHand } from "../words/reference.ts";
import { plural, t } from "../words/texts.ts";
import type { BoardView, SeatView } from "../types.ts";

/** The places round the table, by the number of players: the next player sits on the left. */
const PLACES: Record<number, string[]> = {
  1: ["own"],
  2: ["own", "top"],
  3: ["own", "left", "right"],
  4: ["own", "left", "top", "right"],
};

export function seatsArea(board: BoardView) {
  return h(
    "section",
    { class: "seats", "aria-label": t("seats.title") },
    h("ul", {}, ...board.seats.map((seat) => seatItem(seat, board))),
  );
}

function seatItem(seat: SeatView, board: BoardView) {
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

/** Where a player sits, in the order of turns from the player at the lower edge. */
const placeOf = (seat: number, { you, players }: BoardView) =>
  PLACES[players]?.[(seat - (you ?? 0) + players) % players] ?? "top";

function closedHand({ hand_size: size }: SeatView, players: number) {
  const backs = Array.from({ length: Math.min(size, fullHand(players)) }, faceDownCard);
  return h(
    "div",
    { class: "backs", role: "img", "aria-label": plural("seat.hand", size) },
    ...backs,
    h("span", { class: "count" }, String(size)),
  );
}

const openHand = (hand: string[]) => h("div", { class: "strip" }, ...hand.map(faceUpCard));

/** The bot that plays on for a player, then what the player does. */
const stateText = (seat: SeatView, board: BoardView) =>
  [
    seat.stand_in ? t("seat.stand-in", { agent: seat.stand_in }) : "",
    seat.gives_up ? t("seat.gives-up") : "",
    playText(seat, board),
  ]
    .filter(Boolean)
    .join(" · ");

/** The signal, the task or the yield of a player. */
function playText(seat: SeatView, board: BoardView) {
  if (seat.signal) return t(seat.signal === "eager" ? "seat.eager" : "seat.reluctant");
  if (board.turn === seat.seat) return t(`turn.${board.phase as "play" | "suffer" | "appoint"}`);
  return seat.yielded ? t("seat.yielded") : "";
}
