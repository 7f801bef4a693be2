// @ts-check
/**
 * The boards between two states of a game: one for each step of an event, in the rulebook's order. Each follows from the
 * board before it alone, without the page and without later views.
 */
import { ofLater } from "../effects.js";
import { enemyOf, sortedCards, without } from "../game/cards.js";
import { changesOf } from "./changes.js";

/** @import { BoardView, GameEvent, SeatView } from "../types" */
/** @import { Change, Draw } from "./changes.js" */

/** @typedef {Change & { frame: BoardView }} Step a change, and the board after it */

/**
 * The steps of an event from the board before it; none for an event that moves no card and passes no turn. Null if they
 * do not follow from the board: an effect of a later version, or cards that the viewer of the board sees but the event
 * does not name.
 * @param {BoardView} board @param {GameEvent} event @returns {Step[] | null}
 */
export function nextFrames(board, event) {
  /** @type {Step[]} */
  const steps = [];
  let frame = board;
  for (const change of changesOf(event)) {
    const next = changed(frame, change);
    if (!next) return null;
    frame = next;
    steps.push({ ...change, frame });
  }
  return steps;
}

/** The board after a change; null if it does not follow. @param {BoardView} board @param {Change} change @returns {BoardView | null} */
function changed(board, change) {
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
      return { ...board, turn: null, phase: "over", status: /** @type {BoardView["status"]} */ (change.outcome) };
    default:
      return struck(board, change);
  }
}

/** @typedef {Extract<Change, { type: "shield" | "damage" | "cancel-immunity" | "strike" }>} Blow a change of the enemy's numbers */

/** The board after a change of the enemy's numbers; null for a change of a later version. @param {BoardView} board @param {Blow} change @returns {BoardView | null} */
function struck(board, change) {
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

/** @param {BoardView} board @param {number} seat @param {Partial<SeatView>} changes */
const withSeat = (board, seat, changes) =>
  board.seats.map((each) => (each.seat === seat ? { ...each, ...changes } : each));

/** The board after cards left the hand of a seat. @param {BoardView} board @param {{ seat: number, cards: string[] }} change @returns {BoardView} */
function taken(board, { seat, cards }) {
  const size = (board.seats[seat]?.hand_size ?? 0) - cards.length;
  return {
    ...board,
    seats: withSeat(board, seat, { hand_size: size }),
    hand: board.hand && (seat === board.you ? without(board.hand, cards) : board.hand),
    ...(board.hands && { hands: board.hands.map((hand, index) => (index === seat ? without(hand, cards) : hand)) }),
  };
}

/** A jester waits for its player to appoint the next one. @param {BoardView} board @param {{ seat: number, cards: string[] }} change @returns {BoardView} */
function played(board, change) {
  const after = taken(board, change);
  const seats = withSeat(after, change.seat, { yielded: false });
  const phase = change.cards.some((card) => card.startsWith("X")) ? "appoint" : board.phase;
  return { ...after, seats, phase, played: [...board.played, change.cards] };
}

/** @param {BoardView} board @param {{ seat: number, cards: string[] }} change @returns {BoardView} */
const discarded = (board, change) => ({
  ...taken(board, change),
  discard: sortedCards([...board.discard, ...change.cards]),
});

/** @param {BoardView} board @param {{ count: number, cards?: string[] }} change @returns {BoardView | null} */
function healed(board, { count, cards = [] }) {
  if (cards.length !== count) return null;
  return { ...board, discard: without(board.discard, cards), tavern_size: board.tavern_size + count };
}

/** @param {BoardView} board @param {Draw[]} draws @returns {BoardView | null} */
function dealt(board, draws) {
  const total = draws.reduce((sum, { count }) => sum + count, 0);
  /** @type {BoardView | null} */
  let after = { ...board, tavern_size: board.tavern_size - total, tavern_top: board.tavern_top.slice(total) };
  for (const draw of draws) after = after && drawn(after, draw);
  return after;
}

/** @param {BoardView} board @param {Draw} draw @returns {BoardView | null} */
function drawn(board, { seat, count, cards }) {
  const isVisible = seat === board.you || board.hands;
  if (isVisible && cards?.length !== count) return null;
  const more = (/** @type {string[]} */ hand) => sortedCards([...hand, ...(cards ?? [])]);
  return {
    ...board,
    seats: withSeat(board, seat, { hand_size: (board.seats[seat]?.hand_size ?? 0) + count }),
    hand: board.hand && (seat === board.you ? more(board.hand) : board.hand),
    ...(board.hands && { hands: board.hands.map((hand, index) => (index === seat ? more(hand) : hand)) }),
  };
}

/** The enemy goes to the discard pile, or onto the tavern; the cards played against it still lie there. @param {BoardView} board @param {{ enemy: string, exact: boolean }} change @returns {BoardView} */
function defeated(board, { enemy, exact }) {
  const fallen = { ...board, enemy: null, castle_size: board.castle_size - 1, defeated: board.defeated + 1 };
  return exact
    ? { ...fallen, tavern_size: board.tavern_size + 1, tavern_top: [enemy, ...board.tavern_top] }
    : { ...fallen, discard: sortedCards([...board.discard, enemy]) };
}
