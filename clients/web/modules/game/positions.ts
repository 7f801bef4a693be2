/** Parses the positions of a record, which are `name=value` fields in one line, and converts them to board views for the replay. */

import { totalValue } from "./cards.ts";
import type { GameRecord, BoardView, EnemyView } from "../types.ts";

export type Position = {
  phase: string;
  turn: number;
  castle: string[];
  tavern: string[];
  known: string[];
  discard: string[];
  played: string[][];
  hands: string[][];
  yielded: number[];
  flips: number;
  heals: number;
};

/** The items of a list; none for an empty text. */
const splitList = (text: string, separator: string) => (text ? text.split(separator) : []);

/** Parse a position. */
export function parsePosition(line: string): Position {
  const fields = Object.fromEntries(
    line.split(" ").map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]),
  );
  const hands = (fields.hands ?? "").split("/").map((hand) => splitList(hand, ","));
  const tavern = fields.tavern ?? "";
  return {
    phase: fields.phase.split(":")[0],
    turn: Number(fields.turn),
    castle: splitList(fields.castle ?? "", ","),
    tavern: tavern.split(/[|,]/).filter(Boolean),
    known: tavern.split("|").slice(0, -1),
    discard: splitList(fields.discard ?? "", ","),
    played: splitList(fields.played ?? "", ",").map((play) => play.split("+")),
    hands,
    yielded: splitList(fields.yielded ?? "", ",").map(Number),
    flips: Number(fields.flips ?? (hands.length === 1 ? 2 : 0)),
    heals: Number(fields.heals ?? 0),
  };
}

/**
 * The board views of all steps of a record, the start first, with all hands open.
 * @param castle each enemy with full health
 */
export function steps(record: GameRecord, castle: EnemyView[]): BoardView[] {
  const views: BoardView[] = [boardView(record, parsePosition(record.start), castle, 0)];
  for (const [index, event] of record.events.entries()) {
    views.push(boardView(record, parsePosition(event.position), castle, index + 1));
  }
  return views;
}

/** The board view of a position. */
function boardView(record: GameRecord, position: Position, castle: EnemyView[], step: number): BoardView {
  const result = step === record.events.length ? record.result : null;
  return {
    status: result?.outcome ?? "active",
    phase: position.phase as BoardView["phase"],
    players: record.players,
    you: null,
    turn: result ? null : position.turn,
    enemy: enemy(
      castle.find(({ card }) => card === position.castle[0]),
      position.played,
    ),
    castle_size: position.castle.length,
    tavern_size: position.tavern.length,
    tavern_top: position.known,
    discard: position.discard,
    played: position.played,
    seats: record.seats.map((seat) => ({
      ...seat,
      held: true,
      hand_size: position.hands[seat.seat].length,
      yielded: position.yielded.includes(seat.seat),
      signal: null,
      stand_in: null,
      gives_up: false,
    })),
    hand: null,
    hands: position.hands,
    flips_left: position.flips,
    defeated: castle.length - position.castle.length,
  };
}

/** The enemy after the plays against it. */
function enemy(atFullHealth: EnemyView | undefined, played: string[][]) {
  if (!atFullHealth) return null;
  let immune = atFullHealth.card.slice(-1);
  let damage = 0;
  const has = (cards: string[], suit: string) => immune !== suit && cards.some((card) => card.endsWith(suit));
  for (const cards of played) {
    if (cards[0].startsWith("X")) immune = "";
    damage += totalValue(cards) * (has(cards, "C") ? 2 : 1);
  }
  const shield = totalValue(played.filter((cards) => has(cards, "S")).flat());
  return {
    ...atFullHealth,
    damage,
    shield,
    strikes_for: Math.max(0, atFullHealth.attack - shield),
    immunity_cancelled: immune === "",
  };
}
