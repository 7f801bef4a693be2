// @ts-check
/** Names of players, sentences about them, and lists of card names. */
import { cardName } from "./reference.js";
import { formatList, t } from "./texts.js";

/** @import { PersonKey, SeatView } from "../types" */
/** @import { Values } from "./texts.js" */
/** @typedef {Pick<SeatView, "seat" | "name" | "agent" | "own">[]} Seats */

/** A player's name, with the seat if several players have the same name. @param {Seats} seats @param {number} seat */
export function nameOf(seats, seat) {
  const name = chosenName(seats[seat]);
  if (!name) return isYou(seats, seat) ? t("seat.unnamed-you") : t("seat.unnamed", { number: seat + 1 });
  const namesakes = seats.filter((other) => chosenName(other) === name);
  return namesakes.length > 1 ? t("seat.twin", { name, number: seat + 1 }) : name;
}

/** The names of the players who hold seats, as a list in a sentence. @param {(Seats[number] & { held: boolean })[]} seats */
export const namesOf = (seats) => formatList(seats.filter(({ held }) => held).map(({ seat }) => nameOf(seats, seat)));

/** @param {Seats[number] | undefined} seat */
const chosenName = (seat) => seat?.name ?? seat?.agent;

/** Whether a seat is the reader's, who has no name. @param {Seats} seats @param {number} seat */
export const isYou = (seats, seat) => Boolean(seats[seat]?.own && !chosenName(seats[seat]));

/** The key of a text about a player: the second person for the reader without a name. @param {PersonKey} key @param {Seats} seats @param {number} seat */
export const personKey = (key, seats, seat) => (isYou(seats, seat) ? /** @type {const} */ (`${key}.you`) : key);

/** A text about a player, whose name is `who`. @param {PersonKey} key @param {Seats} seats @param {number} seat @param {Values} [values] */
export const about = (key, seats, seat, values) =>
  t(personKey(key, seats, seat), { who: nameOf(seats, seat), ...values });

/**
 * The key of a text about a player who acted, and the name in it: of the agent that stood in with the name of the player.
 * @param {PersonKey} key @param {Seats} seats @param {number} seat @param {string | null} agent
 */
export const actor = (key, seats, seat, agent) =>
  agent
    ? { key, who: about("event.stood-in", seats, seat, { agent }) }
    : { key: personKey(key, seats, seat), who: nameOf(seats, seat) };

/** A text about a player who acted, or whose stand-in did. @param {PersonKey} key @param {Seats} seats @param {number} seat @param {string | null} agent @param {Values} [values] */
export function aboutActor(key, seats, seat, agent, values) {
  const acted = actor(key, seats, seat, agent);
  return t(acted.key, { who: acted.who, ...values });
}

/** The names of cards as a list in a sentence. @param {string[]} codes */
export const cardNames = (codes) => formatList(codes.map(cardName));

/** The cards of an action. @param {string} action */
export const cardsOf = (action) => action.split(/[+-]/).filter(Boolean);
