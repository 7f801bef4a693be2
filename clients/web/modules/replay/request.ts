/** The request for a review, which waits until an agent has computed it. */
import { pause } from "regicide-client/retry";
import { api } from "../server/api.ts";
import type { GameReview, Review } from "../types.ts";

const MAX_WAIT_MS = 300_000;
/** The longest wait of one request, in seconds. */
const WAIT_S = 20;
const DEFAULT_PAUSE_S = 2;

/** The last review that has come. */
let last: GameReview | null = null;

/** The review of a game by an agent, if it was the last one to come. */
export const lastReview = (game: string, agent: string) => (last?.game === game && last.agent === agent ? last : null);

/**
 * The review of a game as soon as it is computed; null if it has failed, or after the maximum wait.
 * @param signal ends the wait
 */
export async function requestReview(game_id: string, agent: string, signal: AbortSignal): Promise<GameReview | null> {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const { status, headers, content } = await api().send("getReview", { game_id, agent, wait: WAIT_S }, { signal });
    if (status !== 202) return content && isReady(content) ? (last = content) : null;
    await pause(1000 * (Number(headers.get("Retry-After")) || DEFAULT_PAUSE_S), signal);
  }
  return null;
}

const isReady = (review: Review): review is GameReview => review.status === "ready" && review.moves !== null;
