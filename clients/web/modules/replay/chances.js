// @ts-check
/** The chance to win over a reviewed game: the points of its curve, and its costliest moves. */
import { ofType } from "../effects.js";
import { endsWithoutAction } from "../verify.js";

/** @import { GameRecord, GameReview, ReviewedMove } from "../types" */

/** A move that costs at least this much of the chance to win is a blunder. */
export const BLUNDER_COST = 0.1;
/** A smaller cost is shown as none. */
const LEAST_COST = 0.005;

/** @typedef {{ step: number, chance: number }} Point */

/** @param {ReviewedMove} move */
export const costOf = ({ cost }) => (cost >= LEAST_COST ? cost : 0);

/** @param {ReviewedMove} move */
export const isBlunder = (move) => costOf(move) >= BLUNDER_COST;

/** The moves of a review by their steps. @param {GameReview} review */
export const movesByStep = (review) => new Map(review.moves.map((move) => [move.number, move]));

/** The costliest moves of a review, the costliest first. @param {GameReview} review @param {number} count */
export const costliest = (review, count) =>
  review.moves
    .filter((move) => costOf(move) > 0)
    .sort((one, other) => costOf(other) - costOf(one) || one.number - other.number)
    .slice(0, count);

/** The chance to win after each step, if it is known; the end by the rules is certain. @param {GameRecord} record @param {GameReview} review @returns {Point[]} */
export function points(record, review) {
  const moves = movesByStep(review);
  const last = endsWithoutAction(record) ? -1 : record.events.length;
  const chanceAt = (/** @type {number} */ step) =>
    step === last
      ? Number(record.result.outcome === "won")
      : (moves.get(step)?.won_after ?? moves.get(step + 1)?.won_before);
  return Array.from({ length: record.events.length + 1 }, (_, step) => ({ step, chance: chanceAt(step) })).filter(
    /** @returns {point is Point} */ (point) => point.chance !== undefined,
  );
}

/** The enemies and the steps at which they fall. @param {GameRecord} record */
export const falls = ({ events }) =>
  events.flatMap((event, index) => ofType(event.effects, "defeat").map(({ enemy }) => ({ step: index + 1, enemy })));
