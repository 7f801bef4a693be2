// @ts-check
/** The chance to win over a reviewed game: the points of its curve, and its costliest moves. */
import { ofType } from "../effects.js";

/** @import { GameRecord, GameReview, ReviewedMove } from "../types" */

/** A move that costs at least this much of the chance to win is costly. */
export const COSTLY = 0.01;
/** A move that costs at least this much is a blunder. */
export const BLUNDER = 0.1;
/** A smaller cost is not shown: half a percentage point. */
const LEAST_SHOWN = 0.005;

/** @typedef {{ step: number, chance: number }} Point */

/** The cost of a move in percentage points; 0 for less than half a point. @param {ReviewedMove} move */
export const pointsOf = ({ cost }) => (cost >= LEAST_SHOWN ? Math.round(100 * cost) : 0);

/** @param {ReviewedMove} move */
export const isBlunder = ({ cost }) => cost >= BLUNDER;

/** The moves of a review by their steps. @param {GameReview} review */
export const movesByStep = (review) => new Map(review.moves.map((move) => [move.number, move]));

/** The costliest moves of a review, the costliest first. @param {GameReview} review @param {number} count */
export const costliest = (review, count) =>
  review.moves
    .filter(({ cost }) => cost >= COSTLY)
    .sort((one, other) => other.cost - one.cost || one.number - other.number)
    .slice(0, count);

/**
 * The chance to win at each step: before the first move, after each move, and, at the last step, the certain end.
 * @param {GameRecord} record @param {GameReview} review @returns {Point[]}
 */
export function points({ events, result }, review) {
  const moves = movesByStep(review);
  const end = Number(result.outcome === "won");
  const chanceAt = (/** @type {number} */ step) => {
    if (step === events.length) return end;
    return step ? moves.get(step)?.won_after : moves.get(1)?.won_before;
  };
  return Array.from({ length: events.length + 1 }, (_, step) => ({ step, chance: chanceAt(step) })).filter(
    /** @returns {point is Point} */ (point) => point.chance !== undefined,
  );
}

/** The enemies and the steps at which they fall. @param {GameRecord} record */
export const falls = ({ events }) =>
  events.flatMap((event, index) => ofType(event.effects, "defeat").map(({ enemy }) => ({ step: index + 1, enemy })));
