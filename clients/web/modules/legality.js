// @ts-check
/**
 * Which actions are legal is for the server to say: the view lists all. This finds the one that the selected cards make,
 * and where there is none, the words for why.
 */
import { cardsOf } from "./names.js";
import { inOrder, phaseText, refusalText, valueOf } from "./reference.js";
import { t } from "./texts.js";

/** @import { GameView } from "./types" */

/** @param {GameView} view */
export const mine = (view) => view.turn !== null && view.turn === view.you;

/** What to do with these cards now: to play or to discard them. @param {GameView} view @param {string[]} codes */
function text(view, codes) {
  const cards = inOrder(codes);
  return view.phase === "suffer" ? cards.map((code) => `-${code}`).join("") : cards.join("+");
}

/** The legal action that exactly these cards make. @param {GameView} view @param {string[]} codes */
export function actionOf(view, codes) {
  const wanted = text(view, codes);
  return view.legal_actions.find((action) => action === wanted) ?? null;
}

/** The cards that some legal action has together with the selected ones. @param {GameView} view @param {string[]} codes */
export function goesWith(view, codes) {
  const sets = view.legal_actions.map(cardsOf).filter((cards) => codes.every((code) => cards.includes(code)));
  return new Set(sets.flat());
}

/** What must still be covered when these cards are discarded. @param {GameView} view @param {string[]} codes */
export const uncovered = (view, codes) => Math.max(0, (view.enemy?.strikes_for ?? 0) - valueOf(codes));

/** Why these cards make no legal action, in a sentence or two. @param {GameView} view @param {string[]} codes */
export function whyNot(view, codes) {
  if (!mine(view)) return t("why.not-your-turn");
  if (view.phase === "suffer")
    return `${refusalText("does-not-cover-damage")} ${t("suffer.left", { left: uncovered(view, codes) })}`;
  if (view.phase === "play")
    return `${refusalText("not-a-combo")} ${goesWith(view, codes).size ? t("why.add") : ""}`.trim();
  return phaseText(view.phase);
}

/** Whether a legal action is without cards: to yield, to flip. @param {GameView} view @param {string} action */
export const may = (view, action) => view.legal_actions.includes(action);

/** The seats that may be appointed. @param {GameView} view */
export const appointable = (view) =>
  view.legal_actions.filter((action) => action.startsWith(">")).map((action) => Number(action.slice(1)));
