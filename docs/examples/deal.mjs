import { createHash } from "node:crypto";

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const cards = (ranks) => ranks.flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
const numbers = ["A", ..."23456789", "10"];
const tables = { 1: [8, 0], 2: [7, 0], 3: [6, 1], 4: [5, 2] }; // cards in a full hand, jesters in the tavern

export const commitment = (seed, nonce) =>
  sha256(nonce ? `regicide-commit-2:${nonce}:` : "regicide-commit-1:", seed).toString("hex");

export function deal(seed, players) {
  const key = sha256("regicide-deal-1:", seed);
  const place = (label, card) => sha256(key, label, ":", card);
  const shuffled = (label, codes) => codes.sort((one, other) => Buffer.compare(place(label, one), place(label, other)));
  const [full, jesters] = tables[players];
  const tavern = shuffled("tavern", [...cards(numbers), ...["X1", "X2"].slice(0, jesters)]);
  const hands = Array.from({ length: players }, () => tavern.splice(0, full));
  const ranks = { jacks: "J", queens: "Q", kings: "K" };
  const castle = Object.keys(ranks).flatMap((label) => shuffled(label, cards([ranks[label]])));
  return { castle, tavern, hands };
}
