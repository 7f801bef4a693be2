// @ts-check
/** What a review says about a move, in words. */
import { actionWords } from "../game/actions.js";
import { h } from "../ui/dom.js";
import { formatChance, plural, t } from "../words/texts.js";
import { isBlunder, pointsOf } from "./chances.js";

/** @import { RatedAction, ReviewedMove } from "../types" */
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

/** What an agent says about a move: the chance before and after it, its cost, and the best actions. @param {ReviewedMove} move @param {string} agent @param {Seats} seats */
export const judgement = (move, agent, seats) => [
  h(
    "p",
    {},
    h("strong", {}, t("review.change", { before: shareText(move.won_before), after: shareText(move.won_after) })),
    " ",
    costLabel(move) ?? t("review.no-cost"),
  ),
  ...(move.best.length ? bestList(move, agent, seats) : []),
];

/** The best actions, in the order of the agent. @param {ReviewedMove} move @param {string} agent @param {Seats} seats */
const bestList = (move, agent, seats) => [
  h("p", { class: "quiet", id: "best-title" }, t("review.best", { agent })),
  h("ol", { class: "best", "aria-labelledby": "best-title" }, ...move.best.map((each) => bestItem(each, move, seats))),
];

/** @param {RatedAction} advised @param {ReviewedMove} move @param {Seats} seats */
function bestItem({ action, won }, move, seats) {
  const played = action === move.action ? h("span", { class: "tag" }, t("review.played")) : null;
  return h("li", {}, h("strong", { class: "chance" }, shareText(won)), " ", actionWords(action, seats), " ", played);
}
