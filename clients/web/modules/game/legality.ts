/**
 * The legal actions come from the view. This module finds the one that the selected cards form, or the reason why they
 * form none.
 */
import { cardsOf } from "../words/names.ts";
import { inOrder, phaseText, refusalText, valueOf } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { GameView } from "../types.ts";

/** Whether the player has to act: it is their turn, and no bot plays on for them. */
export const isMyTurn = (view: GameView) =>
  view.turn !== null && view.turn === view.you && !view.seats[view.turn]?.stand_in;

/** What tells two positions apart in which the same player acts. */
export const momentOf = ({
  you,
  turn,
  phase,
  hand,
  enemy,
  played,
  discard,
  tavern_size: tavern,
  flips_left: flips,
}: GameView) => JSON.stringify([you, turn, phase, hand, enemy, played, discard.length, tavern, flips]);

/** The action text that plays or discards these cards. */
function actionText(view: GameView, codes: string[]) {
  const cards = inOrder(codes);
  return view.phase === "suffer" ? cards.map((code) => `-${code}`).join("") : cards.join("+");
}

/** The legal action with exactly these cards, or null. */
export function actionOfCards(view: GameView, codes: string[]) {
  const wanted = actionText(view, codes);
  return view.legal_actions.find((action) => action === wanted) ?? null;
}

/** All cards of the legal actions that contain the selected ones. */
export function combinable(view: GameView, codes: string[]) {
  const sets = view.legal_actions.map(cardsOf).filter((cards) => codes.every((code) => cards.includes(code)));
  return new Set(sets.flat());
}

/** The damage that these cards leave uncovered. */
export const damageLeft = (view: GameView, codes: string[]) =>
  Math.max(0, (view.enemy?.strikes_for ?? 0) - valueOf(codes));

/** How much of the damage these cards cover. */
const coverOf = (view: GameView, codes: string[]) => ({
  value: valueOf(codes),
  damage: view.enemy?.strikes_for ?? 0,
  left: damageLeft(view, codes),
});

/** Why these cards form no legal action, in one or two sentences. */
export function illegalReason(view: GameView, codes: string[]) {
  if (!isMyTurn(view)) return t("why.not-your-turn");
  if (view.phase === "suffer")
    return `${refusalText("does-not-cover-damage")} ${t("suffer.left", coverOf(view, codes))}`;
  if (view.phase === "play")
    return `${refusalText("not-a-combo")} ${combinable(view, codes).size ? t("why.add") : ""}`.trim();
  return phaseText(view.phase);
}

/** Whether an action is legal now. */
export const isLegal = (view: GameView, action: string) => view.legal_actions.includes(action);

/** The seats that the player may appoint. */
export const appointableSeats = (view: GameView) =>
  view.legal_actions.filter((action) => action.startsWith(">")).map((action) => Number(action.slice(1)));
