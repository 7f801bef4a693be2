/**
 * The tutorial that is under way, and whether one was taken to its end, in `localStorage`; whether this tab shows the end,
 * in `sessionStorage`.
 */

import { ofApi } from "./api_address.ts";
import { getItem, getValue, removeItem, setItem, setValue, tabItems } from "./items.ts";

const KEY = "regicide.tutorial";
const END_KEY = "regicide.tutorial-end";
const TAKEN_KEY = "regicide.tutorial-taken";
const PLAYERS = 2;

/** A tutorial: its game, the index of its step, and the number of steps. */
export type SavedTutorial = { id: string; tokens: string[]; step: number; steps: number };

/** The saved tutorial; null without one, and if it is damaged. */
export function savedTutorial(): SavedTutorial | null {
  const saved = getValue(ofApi(KEY));
  return isTutorial(saved) ? saved : null;
}

const isTutorial = (saved: any): saved is SavedTutorial =>
  typeof saved?.id === "string" &&
  Array.isArray(saved.tokens) &&
  saved.tokens.length === PLAYERS &&
  saved.tokens.every((token: unknown) => typeof token === "string") &&
  [saved.step, saved.steps].every((number) => Number.isInteger(number) && number >= 0);

export function saveTutorial(saved: SavedTutorial) {
  setValue(ofApi(KEY), saved);
  if (!isAtEnd(saved)) return;
  tabItems.set(END_KEY, saved.id);
  setItem(ofApi(TAKEN_KEY), saved.id);
}

/** Whether a tutorial was taken to its end. */
export const isTaken = () => getItem(ofApi(TAKEN_KEY)) !== null;

/** Whether the last step is reached. */
const isAtEnd = ({ step, steps }: SavedTutorial) => step >= steps - 1;

/**
 * Whether opening the tutorial goes on with the saved one: a finished one stays only where its end is shown, after a reload.
 */
export const goesOn = (saved: SavedTutorial) => !isAtEnd(saved) || tabItems.get(END_KEY) === saved.id;

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
