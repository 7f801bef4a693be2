/** Chances to win in words, and whether two of them differ. They are estimates: none is certain before the game ends. */
import { t } from "./texts.ts";

/** A cost of at least this much of the chance to win is worth mentioning. */
const COSTLY = 0.01;
/** What searches with other random numbers vary by: a share of the variance of a result with this chance. */
const NOISE = 0.4;

/** Whether an action is worse than the best one by more than the estimates vary. */
export const isWorse = (best: number, cost: number) => cost >= Math.max(COSTLY, NOISE * best * (1 - best));

/** How far a chance is from the best one, in won games of 100: "equal" or "−3". */
export function differenceText(best: number, chance: number) {
  const count = Math.round(100 * best) - Math.round(100 * chance);
  if (!count) return t("chance.equal");
  return count > 0 ? `−${count}` : `+${-count}`;
}

/** A chance as a number of won games: "about 96 of 100". */
export function chanceText(chance: number) {
  const count = Math.round(100 * chance);
  if (count > 99) return t("chance.most");
  return count < 1 ? t("chance.least") : t("chance.about", { count });
}
