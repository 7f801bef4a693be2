// @ts-check
/** What the players are called, and cards in a sentence. */
import { cardName } from "./reference.js";
import { listed, t } from "./texts.js";

/** @import { SeatView } from "./types" */
/** @typedef {Pick<SeatView, "seat" | "name" | "agent">[]} Seats */

/** @param {Seats} seats @param {number} seat */
export function nameOf(seats, seat) {
  const { name, agent } = seats[seat] ?? {};
  return name ?? agent ?? t("seat.unnamed", { number: seat + 1 });
}

/** @param {string[]} codes */
export const named = (codes) => listed(codes.map(cardName));

/** The cards of an action. @param {string} action */
export const cardsOf = (action) => action.split(/[+-]/).filter(Boolean);
