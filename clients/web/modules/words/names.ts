/** Names of players, sentences about them, and lists of card names. */
import { cardName } from "./reference.ts";
import { formatList, t, type Values } from "./texts.ts";
import type { PersonKey, SeatView, TextKey } from "../types.ts";

export type Seats = (Pick<SeatView, "seat" | "name" | "agent" | "own"> &
  Partial<Pick<SeatView, "held" | "stand_in">>)[];

/** The included bots by their ids: those of Shakespeare's people who play like them. */
const CHARACTERS = {
  random: "Toby",
  greedy: "Falstaff",
  policy: "Viola",
  "planner-fast": "Puck",
  planner: "Portia",
  "planner-deep": "Prospero",
};

/** The id of an included bot; null for another agent. */
export const characterOf = (agent: string) =>
  Object.hasOwn(CHARACTERS, agent) ? (agent as keyof typeof CHARACTERS) : null;

/** The name of an agent: that of its character if it is an included bot, else its id. */
export function agentName(agent: string) {
  const character = characterOf(agent);
  return character ? CHARACTERS[character] : agent;
}

/** A player's name, with the seat if several players have the same name. */
export function nameOf(seats: Seats, seat: number) {
  const name = chosenName(seats[seat]);
  if (!name) return isYou(seats, seat) ? t("seat.unnamed-you") : t("seat.unnamed", { number: seat + 1 });
  const namesakes = seats.filter((other) => chosenName(other) === name);
  return namesakes.length > 1 ? t("seat.twin", { name, number: seat + 1 }) : name;
}

/** The agent that plays an open seat until a player takes it; null at other seats. */
export const keeperOf = (seat: Seats[number] | undefined) => (seat?.held === false && seat.stand_in) || null;

/** The names of the players who hold seats, as a list in a sentence. */
export const namesOf = (seats: (Seats[number] & { held: boolean })[]) =>
  formatList(seats.filter(({ held }) => held).map(({ seat }) => nameOf(seats, seat)));

/** The name that a player or an agent has chosen; at an open seat that of the agent that plays it. */
export function chosenName(seat: Seats[number] | undefined) {
  const agent = seat?.agent ?? keeperOf(seat);
  return agent ? agentName(agent) : seat?.name;
}

/** A title with the name of a player, if there are several, or of the agent that stood in. */
export function titleBy(title: string, seats: Seats, seat: number, agent: string | null = null) {
  const { who } = actor("event.play", seats, seat, agent);
  return agent || seats.length > 1 ? `${title} · ${who}` : title;
}

/** Whether a seat is the reader's. */
export const isYou = (seats: Seats, seat: number) => Boolean(seats[seat]?.own);

/** The key of a text about a player: the second person for the reader. */
export const personKey = (key: PersonKey, seats: Seats, seat: number) =>
  isYou(seats, seat) ? (`${key}.you` as const) : key;

/** A text about a player, whose name is `who`. */
export const about = (key: PersonKey, seats: Seats, seat: number, values?: Values) =>
  t(personKey(key, seats, seat), { who: nameOf(seats, seat), ...values });

/**
 * The key of a text about a player who acted, and the name in it: of the agent that stood in with the name of the player,
 * if the seat has one.
 */
export const actor = (key: PersonKey, seats: Seats, seat: number, agent: string | null) =>
  agent && agent !== keeperOf(seats[seat])
    ? { key, who: about("event.stood-in", seats, seat, { agent: agentName(agent) }) }
    : { key: personKey(key, seats, seat), who: nameOf(seats, seat) };

/** A text about a player who acted, or whose stand-in did. */
export function aboutActor(key: PersonKey, seats: Seats, seat: number, agent: string | null, values?: Values) {
  const acted = actor(key, seats, seat, agent);
  return t(acted.key, { who: acted.who, ...values });
}

/** The names of cards as a list in a sentence. */
export const cardNames = (codes: string[]) => formatList(codes.map(cardName));

const ARTICLES: Record<string, TextKey> = { A: "the.A", 8: "the.8", J: "the.J", Q: "the.Q", K: "the.K", X: "the.K" };

/** The name of a card with its article. */
export const theCard = (code: string) => t(ARTICLES[code.slice(0, -1)] ?? "the.number", { card: cardName(code) });

/** The names of cards with their articles as a list in a sentence. */
export const theCards = (codes: string[]) => formatList(codes.map(theCard));
