// @ts-check
/** What follows from the code of a card alone: its suit, its place in the canonical order, its value, its numbers as an enemy. */

/** @import { EnemyView } from "../types" */

const SUITS = ["C", "D", "H", "S"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/** All cards in canonical order. */
const CODES = [...SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)), "X1", "X2"];
const PLACES = new Map(CODES.map((code, place) => [code, place]));

/** @type {Record<string, number>} */
const VALUES = { A: 1, J: 10, Q: 15, K: 20, X: 0 };

/** @type {Record<string, { attack: number, health: number }>} */
const ENEMIES = { J: { attack: 10, health: 20 }, Q: { attack: 15, health: 30 }, K: { attack: 20, health: 40 } };

/** The total value of cards. @param {string[]} cards */
export const totalValue = (cards) =>
  cards.reduce((sum, card) => sum + (VALUES[card[0]] ?? Number(card.slice(0, -1))), 0);

/** Cards in canonical order. @param {string[]} cards */
export const sortedCards = (cards) =>
  [...cards].sort((one, other) => (PLACES.get(one) ?? 0) - (PLACES.get(other) ?? 0));

/** Cards without others. @param {string[]} cards @param {string[]} others */
export const without = (cards, others) => cards.filter((card) => !others.includes(card));

/** The enemy of a card at full health; null for a card that is none. @param {string} card @returns {EnemyView | null} */
export function enemyOf(card) {
  const numbers = ENEMIES[card[0]];
  if (!numbers) return null;
  return { card, ...numbers, damage: 0, shield: 0, strikes_for: numbers.attack, immunity_cancelled: false };
}
