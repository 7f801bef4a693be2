/** The deal as a function of the seed, computed in the browser: SHA-256 and a sort. */

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
const SUITS = ["C", "D", "H", "S"];
const FULL_HAND = [0, 8, 7, 6, 5];
const JESTERS = [0, 0, 0, 1, 2];
const NONCE = /^[0-9A-Fa-f]{32}$/;
const encoder = new TextEncoder();

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a seed, with its nonce if it has one; null if the nonce is malformed. */
export async function commitmentOf(seed: string, nonce: string | null) {
  if (nonce !== null && !NONCE.test(nonce)) return null;
  const salt = nonce === null ? "regicide-commit-1" : `regicide-commit-2:${nonce}`;
  return hex(await sha256(encoder.encode(`${salt}:${seed}`)));
}

/** Sort cards by their hashes; the first is the top card. */
export async function shuffle(seed: string, label: string, cards: string[]) {
  const key = await sha256(encoder.encode(`regicide-deal-1:${seed}`));
  const hashed = await Promise.all(
    cards.map(async (card) => ({
      card,
      hash: hex(await sha256(new Uint8Array([...key, ...encoder.encode(`${label}:${card}`)]))),
    })),
  );
  return hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ card }) => card);
}

const cardsOfRanks = (ranks: string[]) => SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));

/** The castle and the tavern from the top, and the hands by seat. */
export async function deal(seed: string, players: number) {
  const castle = await Promise.all(
    [
      ["jacks", "J"],
      ["queens", "Q"],
      ["kings", "K"],
    ].map(([label, rank]) => shuffle(seed, label, cardsOfRanks([rank]))),
  );
  const shuffled = await shuffle(seed, "tavern", [...cardsOfRanks(RANKS), ...["X1", "X2"].slice(0, JESTERS[players])]);
  const size = FULL_HAND[players];
  const hands = Array.from({ length: players }, (_, seat) => shuffled.slice(seat * size, (seat + 1) * size));
  return { castle: castle.flat(), tavern: shuffled.slice(players * size), hands };
}
