/** Names of players, sentences about them, and lists of card names. */
import { cardName } from "./reference.ts";
import { formatList, t, type Values } from "./texts.ts";
import type { PersonKey, SeatView } from "../types.ts";

export type Seats = Pick<SeatView, "seat" | "name" | "agent" | "own">[];

/** A player's name, with the seat if several players have the same name. */
export function nameOf(seats: Seats, seat: number) {
  const name = chosenName(seats[seat]);
  if (!name) return isYou(seats, seat) ? t("seat.unnamed-you") : t("seat.unnamed", { number: seat + 1 });
  const namesakes = seats.filter((other) => chosenName(other) === name);
  return namesakes.length > 1 ? t("seat.twin", { name, number: seat + 1 }) : name;
}

/** The names of the players who hold seats, as a list in a sentence. */
export const namesOf = (seats: (Seats[number] & { held: boolean })[]) =>
  formatList(seats.filter(({ held }) => held).map(({ seat }) => nameOf(seats, seat)));

const chosenName = (seat: Seats[number] | undefined) => seat?.name ?? seat?.agent;

/** Whether a seat is the reader's, who has no name. */
export const isYou = (seats: Seats, seat: number) => Boolean(seats[seat]?.own && !chosenName(seats[seat]));

/** The key of a text about a player: the second person for the reader without a name. */
export const personKey = (key: PersonKey, seats: Seats, seat: number) =>
  isYou(seats, seat) ? (`${key}.you` as const) : key;

/** A text about a player, whose name is `who`. */
export const about = (key: PersonKey, seats: Seats, seat: number, values?: Values) =>
  t(personKey(key, seats, seat), { who: nameOf(seats, seat), ...values });

/**
 * The key of a text about a player who acted, and the name in it: of the agent that stood in with the name of the player.
 */
export const actor = (key: PersonKey, seats: Seats, seat: number, agent: string | null) =>
  agent
    ? { key, who: about("event.stood-in", seats, seat, { agent }) }
    : { key: personKey(key, seats, seat), who: nameOf(seats, seat) };

/** A text about a player who acted, or whose stand-in did. */
export function aboutActor(key: PersonKey, seats: Seats, seat: number, agent: string | null, values?: Values) {
  const acted = actor(key, seats, seat, agent);
  return t(acted.key, { who: acted.who, ...values });
}

/** The names of cards as a list in a sentence. */
export const cardNames = (codes: string[]) => formatList(codes.map(cardName));

/** The cards of an action. */
export const cardsOf = (action: string) => action.split(/[+-]/).filter(Boolean);
