/** A pause that a signal can end. */

/** Wait; rejects with the reason of the signal. */
export const pause = (durationMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
