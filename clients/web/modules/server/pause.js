// @ts-check
/** A pause that a signal can end. */

/** Wait; rejects with the reason of the signal. @param {number} durationMs @param {AbortSignal} signal @returns {Promise<void>} */
export const pause = (durationMs, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
  });
