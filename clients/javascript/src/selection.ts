/** What a player may do, from the view alone: the action of selected cards, or why they form none. */
import { cardsOf, formatAction, totalValue } from "./cards.js";
import type { GameView, Preview, RefusalReason } from "./generated/types.js";

type Turn = Pick<GameView, "turn" | "you" | "seats">;
type Choice = Pick<GameView, "phase" | "legal_actions" | "enemy">;

/** Whether the player of the view has to act: it is their turn, and no agent plays on for them. */
export const isMyTurn = ({ turn, you, seats }: Turn): boolean =>
  turn !== null && turn === you && !seats[turn]?.stand_in;

/** Whether a game cannot go on: it is won, lost, or cancelled, or has a status of a later version. */
export const isOver = ({ status }: Pick<GameView, "status">): boolean => !["waiting", "active"].includes(status);

/** The legal action with exactly these cards; null if there is none. */
export function actionOf({ phase, legal_actions }: Choice, cards: readonly string[]): string | null {
  const wanted = formatAction({ kind: phase === "suffer" ? "discard" : "play", cards: [...cards] });
  return cards.length && legal_actions.includes(wanted) ? wanted : null;
}

/** All cards of the legal actions that have these cards: those that can be added, and these. */
export const combinable = ({ legal_actions }: Choice, cards: readonly string[]): Set<string> =>
  new Set(
    legal_actions
      .map(cardsOf)
      .filter((each) => cards.every((card) => each.includes(card)))
      .flat(),
  );

/** The damage that a discard of these cards leaves uncovered. */
export const damageLeft = ({ enemy }: Pick<GameView, "enemy">, cards: readonly string[]): number =>
  Math.max(0, (enemy?.strikes_for ?? 0) - totalValue(cards));

/** Why these cards form no legal action, by a code of `client.getRules` or `not-your-turn`; null if they form one. */
export function whyIllegal(view: Turn & Choice, cards: readonly string[]): RefusalReason | "not-your-turn" | null {
  if (!isMyTurn(view)) return "not-your-turn";
  if (actionOf(view, cards)) return null;
  if (view.phase === "suffer") return "does-not-cover-damage";
  return view.phase === "play" ? "not-a-combo" : "wrong-phase";
}

/** The seats that the player may appoint. */
export const appointable = ({ legal_actions }: Choice): number[] =>
  legal_actions.filter((action) => action.startsWith(">")).map((action) => Number(action.slice(1)));

/** What follows from an action, in a view with previews; undefined without one. */
export const previewOf = ({ previews }: Pick<GameView, "previews">, action: string): Preview | undefined =>
  previews?.find((preview) => preview.action === action);

/**
 * The cards of the cheapest legal discard: the least total value; of these, the fewest animal companions, which count 1
 * and are worth more, as they go with any card; then the fewest cards; then the lowest ones. Null if none is legal.
 */
export function cheapestDiscard({ legal_actions }: Choice): string[] | null {
  const costs = (cards: string[]) => [
    totalValue(cards),
    cards.filter((card) => card.startsWith("A")).length,
    cards.length,
    ...cards.map((card) => totalValue([card])).sort(descending),
  ];
  const discards = legal_actions.filter((action) => action.startsWith("-")).map(cardsOf);
  const [cheapest] = discards.sort((one, other) => compared(costs(one), costs(other)));
  return cheapest ?? null;
}

const descending = (one: number, other: number) => other - one;

/** Negative if the first numbers come before the others. */
function compared(ones: number[], others: number[]): number {
  const index = ones.findIndex((each, place) => each !== others[place]);
  return index < 0 ? 0 : (ones[index] ?? 0) - (others[index] ?? 0);
}
