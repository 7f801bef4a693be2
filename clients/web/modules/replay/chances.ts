/** The chance to win over a reviewed game: the points of its curve, and its costliest moves. */
import { ofType } from "../effects.ts";
import { isWorse } from "../words/reasons.ts";
import type { GameRecord, GameReview, ReviewedMove } from "../types.ts";

/** A move that costs at least as many percentage points is a blunder. */
const BLUNDER_POINTS = 10;

/** Effects by which cards become known. */
const REVEALING = ["draw", "reveal", "defeat"] as const;

/** Whether an incident, not an action, ended the game: a timeout, or an agreement to give it up. */
export const endsWithoutAction = ({ result }: GameRecord) =>
  result?.reason === "timeout" || result?.reason === "given-up";

type Point = { step: number; chance: number };

/** The cost of a move, the difference of the shown percentages; 0 for one that the estimates cannot tell. */
export const pointsOf = ({ won_before, won_after, cost }: ReviewedMove) =>
  isWorse(won_before, cost) ? wholePoints(won_before) - wholePoints(won_after) : 0;

export const isBlunder = (move: ReviewedMove) => pointsOf(move) >= BLUNDER_POINTS;

/** The moves of a review by their steps. */
export const movesByStep = (review: GameReview) => new Map(review.moves.map((move) => [move.number, move]));

/** The costliest moves of a review, the costliest first. */
export const costliest = (review: GameReview, count: number) =>
  review.moves
    .filter((move) => pointsOf(move))
    .sort((one, other) => pointsOf(other) - pointsOf(one) || other.cost - one.cost || one.number - other.number)
    .slice(0, count);

/** The move that was the best by the most percentage points; undefined if no played move stands out. */
export const bestMove = (review: GameReview) => bestMoves(review, 1)[0];

/** The moves that were the best by the most percentage points, at least one; of several the first ones. */
export function bestMoves(review: GameReview, count: number) {
  const found = review.moves.flatMap((move) => {
    const [first, second] = move.best;
    const isBest = first?.action === move.action && first.won !== null && second && second.won !== null;
    const points = isBest ? wholePoints(first.won!) - wholePoints(second.won!) : 0;
    return points > 0 ? [{ move, points }] : [];
  });
  return found.sort((one, other) => other.points - one.points || one.move.number - other.move.number).slice(0, count);
}

/**
 * The chance to win at each step, by the player to act there: before the first move, after each move and the cards that
 * it turned up, and, at the last step, the certain end, if the last move has brought it about.
 */
export function points(record: GameRecord, review: GameReview): Point[] {
  const { events, result } = record;
  const moves = movesByStep(review);
  const end = endsWithoutAction(record) ? moves.get(events.length)?.won_after : Number(result?.outcome === "won");
  const chanceAt = (step: number) => (step === events.length ? end : moves.get(step + 1)?.won_before);
  return Array.from({ length: events.length + 1 }, (_, step) => ({ step, chance: chanceAt(step) })).filter(
    (point): point is Point => point.chance !== undefined,
  );
}

/**
 * What the choice of a move cost, and what else changed the chance to win from the step before it to its own step.
 * The points of the cost and of the rest add up to the difference of the shown percentages.
 */
export type Balance = { before: number; after: number; cost: number; rest: number; cause: Cause };

/**
 * Where the rest comes from: cards that were drawn or turned up, the hand that only the next player knows, the end of
 * the game, or the next estimate of the same position.
 */
type Cause = "cards" | "view" | "end" | "estimate";

/** The balance of a move of a review. */
export function balance(record: GameRecord, review: GameReview, move: ReviewedMove): Balance {
  const after = points(record, review).find(({ step }) => step === move.number)?.chance ?? move.won_after;
  const cost = pointsOf(move);
  const rest = wholePoints(after) - wholePoints(move.won_before) + cost;
  return { before: move.won_before, after, cost, rest, cause: causeOf(record, move.number) };
}

/** Whether the cards that a move turned up took as much as a blunder costs. */
export const isBadLuck = ({ cause, rest }: Balance) => cause === "cards" && rest <= -BLUNDER_POINTS;

/** The move whose cards took the most; undefined if none took as much as a blunder costs. */
export function worstLuck(record: GameRecord, review: GameReview) {
  const found = review.moves.map((move) => ({ move, balance: balance(record, review, move) }));
  const [worst] = found
    .filter(({ balance }) => isBadLuck(balance))
    .sort((one, other) => one.balance.rest - other.balance.rest);
  return worst?.move;
}

const wholePoints = (share: number) => Math.round(100 * share);

function causeOf({ events }: GameRecord, step: number): Cause {
  const [event, next] = [events[step - 1], events[step]];
  if (REVEALING.some((type) => ofType(event.effects, type).length)) return "cards";
  if (!next) return "end";
  return next.seat === event.seat ? "estimate" : "view";
}

/** The enemies and the steps at which they fall. */
export const falls = ({ events }: GameRecord) =>
  events.flatMap((event, index) => ofType(event.effects, "defeat").map(({ enemy }) => ({ step: index + 1, enemy })));
