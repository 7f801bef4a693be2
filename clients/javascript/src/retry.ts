/** Repetition of requests after failures that pass. */
import { ApiError, ConnectionFailed } from "./errors.js";

/** How long a call is repeated. */
export interface RetryPolicy {
  /** For a call with all its attempts, in milliseconds. A `Retry-After` beyond it ends the call at once. */
  deadlineMs: number;
  /** For one attempt, in milliseconds. */
  timeoutMs: number;
  /** The first pause between attempts, in milliseconds; each is twice as long as the one before, less up to a half. */
  firstDelayMs: number;
  maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  deadlineMs: 30_000,
  timeoutMs: 10_000,
  firstDelayMs: 250,
  maxDelayMs: 5_000,
};

/** The longest pause, also if `Retry-After` says more: timers of more than 2^31 ms end at once. */
const MAX_PAUSE_MS = 3_600_000;

/** Wait. Rejects with the reason of the signal. */
export const pause = (durationMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, durationMs);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });

/** Pauses that grow, with jitter, so that many clients do not repeat at once. */
export class Backoff {
  #nextMs;

  constructor(readonly policy: Pick<RetryPolicy, "firstDelayMs" | "maxDelayMs">) {
    this.#nextMs = policy.firstDelayMs;
  }

  reset(): void {
    this.#nextMs = this.policy.firstDelayMs;
  }

  /** The milliseconds to wait, at least as long as an error says, up to an hour. */
  next(error?: ApiError): number {
    const delayMs = this.#nextMs * (1 - Math.random() / 2);
    this.#nextMs = Math.min(2 * this.#nextMs, this.policy.maxDelayMs);
    return Math.min(Math.max(delayMs, 1000 * (error?.retryAfterS ?? 0)), MAX_PAUSE_MS);
  }
}

/** Run one attempt within a time. Rejects with ConnectionFailed, too, if the network fails, or the time is over. */
export async function attempted<Value>(
  attempt: (signal: AbortSignal) => Promise<Value>,
  timeoutMs: number,
  signal?: AbortSignal,
  onTimeout?: () => void,
): Promise<Value> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await attempt(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (cause) {
    signal?.throwIfAborted();
    if (timeout.aborted) {
      onTimeout?.();
      throw new ConnectionFailed(`no response within ${timeoutMs / 1000} s`, undefined, { cause });
    }
    if (cause instanceof TypeError) throw new ConnectionFailed(cause.message, undefined, { cause });
    throw cause;
  }
}

/** Repeat attempts until one succeeds, fails for good, or the deadline comes. A browser that is offline makes one. */
export async function repeated<Value>(
  attempt: () => Promise<Value>,
  policy: RetryPolicy,
  signal?: AbortSignal,
): Promise<Value> {
  const end = performance.now() + policy.deadlineMs;
  for (const backoff = new Backoff(policy); ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTransient)) throw error;
      const delayMs = backoff.next(error);
      if (performance.now() + delayMs > end || globalThis.navigator?.onLine === false) throw error;
      await pause(delayMs, signal);
    }
  }
}
