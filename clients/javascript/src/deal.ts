/** The deal as a function of its seed. */
import { cardsOfRanks } from "./cards.js";
import { sha256 } from "./sha256.js";

const FULL_HAND = [0, 8, 7, 6, 5];
const JESTERS = [0, 0, 0, 1, 2];
const NONCE = /^[0-9A-Fa-f]{32}$/;

/** A deal: the castle and the tavern from their top, and the hands by seat. */
export interface Deal {
  castle: string[];
  tavern: string[];
  hands: string[][];
}

const encoded = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a seed and its nonce, which is null in games from before nonces; null if the nonce is malformed. */
export async function commitmentOf(seed: string, nonce: string | null): Promise<string | null> {
  if (nonce !== null && !NONCE.test(nonce)) return null;
  const salt = nonce === null ? "regicide-commit-1" : `regicide-commit-2:${nonce}`;
  return hex(await sha256(encoded(`${salt}:${seed}`)));
}

/** Cards shuffled by a seed and a label: in the order of their hashes, the first on top. */
export async function shuffled(seed: string, label: string, cards: readonly string[]): Promise<string[]> {
  const key = await sha256(encoded(`regicide-deal-1:${seed}`));
  const hashOf = async (card: string) => hex(await sha256(new Uint8Array([...key, ...encoded(`${label}:${card}`)])));
  const hashed = await Promise.all(cards.map(async (card) => ({ card, hash: await hashOf(card) })));
  return hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ card }) => card);
}

/** The deal of a seed for 1 to 4 players. */
export async function deal(seed: string, players: number): Promise<Deal> {
  const ranks = Object.entries({ jacks: "J", queens: "Q", kings: "K" });
  const castle = await Promise.all(ranks.map(([label, rank]) => shuffled(seed, label, cardsOfRanks(rank))));
  const numbers = cardsOfRanks("A", "2", "3", "4", "5", "6", "7", "8", "9", "10");
  const tavern = await shuffled(seed, "tavern", [...numbers, ...["X1", "X2"].slice(0, JESTERS[players])]);
  const hands = Array.from({ length: players }, () => tavern.splice(0, FULL_HAND[players]));
  return { castle: castle.flat(), tavern, hands };
}
