/** The request for a review, which waits until an agent has computed it. */
import { getReview, Problem } from "../server/api.ts";
import { pause } from "../server/pause.ts";
import type { GameReview, Review } from "../types.ts";

const MAX_WAIT_MS = 300_000;
/** A server that is busy for at most this time is asked again. */
const MAX_PAUSE_S = 10;

/**
 * The review of a game as soon as it is computed; null if it has failed, or after the maximum wait.
 * @param signal ends the wait
 */
export async function requestReview(game: string, agent: string, signal: AbortSignal): Promise<GameReview | null> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const { review, pauseS } = await answer(game, agent, signal);
    if (review) return isReady(review) ? review : null;
    await pause(pauseS * 1000, signal);
  }
  return null;
}

const isReady = (review: Review): review is GameReview => review.status === "ready" && review.moves !== null;

/** An answer; a busy server's is the time after which to ask again. */
async function answer(game: string, agent: string, signal: AbortSignal) {
  try {
    return await getReview(game, agent, signal);
  } catch (error) {
    const pauseS = error instanceof Problem && error.details.status === 503 ? error.retryAfterS : 0;
    if (!pauseS || pauseS > MAX_PAUSE_S) throw error;
    return { review: null, pauseS };
  }
}
