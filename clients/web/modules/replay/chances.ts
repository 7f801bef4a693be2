/** The chance to win over a reviewed game: the points of its curve, and its costliest moves. */
import { ofType } from "../effects.ts";
import { isWorse } from "../words/reasons.ts";
import type { GameRecord, GameReview, RecordedEvent, ReviewedMove } from "../types.ts";

/** What the chances need of a record. */
type Course = Pick<GameRecord, "result"> & { events: Pick<RecordedEvent, "seat" | "effects">[] };

/** A move that costs at least as many percentage points is a blunder. */
const BLUNDER_POINTS = 10;

/** A move is among the best ones of a game if it is ahead of all others by at least as many. */
const LEADING_POINTS = 3;

/** Effects by which cards become known. */
const REVEALING = ["draw", "reveal", "defeat"] as const;

/** Whether an incident, not an action, ended the game: a timeout, or an agreement to give it up. */
export const endsWithoutAction = ({ result }: Pick<GameRecord, "result">) =>
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

/** The moves that were the best by the most percentage points; of several the first ones. */
export const bestMoves = (review: GameReview, count: number) =>
  review.moves
    .map((move) => ({ move, points: aheadOf(move) }))
    .filter(({ points }) => points >= LEADING_POINTS)
    .sort((one, other) => other.points - one.points || one.move.number - other.move.number)
    .slice(0, count);

/**
 * The reader's best move beside best moves that are all of others; undefined if none is better than all others.
 * @param isYours whether the reader made a move
 */
export const ownBest = (
  review: GameReview,
  best: { move: ReviewedMove }[],
  isYours: (move: ReviewedMove) => boolean,
) =>
  best.some(({ move }) => isYours(move))
    ? undefined
    : bestMoves(review, review.moves.length).find(({ move }) => isYours(move));

/** The percentage points by which a move is better than all others; 0 if the estimates tell none of them apart from it. */
function aheadOf({ action, best: [first, second] }: ReviewedMove) {
  if (first?.action !== action || first.won === null || (second?.won ?? null) === null) return 0;
  return isWorse(first.won, first.won - second.won!) ? wholePoints(first.won) - wholePoints(second.won!) : 0;
}

/** The action that a move is compared with: the best one if the move is costly, the next one if it stands out, or none. */
export function rivalOf(move: ReviewedMove) {
  if (pointsOf(move)) return move.best.find(({ action }) => action !== move.action);
  return aheadOf(move) ? move.best[1] : undefined;
}

/**
 * The chance to win at each step, by the player to act there: before the first move, after each move and the cards that
 * it turned up, and, at the last step, the certain end, if the last move has brought it about.
 */
export function points(record: Course, review: GameReview): Point[] {
  const { events, result } = record;
  const moves = movesByStep(review);
  const end = endsWithoutAction(record) ? moves.get(events.length)?.won_after : Number(result?.outcome === "won");
  const chanceAt = (step: number) => (step === events.length ? end : moves.get(step + 1)?.won_before);
  return Array.from({ length: events.length + 1 }, (_, step) => ({ step, chance: chanceAt(step) })).filter(
    (point): point is Point => point.chance !== undefined,
  );
}

/** The ends of the scale of a curve: all chances, or 20 or 40 points if they suffice; on fewer, small costs would look large. */
export function scaleOf(chances: number[]) {
  const [least, most] = [Math.min(1, ...chances), Math.max(0, ...chances)];
  const span = [0.2, 0.4].find((points) => least >= 1 - points || most <= points) ?? 1;
  return least >= 1 - span ? [1 - span, 1] : [0, span];
}

/**
 * Percentage points after a move, 0 for fewer than a blunder costs: what the cards that it turned up brought, or, if it
 * turned up none, what the next player sees otherwise: after a costly move only a fall, as a rise would seem its merit.
 */
export type Change = { luck: number; view: number };

/** What changed after a move. That and the cost of the move add up to the difference of the shown percentages. */
export function changeAfter(record: Course, review: GameReview, move: ReviewedMove): Change {
  const after = points(record, review).find(({ step }) => step === move.number)?.chance ?? move.won_after;
  const all = wholePoints(after) - wholePoints(move.won_before) + pointsOf(move);
  const change = Math.abs(all) >= BLUNDER_POINTS ? all : 0;
  const [{ effects, seat }, next] = record.events.slice(move.number - 1);
  if (REVEALING.some((type) => ofType(effects, type).length)) return { luck: change, view: 0 };
  const isOther = next && next.seat !== seat && (change < 0 || !pointsOf(move));
  return { luck: 0, view: isOther ? change : 0 };
}

/** The move whose cards took the most, with what changed after it; undefined if none took as much as a blunder costs. */
export function worstLuck(record: Course, review: GameReview) {
  const found = review.moves.map((move) => ({ move, change: changeAfter(record, review, move) }));
  const bad = found.filter(({ change }) => change.luck < 0);
  return bad.sort((one, other) => one.change.luck - other.change.luck).at(0);
}

/** The worst luck, if it took more than any move cost. */
export function decidingLuck(record: Course, review: GameReview) {
  const worst = worstLuck(record, review);
  return worst && -worst.change.luck > Math.max(...review.moves.map(pointsOf)) ? worst : undefined;
}

const wholePoints = (share: number) => Math.round(100 * share);

/** The enemies and the steps at which they fall. */
export const falls = ({ events }: GameRecord) =>
  events.flatMap((event, index) => ofType(event.effects, "defeat").map(({ enemy }) => ({ step: index + 1, enemy })));
