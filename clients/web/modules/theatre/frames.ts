/**
 * The boards between two states of a game: one for each step of an event, in the rulebook's order. Each follows from the
 * board before it alone, without the page and without later views.
 */
import { enemyOf, sortedCards } from "regicide-client/cards";
import { effectsOf, ofType } from "../effects.ts";
import type { BoardView, EnemyView, GameEvent, SeatView, Effect } from "../types.ts";

/** Cards without others. */
export const without = (cards: string[], others: string[]) => cards.filter((card) => !others.includes(card));

/** the cards, if the viewer sees them */
export type Draw = { seat: number; count: number; cards?: string[] };

/** A change of the board, which is drawn at once. */
export type Change =
  | { type: "play"; seat: number; cards: string[] }
  | { type: "yield"; seat: number }
  | { type: "flip" }
  | { type: "discard"; seat: number; cards: string[] }
  | { type: "heal"; count: number; cards?: string[] }
  | { type: "deal"; draws: Draw[] }
  | { type: "shield"; amount: number }
  | { type: "damage"; amount: number }
  | { type: "defeat"; enemy: string; exact: boolean }
  | { type: "clear" }
  | { type: "reveal"; enemy: string }
  | { type: "strike"; seat: number; amount: number }
  | { type: "cancel-immunity" }
  | { type: "turn"; seat: number }
  | { type: "doom"; seat: number } // its hand does not cover the strike
  | { type: "over"; outcome: string };

/** A change, and the board after it. */
export type Step<Type = Change["type"]> = Extract<Change, { type: Type }> & { frame: BoardView };

/**
 * The steps of an event from the board before it; none for an event that moves no card and passes no turn. Null if they
 * do not follow from the board: an effect of a later version, or cards that the viewer of the board sees but the event
 * does not name.
 */
export function nextFrames(board: BoardView, event: GameEvent): Step[] | null {
  const steps: Step[] = [];
  let frame = board;
  for (const change of changesOf(event)) {
    const next = (FRAMES[change.type] as Frame | undefined)?.(frame, change);
    if (!next) return null;
    frame = next;
    steps.push({ ...change, frame });
  }
  return steps;
}

type Frame<Type = Change["type"]> = (board: BoardView, change: Extract<Change, { type: Type }>) => BoardView | null;

/** The board after a change; null if it does not follow. */
const FRAMES: { [Type in Change["type"]]: Frame<Type> } = {
  /** A jester waits for its player to appoint the next one. */
  play(board, { seat, cards }) {
    const after = { ...taken(board, seat, cards), played: [...board.played, cards] };
    const phase = cards.some((card) => card.startsWith("X")) ? "appoint" : board.phase;
    return { ...withSeat(after, seat, { yielded: false }), phase };
  },
  yield: (board, { seat }) => withSeat(board, seat, { yielded: true }),
  flip: (board) => ({ ...board, flips_left: board.flips_left - 1 }),
  discard: (board, { seat, cards }) => discarded(taken(board, seat, cards), cards),
  heal(board, { count, cards = [] }) {
    if (cards.length !== count) return null;
    return { ...board, discard: without(board.discard, cards), tavern_size: board.tavern_size + count };
  },
  deal(board, { draws }) {
    const total = draws.reduce((sum, { count }) => sum + count, 0);
    const tavern = { tavern_size: board.tavern_size - total, tavern_top: board.tavern_top.slice(total) };
    return draws.reduce<BoardView | null>((after, draw) => after && drawn(after, draw), { ...board, ...tavern });
  },
  shield: (board, { amount }) =>
    withEnemy(board, ({ attack, shield }) => ({
      shield: shield + amount,
      strikes_for: Math.max(0, attack - shield - amount),
    })),
  damage: (board, { amount }) => withEnemy(board, ({ damage }) => ({ damage: damage + amount })),
  /** The enemy goes to the discard pile, or onto the tavern; the cards played against it still lie there. */
  defeat(board, { enemy, exact }) {
    const fallen = { ...board, enemy: null, castle_size: board.castle_size - 1, defeated: board.defeated + 1 };
    if (!exact) return discarded(fallen, [enemy]);
    return { ...fallen, tavern_size: board.tavern_size + 1, tavern_top: [enemy, ...board.tavern_top] };
  },
  clear: (board) => ({ ...discarded(board, board.played.flat()), played: [] }),
  reveal: (board, { enemy }) => ({ ...board, enemy: enemyOf(enemy) }),
  strike: (board, { amount }) => board.enemy && (amount ? { ...board, phase: "suffer" } : board),
  doom: (board) => board,
  "cancel-immunity": (board) => withEnemy(board, () => ({ immunity_cancelled: true })),
  turn: (board, { seat }) => ({ ...board, turn: seat, phase: "play" }),
  over: (board, { outcome }) => ({ ...board, turn: null, phase: "over", status: outcome as BoardView["status"] }),
};

const withSeat = (board: BoardView, seat: number, changes: Partial<SeatView>): BoardView => ({
  ...board,
  seats: board.seats.map((each) => (each.seat === seat ? { ...each, ...changes } : each)),
});

const withEnemy = (board: BoardView, changes: (enemy: EnemyView) => Partial<EnemyView>): BoardView | null =>
  board.enemy ? { ...board, enemy: { ...board.enemy, ...changes(board.enemy) } } : null;

const discarded = (board: BoardView, cards: string[]): BoardView => ({
  ...board,
  discard: sortedCards([...board.discard, ...cards]),
});

/** The board after the number of cards in the hand of a seat changed, and the cards, if the viewer sees them. */
function withHand(board: BoardView, seat: number, count: number, change: (hand: string[]) => string[]): BoardView {
  const { you, hand, hands } = board;
  return {
    ...withSeat(board, seat, { hand_size: (board.seats[seat]?.hand_size ?? 0) + count }),
    hand: hand && (seat === you ? change(hand) : hand),
    ...(hands && { hands: hands.map((each, index) => (index === seat ? change(each) : each)) }),
  };
}

/** The board after cards left the hand of a seat. */
const taken = (board: BoardView, seat: number, cards: string[]) =>
  withHand(board, seat, -cards.length, (hand) => without(hand, cards));

function drawn(board: BoardView, { seat, count, cards = [] }: Draw): BoardView | null {
  const isVisible = seat === board.you || board.hands;
  if (isVisible && cards.length !== count) return null;
  return withHand(board, seat, count, (hand) => sortedCards([...hand, ...cards]));
}

/** The changes of an event: those of its action, then those of its effects. */
function changesOf(event: GameEvent): Change[] {
  const effects = effectsOf(event);
  const opening = event.type === "action" ? openingOf(event.action, event.seat) : [];
  return [...opening, ...effects.flatMap((effect) => changesOfEffect(effect, event.seat, ofType(effects, "draw")))];
}

/** What the action itself changes, before its effects. */
function openingOf(action: string, seat: number): Change[] {
  if (action === "yield") return [{ type: "yield", seat }];
  if (action === "flip") return [{ type: "flip" }];
  if (action.startsWith(">") || action.startsWith("-")) return [];
  return [{ type: "play", seat, cards: sortedCards(action.split("+")) }];
}

/** All draws of a play are one change, as the cards are drawn one for each player in turn. */
function changesOfEffect(effect: Effect, seat: number, draws: Draw[]): Change[] {
  if (effect.type === "draw") return effect === draws[0] ? [{ type: "deal", draws }] : [];
  if (effect.type === "defeat") return [{ ...effect }, { type: "clear" }];
  if (effect.type === "discard" || effect.type === "strike") return [{ ...effect, seat }];
  if (effect.type === "over" && effect.reason === "cannot-cover-damage") return [{ type: "doom", seat }, { ...effect }];
  return [{ ...effect }];
}

/** The time of a play with its powers and its damage at normal speed, at most. */
const LONGEST_MS = 800;

/** The steps into which that time is divided: others take their own time in addition. */
const DIVIDED = new Set<Change["type"]>(["play", "heal", "deal", "shield", "damage"]);

/** The time of each step in milliseconds, without what makes it heavier. */
const SHARES_MS: Record<Change["type"], number> = {
  play: 260,
  yield: 160,
  flip: 460,
  discard: 340,
  heal: 200,
  deal: 240,
  shield: 180,
  damage: 340,
  defeat: 400,
  clear: 170,
  reveal: 230,
  strike: 260,
  doom: 560,
  "cancel-immunity": 480,
  turn: 40,
  over: 40,
};

/** For this time all stands still at a heavy kill. */
export const BEAT_MS = 160;
/** The time in addition in which a part of the castle falls with its tier. */
const COLLAPSE_MS = 700;
/** A strike of a king without a shield: no more is felt of a stronger one. */
export const HEAVIEST = 20;
/** The time in addition for each point of a strike. */
const POINT_MS = 11;
/** The time that an enemy takes to turn up in addition, by its rank. */
const ENTRANCES_MS: Record<string, number> = { Q: 120, K: 900 };

/** The enemies of a tier of the castle. */
const IN_TIER = 4;

/** Whether a tier of the castle falls with an enemy. */
export const endsTier = ({ frame }: Pick<Step, "frame">) => frame.defeated % IN_TIER === 0;

/** Whether a kill is exact, that of a king, or the last one of a tier. */
export const isHeavy = (step: Step<"defeat">) => step.exact || step.enemy.startsWith("K") || endsTier(step);

/** The time of a step in milliseconds at normal speed: the heavier it is, the longer. */
export function timeOf(step: Step) {
  return SHARES_MS[step.type] + addedTime(step);
}

function addedTime(step: Step) {
  switch (step.type) {
    case "reveal":
      return ENTRANCES_MS[step.enemy[0]] ?? 0;
    case "strike":
      return POINT_MS * Math.min(step.amount, HEAVIEST);
    case "defeat":
      return (isHeavy(step) ? BEAT_MS : 0) + (endsTier(step) ? COLLAPSE_MS : 0);
    default:
      return 0;
  }
}

/** The time of each step in milliseconds. */
export function durationsOf(steps: Step[]): number[] {
  const divided = steps.reduce((sum, { type }) => sum + (DIVIDED.has(type) ? SHARES_MS[type] : 0), 0);
  const scale = Math.min(1, LONGEST_MS / divided);
  return steps.map((step) => timeOf(step) * (DIVIDED.has(step.type) ? scale : 1));
}
