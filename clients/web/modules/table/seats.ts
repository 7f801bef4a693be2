/** The players: turn, hand size, yield, signal. */
import { totalValue } from "regicide-client/cards";
import { faceDownCard, faceUpCard } from "../cards/images.ts";
import { face } from "../bots/face.ts";
import { h, type Child } from "../ui/dom.ts";
import { about, agentName, chosenName, isYou, keeperOf, nameOf } from "../words/names.ts";
import { plural, t } from "../words/texts.ts";
import { emote } from "./emotes.ts";
import type { BoardView, SeatView } from "../types.ts";

/** The places round the table, by the number of players: the next player sits on the left. */
const PLACES: Record<number, string[]> = {
  1: ["own"],
  2: ["own", "top"],
  3: ["own", "left", "right"],
  4: ["own", "left", "top", "right"],
};

/**
 * @param dot shows whether a player is there
 * @param appoint what a click on a seat does that can go next; those without a pointer have the buttons below the hand
 */
export function seatsArea(
  board: BoardView,
  dot: (seat: SeatView) => Child,
  appoint: (seat: number) => (() => void) | null,
) {
  return h(
    "section",
    { class: "seats", "aria-label": t("seats.title") },
    h("ul", {}, ...board.seats.map((seat) => seatItem(seat, board, dot(seat), appoint(seat.seat)))),
  );
}

function seatItem(seat: SeatView, board: BoardView, dot: Child, appoint: (() => void) | null) {
  const active = board.turn === seat.seat;
  const player = seat.agent ?? keeperOf(seat);
  return h(
    "li",
    {
      class: ["seat", active && "active", appoint && "appointable", board.short === seat.seat && "short"]
        .filter(Boolean)
        .join(" "),
      onclick: appoint,
      "aria-current": active ? "true" : null,
      "data-seat": seat.seat,
      "data-place": placeOf(seat.seat, board),
    },
    h(
      "div",
      { class: "seat-head" },
      dot,
      player ? face(player) : null,
      h("span", { class: "seat-name" }, seat.held || keeperOf(seat) ? nameOf(board.seats, seat.seat) : t("seat.open")),
      isYou(board.seats, seat.seat) && chosenName(seat) ? h("span", { class: "tag you" }, t("seat.you")) : null,
      seat.agent ? h("span", { class: "tag" }, t("seat.bot")) : null,
    ),
    handOf(seat, board),
    h("p", { class: "seat-state" }, stateText(seat, board)),
    emote(seat.signal),
  );
}

/** Where a player sits, in the order of turns from the player at the lower edge. */
const placeOf = (seat: number, { you, players }: BoardView) =>
  PLACES[players]?.[(seat - (you ?? 0) + players) % players] ?? "top";

/** The open cards of a hand, or that there are none; of one that is not open, or lies elsewhere, the number of its cards. */
function handOf({ seat, hand_size: size }: SeatView, { hands }: BoardView) {
  if (hands && (hands[seat]?.length || !size)) {
    const cards = size ? (hands[seat] ?? []).map(faceUpCard) : [h("span", { class: "quiet" }, t("ending.no-cards"))];
    return h("div", { class: "strip" }, ...cards);
  }
  const label = { role: "img", "aria-label": plural("seat.hand", size) };
  return h("div", { class: "backs", ...label }, faceDownCard(), h("span", { class: "count" }, String(size)));
}

/** The bot that plays on for a player, then what the player does. */
const stateText = (seat: SeatView, board: BoardView) =>
  [standInText(seat), seat.gives_up ? about("seat.gives-up", board.seats, seat.seat) : "", playText(seat, board)]
    .filter(Boolean)
    .join(" · ");

/** Who plays for the holder of a seat; an open seat that a bot plays says that it is open. */
function standInText(seat: SeatView) {
  if (keeperOf(seat)) return t("seat.free");
  return seat.stand_in ? t("seat.stand-in", { agent: agentName(seat.stand_in) }) : "";
}

/** The signal, the task or the yield of a player; in a puzzle, whose hands are open, who plays next, or what was missing. */
function playText({ seat, signal, yielded }: SeatView, board: BoardView) {
  const { seats, turn, phase, hands, you, players } = board;
  if (hands && board.short === seat)
    return `✗ ${t("seat.short", { hand: totalValue(hands[seat]), strike: board.enemy?.strikes_for ?? 0 })}`;
  if (signal) return about(signal === "eager" ? "seat.eager" : "seat.reluctant", seats, seat);
  if (turn === seat) return about(`turn.${phase as "play" | "suffer" | "appoint"}`, seats, seat);
  if (hands && turn !== null && turn === you && seat === (turn + 1) % players) return t("seat.next");
  return yielded ? about("seat.yielded", seats, seat) : "";
}
