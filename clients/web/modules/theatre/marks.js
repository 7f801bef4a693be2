// @ts-check
/** What a step says in one or two words, and where: `+3` at a seat that draws, the damage on the enemy. */
import { totalValue } from "../game/cards.js";
import { t } from "../words/texts.js";

/** @import { BoardView } from "../types" */
/** @import { Step } from "./frames.js" */

/** @typedef {{ text: string, at: string[] }} Mark a text, and selectors of its place, the first one on the page counts */

const ENEMY = [".enemy-card"];

/** The marks of a step. @param {Step} step @param {BoardView} before @returns {Mark[]} */
export function marksOf(step, before) {
  switch (step.type) {
    case "heal":
      return [{ text: t("brief.heal", { count: step.count }), at: ['[data-pile="tavern"]'] }];
    case "deal":
      return step.draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [`[data-seat="${seat}"]`] }));
    case "shield":
      return [{ text: t("brief.shield", { amount: step.amount }), at: ['[data-number="shield"]'] }];
    case "damage":
      return [{ text: damageText(step.amount, before), at: ENEMY }];
    case "defeat":
      return [{ text: t(step.exact ? "brief.defeat-exact" : "brief.defeat"), at: ENEMY }];
    case "strike":
      return [{ text: strikeText(step.amount), at: [`[data-seat="${step.seat}"]`, ".hand"] }];
    case "cancel-immunity":
      return [{ text: t("brief.cancel-immunity"), at: ENEMY }];
    default:
      return [];
  }
}

/** The damage, and how clubs double it. @param {number} amount @param {BoardView} before */
function damageText(amount, { played }) {
  const value = totalValue(played.at(-1) ?? []);
  return value && amount === 2 * value ? t("brief.damage-doubled", { value, amount }) : t("brief.damage", { amount });
}

/** @param {number} amount */
const strikeText = (amount) => (amount ? t("brief.strike", { amount }) : t("brief.blocked"));
