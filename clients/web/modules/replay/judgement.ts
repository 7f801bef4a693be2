/** What a review says about a move, in words. */
import { smallFaces } from "../cards/small_faces.ts";
import { cardsOf } from "regicide-client/cards";
import { h } from "../ui/dom.ts";
import type { Seats } from "../words/names.ts";
import { actionWords } from "../words/narration.ts";
import { lossesOf } from "../words/reasons.ts";
import { formatChance, formatList, plural, t } from "../words/texts.ts";
import { isBadLuck, isBlunder, pointsOf, type Balance } from "./chances.ts";
import { previewAt } from "./previews.ts";
import type { BoardView, GameView, RatedAction, ReviewedMove } from "../types.ts";

/** What the rest of a balance comes from, when it adds to the chance and when it takes from it. */
const REST = {
  cards: ["review.cards-up", "review.cards-down"],
  view: ["review.view-up", "review.view-down"],
  end: ["review.end-up", "review.end-down"],
  estimate: ["review.estimate-up", "review.estimate-down"],
} as const;

/** Percentage points of a chance. */
export const pointsText = (points: number) => plural("review.points", points);

/** A chance to win as a percentage, or a dash if it is unknown. */
export const shareText = (chance: number | null) => (chance === null ? "–" : formatChance(chance));

/** What a move costs of the chance, with a sign before the cost of a blunder; null for a move without a cost. */
export function costLabel(move: ReviewedMove) {
  const cost = pointsOf(move);
  if (!cost) return null;
  if (!isBlunder(move)) return h("span", { class: "cost" }, t("review.cost", { points: pointsText(cost) }));
  return h(
    "span",
    { class: "cost blunder" },
    h("span", { "aria-hidden": "true" }, "▼ "),
    t("review.blunder", { points: cost }),
  );
}

/** The best action by its cards, with its chance; null for a move without a cost. */
export function betterLine(move: ReviewedMove, seats: Seats) {
  const [better] = move.best;
  if (!pointsOf(move) || !better || better.action === move.action) return null;
  const share = h("span", {}, `(${shareText(better.won)})`);
  return h("span", { class: "better" }, t("review.better"), " ", actionLabel(better.action, seats), " ", share);
}

/** What the move gives up in comparison with the best one, as far as it is certain; empty if nothing. @param board before it */
export function lossesText(move: ReviewedMove, board: BoardView) {
  const [better] = move.best;
  if (!pointsOf(move) || !better || board.turn === null) return "";
  const previews = [better.action, move.action].flatMap((action) => previewAt(board, action) ?? []);
  const view = { ...board, previews, hand: board.hands?.[board.turn] } as GameView;
  const losses = lossesOf(view, better.action, move.action).map(({ text }) => text);
  return formatList(losses);
}

/** The chance before and after a move in words: what its choice cost, and what else changed the chance after that. */
export function verdict(move: ReviewedMove, { before, after, cost, rest, cause }: Balance) {
  const first = cost && rest ? [before, move.won_after] : [before];
  return [
    h("span", { class: "chance-of" }, t("review.chance"), " "),
    h("strong", {}, t("review.change", { before: first.map(shareText).join(" → "), after: shareText(after) })),
    " ",
    moveCost(move),
    rest ? ` ${restText(rest, cause)}` : null,
  ];
}

const restText = (rest: number, cause: Balance["cause"]) =>
  t(REST[cause][Number(rest < 0)], { points: pointsText(Math.abs(rest)) });

/** What the cards that a move turned up took, if that is much; it is no cost of the move. */
export const luckLabel = (balance: Balance) =>
  isBadLuck(balance) ? h("span", { class: "luck" }, restText(balance.rest, balance.cause)) : null;

/** The cost of a move as a sentence; a blunder has a sign and a word. */
function moveCost(move: ReviewedMove) {
  const cost = pointsOf(move);
  if (!cost) return t("review.no-cost");
  if (!isBlunder(move)) return t("review.move-cost", { points: pointsText(cost) });
  const sign = h("span", { "aria-hidden": "true" }, "▼ ");
  return h("span", { class: "cost blunder" }, sign, t("review.move-blunder", { points: pointsText(cost) }));
}

/**
 * The best actions at a move, in the order of the agent, by cards; the one that was played has a mark.
 * @param title the id of its title
 */
export const bestList = (move: ReviewedMove, seats: Seats, title: string) =>
  h("ol", { class: "best", "aria-labelledby": title }, ...move.best.map((each) => bestItem(each, move, seats)));

function bestItem({ action, won }: RatedAction, move: ReviewedMove, seats: Seats) {
  const played = action === move.action ? h("span", { class: "tag" }, t("review.played")) : null;
  return h("li", {}, h("strong", { class: "chance" }, shareText(won)), " ", actionLabel(action, seats), " ", played);
}

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. */
function actionLabel(action: string, seats: Seats) {
  const words = actionWords(action, seats);
  return /^([a-z]|>)/.test(action) ? words : smallFaces(cardsOf(action), words);
}
