/** The cheapest of the discards that cover the damage, from the legal actions alone. */
import { cardsOf } from "../words/names.ts";
import { card, valueOf } from "../words/reference.ts";
import type { GameView } from "../types.ts";

/**
 * The cards of the cheapest legal discard: the least total value; of these, the fewest cards; of these, the one whose
 * highest cards are the lowest, so that the strong cards stay. Null if no discard is legal.
 */
export function cheapestCover({ legal_actions: actions }: GameView) {
  const covers = actions.filter((action) => action.startsWith("-")).map(cardsOf);
  return covers.length ? covers.reduce((best, cover) => (compare(cover, best) < 0 ? cover : best)) : null;
}

/** Negative if the first discard is the cheaper one. */
const compare = (one: string[], other: string[]) =>
  valueOf(one) - valueOf(other) || one.length - other.length || compareValues(one, other);

/** Compares the highest values first, for discards of the same length. */
function compareValues(one: string[], other: string[]) {
  const [ones, others] = [descending(one), descending(other)];
  const index = ones.findIndex((value, place) => value !== others[place]);
  return index < 0 ? 0 : ones[index] - others[index];
}

const descending = (codes: string[]) => codes.map((code) => card(code).value).sort((one, other) => other - one);
