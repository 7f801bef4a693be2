// @ts-check
/** The request for a review, which waits until an agent has computed it. */
import { getReview, Problem } from "../server/api.js";
import { pause } from "../server/pause.js";

/** @import { GameReview, Review } from "../types" */

const MAX_WAIT_MS = 300_000;
/** A server that is busy for at most this time is asked again. */
const MAX_PAUSE_S = 10;

/**
 * The review of a game as soon as it is computed; null if it has failed, or after the maximum wait.
 * @param {string} game @param {string} agent @param {AbortSignal} signal ends the wait
 * @returns {Promise<GameReview | null>}
 */
export async function requestReview(game, agent, signal) {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const { review, pauseS } = await answer(game, agent, signal);
    if (review) return isReady(review) ? review : null;
    await pause(pauseS * 1000, signal);
  }
  return null;
}

/** @param {Review} review @returns {review is GameReview} */
const isReady = (review) => review.status === "ready" && review.moves !== null;

/** An answer; a busy server's is the time after which to ask again. @param {string} game @param {string} agent @param {AbortSignal} signal */
async function answer(game, agent, signal) {
  try {
    return await getReview(game, agent, signal);
  } catch (error) {
    const pauseS = error instanceof Problem && error.details.status === 503 ? error.retryAfterS : 0;
    if (!pauseS || pauseS > MAX_PAUSE_S) throw error;
    return { review: null, pauseS };
  }
}
