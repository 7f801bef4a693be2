// @ts-check
/** What a step says in one or two words, and where: a number at a seat that draws, the damage on the enemy. */
import { totalValue } from "../game/cards.js";
import { briefText } from "../words/narration.js";
import { t } from "../words/texts.js";

/** @import { BoardView, Effect } from "../types" */
/** @import { Step } from "./frames.js" */

/**
 * A text, selectors of its place, the first one on the page counts, its height there, and the type of its step.
 * @typedef {{ text: string, at: string[], height: "above" | "top" | "middle", type: string }} Mark
 */

/** The place of a mark; the enemy without one. @type {Record<string, string>} */
const PLACES = { heal: '[data-pile="tavern"] .pile-picture', shield: '[data-number="shield"]' };
const ENEMY = ".enemy-card";

/** The heights of marks, so that they leave the numbers to be seen; the others are over the middle of their places. @type {Record<string, Mark["height"]>} */
const HEIGHTS = { [PLACES.shield]: "above", [ENEMY]: "top" };

/** The marks of a step. @param {Step} step @param {BoardView} before @returns {Mark[]} */
export const marksOf = (step, before) =>
  placed(step, before)
    .filter(({ text }) => text)
    .map((mark) => ({ ...mark, height: HEIGHTS[mark.at[0]] ?? "middle", type: step.type }));

/** @param {Step} step @param {BoardView} before @returns {Omit<Mark, "height" | "type">[]} */
function placed(step, before) {
  switch (step.type) {
    case "deal":
      return step.draws.map(({ seat, count }) => ({ text: t("brief.draw", { count }), at: [seatPlace(seat)] }));
    case "strike":
      return [{ text: strikeText(step.amount), at: [seatPlace(step.seat), ".hand"] }];
    case "yield":
      return [{ text: t("seat.yielded"), at: [seatPlace(step.seat)] }];
    case "shield":
      return [{ text: `+${step.amount}`, at: [PLACES.shield] }];
    case "damage":
      return [{ text: damageText(step.amount, before), at: [ENEMY] }];
    default:
      return [{ text: briefText(/** @type {Effect} */ (step)), at: [PLACES[step.type] ?? ENEMY] }];
  }
}

/** @param {number} seat */
const seatPlace = (seat) => `[data-seat="${seat}"]`;

/** The damage, and how clubs double it. @param {number} amount @param {BoardView} before */
function damageText(amount, { played }) {
  const value = totalValue(played.at(-1) ?? []);
  return value && amount === 2 * value ? t("brief.damage-doubled", { value, amount }) : t("brief.damage", { amount });
}

/** @param {number} amount */
const strikeText = (amount) => (amount ? t("brief.strike", { amount }) : t("brief.blocked"));
