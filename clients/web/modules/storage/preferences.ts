/** The preferences of this browser in `localStorage`; changes of another tab count, too. */

import { getValue, setValue } from "./items.ts";

const PREFERENCES = "regicide.preferences";

/** how fast actions are shown; off: at once */
export type Speed = "slow" | "normal" | "fast" | "off";

/** The values that each preference can have; the first one is its default. */
const VALUES = {
  speed: ["normal", "slow", "fast", "off"] as Speed[],
  /** Whether sounds are played: by default, unless the user prefers reduced motion. */
  get sound() {
    return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ? [false, true] : [true, false];
  },
  /** Whether the device notifies of the player's turn. */
  notify: [false, true],
};

type Preferences = { [Name in keyof typeof VALUES]: (typeof VALUES)[Name][number] };

const listeners: Map<keyof Preferences, Set<(value: never) => void>> = new Map();

const read = (): Partial<Preferences> => getValue(PREFERENCES) ?? {};

/** The value of a preference; the default in place of a stored value that it cannot have. */
export function preference<Name extends keyof Preferences>(name: Name): Preferences[Name] {
  const [stored, values] = [read()[name], VALUES[name] as Preferences[Name][]];
  return (values.find((value) => value === stored) ?? values[0]) as Preferences[Name];
}

/** Store a preference and tell its listeners. */
export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]) {
  setValue(PREFERENCES, { ...read(), [name]: value });
  tell(name);
}

/** Call a listener after each change of a preference. Returns a function that removes the listener. */
export function onPreference<Name extends keyof Preferences>(name: Name, listener: (value: Preferences[Name]) => void) {
  const told = listeners.get(name) ?? new Set();
  listeners.set(name, told.add(listener));
  return () => void told.delete(listener);
}

function tell(name: keyof Preferences) {
  for (const listener of listeners.get(name) ?? []) listener(preference(name) as never);
}

globalThis.addEventListener?.("storage", ({ key }) => key === PREFERENCES && [...listeners.keys()].forEach(tell));
