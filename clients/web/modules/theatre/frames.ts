/**
 * The boards between two states of a game: one for each step of an event, in the rulebook's order. Each follows from the
 * board before it alone, without the page and without later views.
 */
import { ofLater, effectsOf, ofType } from "../effects.ts";
import { enemyOf, sortedCards, without } from "../game/cards.ts";
import type { BoardView, GameEvent, SeatView, Effect } from "../types.ts";

/** a change, and the board after it */
export type Step = Change & { frame: BoardView };

/**
 * The steps of an event from the board before it; none for an event that moves no card and passes no turn. Null if they
 * do not follow from the board: an effect of a later version, or cards that the viewer of the board sees but the event
 * does not name.
 */
export function nextFrames(board: BoardView, event: GameEvent): Step[] | null {
  const steps: Step[] = [];
  let frame = board;
  for (const change of changesOf(event)) {
    const next = changed(frame, change);
    if (!next) return null;
    frame = next;
    steps.push({ ...change, frame });
  }
  return steps;
}

/** The board after a change; null if it does not follow. */
function changed(board: BoardView, change: Change): BoardView | null {
  switch (change.type) {
    case "play":
      return played(board, change);
    case "yield":
      return { ...board, seats: withSeat(board, change.seat, { yielded: true }) };
    case "flip":
      return { ...board, flips_left: board.flips_left - 1 };
    case "discard":
      return discarded(board, change);
    case "heal":
      return healed(board, change);
    case "deal":
      return dealt(board, change.draws);
    case "defeat":
      return defeated(board, change);
    case "clear":
      return { ...board, played: [], discard: sortedCards([...board.discard, ...board.played.flat()]) };
    case "reveal":
      return { ...board, enemy: enemyOf(change.enemy) };
    case "turn":
      return { ...board, turn: change.seat, phase: "play" };
    case "over":
      return { ...board, turn: null, phase: "over", status: change.outcome as BoardView["status"] };
    default:
      return struck(board, change);
  }
}

/** a change of the enemy's numbers */
type Blow = Extract<Change, { type: "shield" | "damage" | "cancel-immunity" | "strike" }>;

/** The board after a change of the enemy's numbers; null for a change of a later version. */
function struck(board: BoardView, change: Blow): BoardView | null {
  const { enemy } = board;
  if (!enemy) return null;
  switch (change.type) {
    case "shield": {
      const shield = enemy.shield + change.amount;
      return { ...board, enemy: { ...enemy, shield, strikes_for: Math.max(0, enemy.attack - shield) } };
    }
    case "damage":
      return { ...board, enemy: { ...enemy, damage: enemy.damage + change.amount } };
    case "cancel-immunity":
      return { ...board, enemy: { ...enemy, immunity_cancelled: true } };
    case "strike":
      return change.amount ? { ...board, phase: "suffer" } : board;
    default:
      return ofLater(change, null);
  }
}

const withSeat = (board: BoardView, seat: number, changes: Partial<SeatView>) =>
  board.seats.map((each) => (each.seat === seat ? { ...each, ...changes } : each));

/** The board after cards left the hand of a seat. */
function taken(board: BoardView, { seat, cards }: { seat: number; cards: string[] }): BoardView {
  const size = (board.seats[seat]?.hand_size ?? 0) - cards.length;
  return {
    ...board,
    seats: withSeat(board, seat, { hand_size: size }),
    hand: board.hand && (seat === board.you ? without(board.hand, cards) : board.hand),
    ...(board.hands && { hands: board.hands.map((hand, index) => (index === seat ? without(hand, cards) : hand)) }),
  };
}

/** A jester waits for its player to appoint the next one. */
function played(board: BoardView, change: { seat: number; cards: string[] }): BoardView {
  const after = taken(board, change);
  const seats = withSeat(after, change.seat, { yielded: false });
  const phase = change.cards.some((card) => card.startsWith("X")) ? "appoint" : board.phase;
  return { ...after, seats, phase, played: [...board.played, change.cards] };
}

const discarded = (board: BoardView, change: { seat: number; cards: string[] }): BoardView => ({
  ...taken(board, change),
  discard: sortedCards([...board.discard, ...change.cards]),
});

function healed(board: BoardView, { count, cards = [] }: { count: number; cards?: string[] }): BoardView | null {
  if (cards.length !== count) return null;
  return { ...board, discard: without(board.discard, cards), tavern_size: board.tavern_size + count };
}

function dealt(board: BoardView, draws: Draw[]): BoardView | null {
  const total = draws.reduce((sum, { count }) => sum + count, 0);
  let after: BoardView | null = {
    ...board,
    tavern_size: board.tavern_size - total,
    tavern_top: board.tavern_top.slice(total),
  };
  for (const draw of draws) after = after && drawn(after, draw);
  return after;
}

function drawn(board: BoardView, { seat, count, cards }: Draw): BoardView | null {
  const isVisible = seat === board.you || board.hands;
  if (isVisible && cards?.length !== count) return null;
  const more = (hand: string[]) => sortedCards([...hand, ...(cards ?? [])]);
  return {
    ...board,
    seats: withSeat(board, seat, { hand_size: (board.seats[seat]?.hand_size ?? 0) + count }),
    hand: board.hand && (seat === board.you ? more(board.hand) : board.hand),
    ...(board.hands && { hands: board.hands.map((hand, index) => (index === seat ? more(hand) : hand)) }),
  };
}

/** The enemy goes to the discard pile, or onto the tavern; the cards played against it still lie there. */
function defeated(board: BoardView, { enemy, exact }: { enemy: string; exact: boolean }): BoardView {
  const fallen = { ...board, enemy: null, castle_size: board.castle_size - 1, defeated: board.defeated + 1 };
  return exact
    ? { ...fallen, tavern_size: board.tavern_size + 1, tavern_top: [enemy, ...board.tavern_top] }
    : { ...fallen, discard: sortedCards([...board.discard, enemy]) };
}

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
  | { type: "over"; outcome: string };

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
  return [{ ...effect }];
}
