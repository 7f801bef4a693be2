/** The puzzles that were tried in this browser, in `localStorage`: by their seeds and positions, whether they are solved. */
import { getValue, setValue } from "./items.ts";

const KEY = "regicide.puzzles";
/** Two years of them. */
const MAX_ENTRIES = 1248;

type Trials = Record<string, "solved" | "missed">;

/** What became of the puzzles by their keys; nothing if it is damaged. */
export function trials(): Trials {
  const saved = getValue(KEY);
  return saved && typeof saved === "object" && !Array.isArray(saved) ? saved : {};
}

/** Keep what became of a puzzle; one that is solved stays so. */
export function noteTrial(key: string, isSolved: boolean) {
  const { [key]: before, ...others } = trials();
  const entries = Object.entries(others).slice(1 - MAX_ENTRIES);
  setValue(KEY, Object.fromEntries([...entries, [key, isSolved || before === "solved" ? "solved" : "missed"]]));
}
