/** Signals: values that the page follows. What reads them is done again when they change. */
import { computed, effect, type ReadonlySignal } from "@preact/signals-core";

export { batch, computed, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals-core";

type Ends = (() => void)[];

/** What ends with the run of the current effect; null outside of effects. */
let parts: Ends | null = null;

/**
 * Do something now, and again when a signal has changed that it reads, until the effect that it is part of runs again.
 * Returns a function that ends this.
 */
export function autorun(act: () => void) {
  const stop = effect(() => {
    const outer = parts;
    const own: Ends = (parts = []);
    try {
      act();
    } finally {
      parts = outer;
    }
    return () => own.forEach((end) => end());
  });
  parts?.push(stop);
  return stop;
}

/** A value of signals which changes only when its JSON does. */
export function derived<Value>(compute: () => Value): ReadonlySignal<Value> {
  let last: { value: Value; text: string } | null = null;
  return computed(() => {
    const value = compute();
    const text = JSON.stringify(value);
    if (text !== last?.text) last = { value, text };
    return last.value;
  });
}
