// @ts-check
/** The cheapest of the discards that cover the damage, from the legal actions alone. */
import { cardsOf } from "../words/names.js";
import { card, valueOf } from "../words/reference.js";

/** @import { GameView } from "../types" */

/**
 * The cards of the cheapest legal discard: the least total value; of these, the fewest cards; of these, the one whose
 * highest cards are the lowest, so that the strong cards stay. Null if no discard is legal.
 * @param {GameView} view
 */
export function cheapestCover({ legal_actions: actions }) {
  const covers = actions.filter((action) => action.startsWith("-")).map(cardsOf);
  return covers.length ? covers.reduce((best, cover) => (compare(cover, best) < 0 ? cover : best)) : null;
}

/** Negative if the first discard is the cheaper one. @param {string[]} one @param {string[]} other */
const compare = (one, other) => valueOf(one) - valueOf(other) || one.length - other.length || compareValues(one, other);

/** Compares the highest values first, for discards of the same length. @param {string[]} one @param {string[]} other */
function compareValues(one, other) {
  const [ones, others] = [descending(one), descending(other)];
  const index = ones.findIndex((value, place) => value !== others[place]);
  return index < 0 ? 0 : ones[index] - others[index];
}

/** @param {string[]} codes */
const descending = (codes) => codes.map((code) => card(code).value).sort((one, other) => other - one);
