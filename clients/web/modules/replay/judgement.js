// @ts-check
/** What a review says about a move, in words. */
import { cardChip } from "../cards/images.js";
import { actionWords } from "../game/actions.js";
import { h } from "../ui/dom.js";
import { cardsOf } from "../words/names.js";
import { formatChance, plural, t } from "../words/texts.js";
import { isBlunder, pointsOf } from "./chances.js";

/** @import { RatedAction, ReviewedMove } from "../types" */
/** @import { Balance } from "./chances.js" */
/** @import { Seats } from "../words/names.js" */

/** A chance to win as a percentage, or a dash if it is unknown. @param {number | null} chance */
export const shareText = (chance) => (chance === null ? "–" : formatChance(chance));

/** What a move costs in percentage points, with a sign before the cost of a blunder; null for a move without a cost. @param {ReviewedMove} move */
export function costLabel(move) {
  const cost = pointsOf(move);
  if (!cost) return null;
  if (!isBlunder(move)) return h("span", { class: "cost" }, plural("review.cost", cost));
  return h(
    "span",
    { class: "cost blunder" },
    h("span", { "aria-hidden": "true" }, "▼ "),
    plural("review.blunder", cost),
  );
}

/** The best action as a sentence; empty for a move without a cost. @param {ReviewedMove} move @param {Seats} seats */
export function betterText(move, seats) {
  const [better] = move.best;
  if (!pointsOf(move) || !better || better.action === move.action) return "";
  return t("review.better", { action: actionWords(better.action, seats), share: shareText(better.won) });
}

/** The chance before and after a move in words: what its choice cost, and what else changed the chance. @param {ReviewedMove} move @param {Balance} balance */
export const verdict = (move, { before, after, rest, cause }) => [
  h("strong", {}, t("review.change", { before: shareText(before), after: shareText(after) })),
  " ",
  moveCost(move),
  rest ? ` ${plural(`review.${cause}-${rest > 0 ? "up" : "down"}`, Math.abs(rest))}` : null,
];

/** The cost of a move as a sentence; a blunder has a sign and a word. @param {ReviewedMove} move */
function moveCost(move) {
  const cost = pointsOf(move);
  if (!cost) return t("review.no-cost");
  if (!isBlunder(move)) return plural("review.move-cost", cost);
  const sign = h("span", { "aria-hidden": "true" }, "▼ ");
  return h("span", { class: "cost blunder" }, sign, plural("review.move-blunder", cost));
}

/** The best actions at a move, in the order of the agent, by cards; the one that was played has a mark. @param {ReviewedMove} move @param {Seats} seats @param {string} title the id of its title */
export const bestList = (move, seats, title) =>
  h("ol", { class: "best", "aria-labelledby": title }, ...move.best.map((each) => bestItem(each, move, seats)));

/** @param {RatedAction} advised @param {ReviewedMove} move @param {Seats} seats */
function bestItem({ action, won }, move, seats) {
  const played = action === move.action ? h("span", { class: "tag" }, t("review.played")) : null;
  return h("li", {}, h("strong", { class: "chance" }, shareText(won)), " ", ...actionLabel(action, seats), " ", played);
}

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. @param {string} action @param {Seats} seats */
function actionLabel(action, seats) {
  const words = actionWords(action, seats);
  if (/^([a-z]|>)/.test(action)) return [words];
  return [...cardsOf(action).map(cardChip), h("span", { class: "hidden" }, words)];
}
