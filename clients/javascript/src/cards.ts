/** What follows from the codes of cards and actions alone. */
import type { CardReference, EnemyView, Rank, Suit } from "./generated/types.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
const SUITS = ["C", "D", "H", "S"] as const;
const SYMBOLS = "♣♦♥♠";
/** The cards of ranks in all suits. */
export const cardsOfRanks = (...ranks: string[]): string[] => SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));

/** All cards in canonical order. */
const CODES: readonly string[] = [...cardsOfRanks(...RANKS), "X1", "X2"];
const ENEMIES: Record<string, { attack: number; health: number }> = {
  J: { attack: 10, health: 20 },
  Q: { attack: 15, health: 30 },
  K: { attack: 20, health: 40 },
};

/** A card. A jester has neither rank nor suit. */
export interface Card {
  code: string;
  rank: Rank | null;
  suit: Suit | null;
  /** Its value as an attack and as a discard. */
  value: number;
}

/** The card of a code, `10H` or `X1`, or of a text as `formatCard` has it, in capitals or not; null if there is none. */
export function parseCard(text: string): Card | null {
  const code = text.toUpperCase().replace(/[♣♦♥♠]/, (symbol) => SUITS[SYMBOLS.indexOf(symbol)] ?? "");
  if (!CODES.includes(code)) return null;
  if (code.startsWith("X")) return { code, rank: null, suit: null, value: 0 };
  const rank = code.slice(0, -1) as Rank;
  const value = ENEMIES[rank]?.attack ?? (rank === "A" ? 1 : Number(rank));
  return { code, rank, suit: code.slice(-1) as Suit, value };
}

/** A card with the symbol of its suit: `10♥`; the code of a jester, and of a card that is unknown. */
export function formatCard(code: string): string {
  const { rank, suit } = parseCard(code) ?? {};
  return rank && suit ? rank + SYMBOLS[SUITS.indexOf(suit)] : code;
}

/** The name of a card in the language of a reference (`client.getCards`); the code of a card that is unknown. */
export const cardName = (code: string, { cards }: CardReference): string =>
  cards.find((each) => each.code === code)?.name ?? code;

/** The total value of cards. */
export const totalValue = (codes: readonly string[]): number =>
  codes.reduce((sum, code) => sum + (parseCard(code)?.value ?? 0), 0);

/** The most that the cards of a combo are worth together. */
const COMBO_TOTAL = 10;

/** The rule that cards break which cannot be played together. */
export type ComboFault = "jester" | "companion" | "ranks" | "total";

/**
 * Why cards cannot be played together: a jester is played alone, an animal companion goes with one card, other cards have
 * one rank, and are worth ten together at most. Null if they can be.
 */
export function comboFault(codes: readonly string[]): ComboFault | null {
  if (codes.length < 2) return null;
  const ranks = codes.map((code) => parseCard(code)?.rank ?? null);
  if (ranks.includes(null)) return "jester";
  if (ranks.includes("A")) return codes.length > 2 ? "companion" : null;
  if (new Set(ranks).size > 1) return "ranks";
  return totalValue(codes) > COMBO_TOTAL ? "total" : null;
}

/** Cards in canonical order, as in actions and views. */
export const sortedCards = (codes: readonly string[]): string[] =>
  [...codes].sort((one, other) => CODES.indexOf(one) - CODES.indexOf(other));

/** The enemy of a card at full health; null for a card that is none. */
export function enemyOf(card: string): EnemyView | null {
  const numbers = ENEMIES[parseCard(card)?.rank ?? ""];
  if (!numbers) return null;
  return { card, ...numbers, damage: 0, shield: 0, strikes_for: numbers.attack, immunity_cancelled: false };
}

/** An action. */
export type Action =
  | { kind: "play" | "discard"; cards: string[] }
  | { kind: "appoint"; seat: number }
  | { kind: "yield" | "flip" };

/** The action of a text: `8D+AC`, `-5C-7H`, `>2`, `yield`, `flip`. */
export function parseAction(text: string): Action {
  if (text === "yield" || text === "flip") return { kind: text };
  if (text.startsWith(">")) return { kind: "appoint", seat: Number(text.slice(1)) };
  return { kind: text.startsWith("-") ? "discard" : "play", cards: text.split(/[+-]/).filter(Boolean) };
}

/** The cards of an action's text; none of an action without cards. */
export function cardsOf(text: string): string[] {
  const action = parseAction(text);
  return "cards" in action ? action.cards : [];
}

/** The text of an action, with its cards in canonical order. */
export function formatAction(action: Action): string {
  if (action.kind === "appoint") return `>${action.seat}`;
  if (action.kind === "play") return sortedCards(action.cards).join("+");
  if (action.kind === "discard")
    return sortedCards(action.cards)
      .map((code) => `-${code}`)
      .join("");
  return action.kind;
}
