// @ts-check
/** What the players are called, and cards in a sentence. */
import { cardName } from "./reference.js";
import { listed, t } from "./texts.js";

/** @import { SeatView } from "./types" */
/** @typedef {Pick<SeatView, "seat" | "name" | "agent">[]} Seats */

/** Two who have the same name are told apart by their seats. @param {Seats} seats @param {number} seat */
export function nameOf(seats, seat) {
  const name = calling(seats[seat]);
  if (!name) return t("seat.unnamed", { number: seat + 1 });
  const twins = seats.filter((other) => calling(other) === name);
  return twins.length > 1 ? t("seat.twin", { name, number: seat + 1 }) : name;
}

/** @param {Seats[number] | undefined} seat */
const calling = (seat) => seat?.name ?? seat?.agent;

/** @param {string[]} codes */
export const named = (codes) => listed(codes.map(cardName));

/** The cards of an action. @param {string} action */
export const cardsOf = (action) => action.split(/[+-]/).filter(Boolean);
