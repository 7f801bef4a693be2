// @ts-check
/** What a step says in one or two words, and where: a number at a seat that draws, the damage on the enemy. */
import { totalValue } from "../game/cards.js";
import { briefText } from "../words/narration.js";
import { t } from "../words/texts.js";

/** @import { BoardView, Effect } from "../types" */
/** @import { Step } from "./frames.js" */

/** @typedef {{ text: string, at: string[] }} Mark a text, and selectors of its place, the first one on the page counts */

/** The place of a mark; the enemy without one. @type {Record<string, string>} */
const PLACES = { heal: '[data-pile="tavern"]', shield: '[data-number="shield"]' };
const ENEMY = ".enemy-card";

/** The marks of a step. @param {Step} step @param {BoardView} before @returns {Mark[]} */
export function marksOf(step, before) {
  if (step.type === "deal")
    return step.draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [`[data-seat="${seat}"]`] }));
  if (step.type === "strike") return [{ text: strikeText(step.amount), at: [`[data-seat="${step.seat}"]`, ".hand"] }];
  const text = step.type === "damage" ? damageText(step.amount, before) : briefText(/** @type {Effect} */ (step));
  return text ? [{ text, at: [PLACES[step.type] ?? ENEMY] }] : [];
}

/** The damage, and how clubs double it. @param {number} amount @param {BoardView} before */
function damageText(amount, { played }) {
  const value = totalValue(played.at(-1) ?? []);
  return value && amount === 2 * value ? t("brief.damage-doubled", { value, amount }) : t("brief.damage", { amount });
}

/** @param {number} amount */
const strikeText = (amount) => (amount ? t("brief.strike", { amount }) : t("brief.blocked"));
