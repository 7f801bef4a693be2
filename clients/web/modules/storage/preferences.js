// @ts-check
/** The preferences of this browser in `localStorage`; changes of another tab count, too. */

import { getValue, setValue } from "./items.js";

const PREFERENCES = "regicide.preferences";

/** @typedef {"slow" | "normal" | "fast" | "off"} Speed how fast actions are shown; off: at once */

/** The values that each preference can have; the first one is its default. */
const VALUES = {
  speed: /** @type {Speed[]} */ (["normal", "slow", "fast", "off"]),
  /** Whether sounds are played. */
  sound: [false, true],
  /** Whether the device notifies of the player's turn. */
  notify: [false, true],
  /** Whether the legend of the suits is open. */
  legend: [true, false],
};

/** @typedef {{ [Name in keyof typeof VALUES]: (typeof VALUES)[Name][number] }} Preferences */

/** @type {Map<keyof Preferences, Set<(value: never) => void>>} */
const listeners = new Map();

/** @returns {Partial<Preferences>} */
const read = () => getValue(PREFERENCES) ?? {};

/**
 * The value of a preference; the default in place of a stored value that it cannot have.
 * @template {keyof Preferences} Name
 * @param {Name} name @returns {Preferences[Name]}
 */
export function preference(name) {
  const [stored, values] = [read()[name], /** @type {Preferences[Name][]} */ (VALUES[name])];
  return /** @type {Preferences[Name]} */ (values.find((value) => value === stored) ?? values[0]);
}

/**
 * Store a preference and tell its listeners.
 * @template {keyof Preferences} Name
 * @param {Name} name @param {Preferences[Name]} value
 */
export function setPreference(name, value) {
  setValue(PREFERENCES, { ...read(), [name]: value });
  tell(name);
}

/**
 * Call a listener after each change of a preference. Returns a function that removes the listener.
 * @template {keyof Preferences} Name
 * @param {Name} name @param {(value: Preferences[Name]) => void} listener
 */
export function onPreference(name, listener) {
  const told = listeners.get(name) ?? new Set();
  listeners.set(name, told.add(listener));
  return () => void told.delete(listener);
}

/** @param {keyof Preferences} name */
function tell(name) {
  for (const listener of listeners.get(name) ?? []) listener(/** @type {never} */ (preference(name)));
}

globalThis.addEventListener?.("storage", ({ key }) => key === PREFERENCES && [...listeners.keys()].forEach(tell));
