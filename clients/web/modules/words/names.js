// @ts-check
/** Names of players, and lists of card names. */
import { cardName } from "./reference.js";
import { formatList, t } from "./texts.js";

/** @import { SeatView } from "../types" */
/** @typedef {Pick<SeatView, "seat" | "name" | "agent">[]} Seats */

/** A player's name, with the seat if several players have the same name. @param {Seats} seats @param {number} seat */
export function nameOf(seats, seat) {
  const name = chosenName(seats[seat]);
  if (!name) return t("seat.unnamed", { number: seat + 1 });
  const namesakes = seats.filter((other) => chosenName(other) === name);
  return namesakes.length > 1 ? t("seat.twin", { name, number: seat + 1 }) : name;
}

/** The names of the players who hold seats, as a list in a sentence. @param {(Seats[number] & { held: boolean })[]} seats */
export const namesOf = (seats) => formatList(seats.filter(({ held }) => held).map(({ seat }) => nameOf(seats, seat)));

/** @param {Seats[number] | undefined} seat */
const chosenName = (seat) => seat?.name ?? seat?.agent;

/** The names of cards as a list in a sentence. @param {string[]} codes */
export const cardNames = (codes) => formatList(codes.map(cardName));

/** The cards of an action. @param {string} action */
export const cardsOf = (action) => action.split(/[+-]/).filter(Boolean);
