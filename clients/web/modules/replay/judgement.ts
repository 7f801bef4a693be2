/** What a review says about a move, in words. */
import { smallFaces, withFaces } from "../cards/small_faces.ts";
import { cardsOf } from "regicide-client/cards";
import { h } from "../ui/dom.ts";
import type { Seats } from "../words/names.ts";
import { actionWords, sentence, withoutStop, type Sentence } from "../words/narration.ts";
import { lossesOf } from "../words/reasons.ts";
import { formatChance, formatList, formatShare, t } from "../words/texts.ts";
import { isBlunder, pointsOf, rivalOf, type Change } from "./chances.ts";
import { previewAt } from "./previews.ts";
import type { BoardView, GameView, RatedAction, ReviewedMove, TextKey } from "../types.ts";

/** Percentage points of a chance, as a percentage. */
export const pointsText = (points: number) => formatShare(points / 100);

/** A chance to win as a percentage, or a dash if it is unknown. */
export const shareText = (chance: number | null) => (chance === null ? "–" : formatChance(chance));

/** What a move costs of the chance, after its sign; null for a move without a cost. */
export function costLabel(move: ReviewedMove) {
  const points = pointsText(pointsOf(move));
  if (!pointsOf(move)) return null;
  return h(
    "span",
    { class: isBlunder(move) ? "cost blunder" : "cost" },
    h("span", { class: "triangle", "aria-hidden": "true" }, "▼ "),
    t(isBlunder(move) ? "review.blunder" : "review.cost", { points }),
  );
}

/** What would have been better than a costly move; null for other moves. */
export function betterLabel(move: ReviewedMove, seats: Seats) {
  const rival = pointsOf(move) ? rivalOf(move) : undefined;
  return rival ? h("span", { class: "better" }, t("review.better"), " ", actionLabel(rival.action, seats)) : null;
}

/** How far a move is ahead of the next best one, which it names. */
export function aheadText({ best }: ReviewedMove, points: number, seats: Seats) {
  const [action, cards] = [best[1].action, cardsOf(best[1].action)];
  const next = cards.length ? { cards } : actionWords(action, seats);
  return withFaces(sentence("ending.ahead", { action: next, points: pointsText(points) }));
}

/** The enemy of a move. */
export const againstLabel = (enemy: string) =>
  h("span", { class: "against" }, ...withFaces(sentence("review.against", { enemy: { cards: [enemy] } })));

/** What the cards that a move turned up changed, or else what the next player sees otherwise; null for little. */
export function changeLabel({ luck, view }: Change) {
  if (!luck && !view) return null;
  const [key, points]: [TextKey, string] = luck
    ? [luck > 0 ? "review.cards-up" : "review.cards-down", pointsText(Math.abs(luck))]
    : ["review.next-view", `${view > 0 ? "+" : "−"}${pointsText(Math.abs(view))}`];
  return h("span", { class: "luck" }, t(key, { points }));
}

/**
 * Two parts: the move, with its number and the chance to win that it leaves, and the action that it is compared with, if there is one; the
 * worse of them says what it gives up. @param board before the move
 */
export function comparison(move: ReviewedMove, sentence: Sentence, board: BoardView, seats: Seats) {
  const rival = rivalOf(move);
  const isCostly = pointsOf(move) > 0;
  const chance = h("strong", {}, shareText(playedChance(move)));
  const because = (better: string, worse: string) => {
    const losses = lossesText(board, better, worse);
    return losses && ` (${losses})`;
  };
  return [
    h(
      "span",
      {},
      ...[
        h("strong", {}, `${move.number}.`),
        " ",
        h("span", { "data-mark": "played" }, ...withFaces(withoutStop(sentence))),
        ": ",
        chance,
        " ",
        t("review.to-win"),
      ],
      ...[rival && isCostly && because(rival.action, move.action), ". "],
    ),
    rival &&
      h(
        "span",
        {},
        ...[t(isCostly ? "review.better" : "review.next-best"), " ", marked("other", rival.action, seats), ", "],
        ...[h("strong", {}, shareText(rival.won)), !isCostly && because(move.action, rival.action), "."],
      ),
  ];
}

/** An action with the mark that its cards have on the board. */
const marked = (mark: string, action: string, seats: Seats) =>
  h("span", { "data-mark": mark }, actionLabel(action, seats));

/** The chance after a move; before it, if the estimates do not tell the move from the best one. */
export const playedChance = (move: ReviewedMove) => (rivalOf(move) ? move.won_after : move.won_before);

/** The marks of the cards in the hand before a move: those played, and those of the action that it is compared with. */
export function marksOf(move: ReviewedMove) {
  const [played, other] = [cardsOf(move.action), cardsOf(rivalOf(move)?.action ?? "")];
  const markOf = (code: string) => [played.includes(code) && "played", other.includes(code) && "other"];
  return Object.fromEntries([...played, ...other].map((code) => [code, markOf(code).filter(Boolean).join(" ")]));
}

/** What an action gives up in comparison with a better one, as far as it is certain; empty if nothing. */
function lossesText(board: BoardView, better: string, worse: string) {
  if (board.turn === null) return "";
  const previews = [better, worse].flatMap((action) => previewAt(board, action) ?? []);
  const view = { ...board, previews, hand: board.hands?.[board.turn] } as GameView;
  return formatList(lossesOf(view, better, worse).map(({ text }) => text));
}

/**
 * The best actions at a move, and the one that was played, which has a mark, by their chances; by cards.
 * @param title the id of its title
 */
export function bestList(move: ReviewedMove, seats: Seats, title: string) {
  const { best, action } = move;
  const played = { action, won: playedChance(move) };
  const others = best.map((each) => (each.action === action ? played : each));
  const shown = others.includes(played) ? others : [...others, played];
  shown.sort((one, other) => (other.won ?? 0) - (one.won ?? 0));
  return h("ol", { class: "best", "aria-labelledby": title }, ...shown.map((each) => bestItem(each, move, seats)));
}

function bestItem({ action, won }: Pick<RatedAction, "action" | "won">, move: ReviewedMove, seats: Seats) {
  const played = action === move.action ? h("span", { class: "tag" }, t("review.played")) : null;
  return h("li", {}, h("strong", { class: "chance" }, shareText(won)), " ", actionLabel(action, seats), " ", played);
}

/** An action, a discard with its word. */
export const namedAction = (action: string, seats: Seats) =>
  action.startsWith("-")
    ? h("span", {}, ...withFaces(sentence("action.discard", { cards: { cards: cardsOf(action) } })))
    : actionLabel(action, seats);

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. */
export function actionLabel(action: string, seats: Seats) {
  const words = actionWords(action, seats);
  return /^([a-z]|>)/.test(action) ? words : smallFaces(cardsOf(action), words);
}
