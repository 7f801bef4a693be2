// @ts-check
/** Which cards move in a step, from where to where, as selectors of the places on the page. */

import { ofLater } from "../effects.js";

/** @import { BoardView } from "../types" */
/** @import { Step } from "./frames.js" */

/**
 * A card that moves.
 * @typedef {object} Flight
 * @property {string | null} card its code; null: face down
 * @property {string[]} from selectors of its place before the step, the first one on the page counts
 * @property {string[]} to selectors of its place after the step
 * @property {boolean} [copy] whether it is a copy, which fades, of a card that stays
 * @property {boolean} [secret] whether it is face up only if its place after the step shows it
 * @property {"turn" | "fall"} [manner] turns its face up on the way; or tilts before it goes
 */

const MAX_SHOWN = 12;

/** The flights of a step, in order. @param {Step} step @param {BoardView} before @returns {Flight[]} */
export function flightsOf(step, before) {
  switch (step.type) {
    case "play":
      return step.cards.map((card) => ({ card, from: hand(step.seat, card), to: played(card) }));
    case "discard":
      return step.cards.map((card) => ({ card, from: hand(step.seat, card), to: [pile("discard")] }));
    case "heal":
      return (step.cards ?? []).map((card) => ({ card, from: [pile("discard")], to: [pile("tavern")] }));
    case "deal":
      return dealt(step.draws, before);
    case "shield":
      return shielding(before).map((card) => ({
        card,
        from: played(card),
        to: ['[data-number="shield"]'],
        copy: true,
      }));
    case "defeat":
      return [
        { card: step.enemy, from: [".enemy-card"], to: [pile(step.exact ? "tavern" : "discard")], manner: "fall" },
      ];
    case "clear":
      return before.played.flat().map((card) => ({ card, from: played(card), to: [pile("discard")] }));
    case "reveal":
      return [{ card: step.enemy, from: [pile("castle")], to: [".enemy-card [data-card]"], manner: "turn" }];
    case "yield":
    case "flip":
    case "damage":
    case "strike":
    case "cancel-immunity":
    case "turn":
    case "over":
      return [];
    default:
      return ofLater(step, []);
  }
}

/** The place of a card in a hand: on the page if the viewer sees it, else the seat. @param {number} seat @param {string} [card] */
const hand = (seat, card) => [
  ...(card ? [`.hand [data-card="${card}"]`, `[data-seat="${seat}"] [data-card="${card}"]`] : []),
  `[data-seat="${seat}"]`,
  ".hand",
];

/** The place of a card that is played. @param {string} card */
const played = (card) => [`#played [data-card="${card}"]`];

/** The spades that begin to count: those of the last play, or of all plays before a jester. @param {BoardView} board */
function shielding({ played: plays }) {
  const last = plays.at(-1) ?? [];
  return (last[0]?.startsWith("X") ? plays.flat() : last).filter((card) => card.endsWith("S"));
}

/** @param {"castle" | "tavern" | "discard"} name */
const pile = (name) => `[data-pile="${name}"] .pile-picture`;

/**
 * One card for each player in turn, as long as the player draws. Of the others' cards, the known top cards of the tavern
 * are face up alone: an event may name more than the viewer of the board sees.
 * @param {import("./changes.js").Draw[]} draws @param {BoardView} before @returns {Flight[]}
 */
function dealt(draws, before) {
  const rounds = Math.max(...draws.map(({ count }) => count));
  const order = Array.from({ length: rounds }, (_, round) => draws.filter(({ count }) => count > round)).flat();
  const taken = new Map();
  return order.slice(0, MAX_SHOWN).map(({ seat, cards }, index) => {
    const card = seat === before.you || before.hands ? cards?.[taken.get(seat) ?? 0] : undefined;
    taken.set(seat, (taken.get(seat) ?? 0) + 1);
    const known = before.tavern_top[index];
    const [from, to] = [[pile("tavern")], hand(seat, card)];
    return known || !card ? { card: known ?? null, from, to } : { card, from, to, secret: true, manner: "turn" };
  });
}
