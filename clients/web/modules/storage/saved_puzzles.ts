/** The puzzles that were tried in this browser, in `localStorage`: by their seeds and positions, whether they are solved. */
import { getValue, setValue } from "./items.ts";

const KEY = "regicide.puzzles";
/** Two years of them. */
const MAX_ENTRIES = 1248;
const MAX_TRIES = 99;
/** What became of a puzzle, and from the second try on the number of tries. */
const STORED = /^(solved|missed)(?:-(\d{1,2}))?$/;

type Texts = Record<string, string>;
/** tries: until it was solved. */
export type Tried = { isSolved: boolean; tries: number };

/** What became of the puzzles by their keys; nothing if it is damaged. */
export const trials = (): Record<string, Tried> =>
  Object.fromEntries(
    Object.entries(saved()).flatMap(([key, text]) => {
      const [, state, tries] = STORED.exec(text) ?? [];
      return state ? [[key, { isSolved: state === "solved", tries: Number(tries ?? 1) }]] : [];
    }),
  );

function saved(): Texts {
  const found = getValue(KEY);
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/** Keep what became of a puzzle; one that is solved stays as it was. */
export function noteTrial(key: string, isSolved: boolean) {
  const before = trials()[key];
  if (before?.isSolved) return;
  const { [key]: _, ...others } = saved();
  const tries = Math.min(MAX_TRIES, (before?.tries ?? 0) + 1);
  const text = [isSolved ? "solved" : "missed", ...(tries > 1 ? [tries] : [])].join("-");
  setValue(KEY, Object.fromEntries([...Object.entries(others).slice(1 - MAX_ENTRIES), [key, text]]));
}
