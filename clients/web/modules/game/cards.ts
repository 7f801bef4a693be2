/**
 * What follows from the code of a card alone: its suit, its place in the canonical order, its value, its numbers as an enemy.
 */
import type { EnemyView } from "../types.ts";

const SUITS = ["C", "D", "H", "S"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/** All cards in canonical order. */
const CODES = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "X1", "X2"];
const PLACES = new Map(CODES.map((code, place) => [code, place]));

const VALUES: Record<string, number> = { A: 1, J: 10, Q: 15, K: 20, X: 0 };

const ENEMIES: Record<string, { attack: number; health: number }> = {
  J: { attack: 10, health: 20 },
  Q: { attack: 15, health: 30 },
  K: { attack: 20, health: 40 },
};

/** The total value of cards. */
export const totalValue = (cards: string[]) =>
  cards.reduce((sum, card) => sum + (VALUES[card[0]] ?? Number(card.slice(0, -1))), 0);

/** Cards in canonical order. */
export const sortedCards = (cards: string[]) =>
  [...cards].sort((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0));

/** Cards without others. */
export const without = (cards: string[], others: string[]) => cards.filter((card) => !others.includes(card));

/** The enemy of a card at full health; null for a card that is none. */
export function enemyOf(card: string): EnemyView | null {
  const numbers = ENEMIES[card[0]];
  if (!numbers) return null;
  return { card, ...numbers, damage: 0, shield: 0, strikes_for: numbers.attack, immunity_cancelled: false };
}
