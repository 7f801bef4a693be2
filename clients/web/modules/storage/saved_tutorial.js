// @ts-check
/** The tutorial that is under way, in `localStorage`; whether this tab shows its end, in `sessionStorage`. */

import { ofApi } from "./api_address.js";
import { getValue, removeItem, setValue, tabItems } from "./items.js";

const KEY = "regicide.tutorial";
const END_KEY = "regicide.tutorial-end";
const PLAYERS = 2;

/** A tutorial: its game, the index of its step, and the number of steps. @typedef {{ id: string, tokens: string[], step: number, steps: number }} SavedTutorial */

/** The saved tutorial; null without one, and if it is damaged. @returns {SavedTutorial | null} */
export function savedTutorial() {
  const saved = getValue(ofApi(KEY));
  return isTutorial(saved) ? saved : null;
}

/** @param {any} saved @returns {saved is SavedTutorial} */
const isTutorial = (saved) =>
  typeof saved?.id === "string" &&
  Array.isArray(saved.tokens) &&
  saved.tokens.length === PLAYERS &&
  saved.tokens.every((/** @type {unknown} */ token) => typeof token === "string") &&
  [saved.step, saved.steps].every((number) => Number.isInteger(number) && number >= 0);

/** @param {SavedTutorial} saved */
export function saveTutorial(saved) {
  setValue(ofApi(KEY), saved);
  if (isAtEnd(saved)) tabItems.set(END_KEY, saved.id);
}

/** Whether the last step is reached. @param {SavedTutorial} saved */
const isAtEnd = ({ step, steps }) => step >= steps - 1;

/** Whether opening the tutorial goes on with the saved one: a finished one stays only where its end is shown, after a reload. @param {SavedTutorial} saved */
export const goesOn = (saved) => !isAtEnd(saved) || tabItems.get(END_KEY) === saved.id;

/** The end is left: the next opening begins anew. */
export const leaveEnd = () => tabItems.remove(END_KEY);

export function forgetTutorial() {
  removeItem(ofApi(KEY));
  leaveEnd();
}

/** The step to go on with, and the number of steps; null before the second step, and after the end. */
export function unfinishedStep() {
  const saved = savedTutorial();
  return saved && saved.step > 0 && !isAtEnd(saved) ? { step: saved.step + 1, steps: saved.steps } : null;
}
