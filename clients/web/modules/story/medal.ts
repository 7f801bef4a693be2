/** Medals: of a grade, or with the number of a rank. */
import { h } from "../ui/dom.ts";

const METALS = ["gold", "silver", "bronze"] as const;

/** A medal beside the word of its grade. */
export const medal = (grade: string) => h("span", { class: `medal ${grade}`, "aria-hidden": "true" });

/** A rank, the first three on medals. */
export const rankMedal = (rank: number) =>
  rank <= METALS.length ? h("span", { class: `medal ${METALS[rank - 1]}` }, String(rank)) : String(rank);
