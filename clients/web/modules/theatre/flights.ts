/** Which cards move in a step, from where to where, as selectors of the places on the page. */
import { ofLater } from "../effects.ts";
import type { BoardView } from "../types.ts";
import type { Draw, Step } from "./frames.ts";

/** A card that moves. */
export type Flight = {
  card: string | null; // its code; null: face down
  from: string[]; // selectors of its place before the step, the first one on the page counts
  to: string[]; // selectors of its place after the step
  copy?: boolean; // whether it is a copy, which fades, of a card that stays
  secret?: boolean; // whether it is face up only if its place after the step shows it
  manner?: "turn" | "fall"; // turns its face up on the way; or tilts before it goes
};

const MAX_SHOWN = 12;

/** The flights of a step, in order. */
export function flightsOf(step: Step, before: BoardView): Flight[] {
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

/** The place of a card in a hand: on the page if the viewer sees it, else the seat. */
const hand = (seat: number, card?: string) => [
  ...(card ? [`.hand [data-card="${card}"]`, `[data-seat="${seat}"] [data-card="${card}"]`] : []),
  `[data-seat="${seat}"]`,
  ".hand",
];

/** The place of a card that is played. */
const played = (card: string) => [`#played [data-card="${card}"]`];

/** The spades that begin to count: those of the last play, or of all plays before a jester. */
function shielding({ played: plays }: BoardView) {
  const last = plays.at(-1) ?? [];
  return (last[0]?.startsWith("X") ? plays.flat() : last).filter((card) => card.endsWith("S"));
}

const pile = (name: "castle" | "tavern" | "discard") => `[data-pile="${name}"] .pile-picture`;

/**
 * One card for each player in turn, as long as the player draws. Of the others' cards, the known top cards of the tavern
 * are face up alone: an event may name more than the viewer of the board sees.
 */
function dealt(draws: Draw[], before: BoardView): Flight[] {
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
