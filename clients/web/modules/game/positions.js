// @ts-check
/** Parses the positions of a record, which are `name=value` fields in one line, and converts them to board views for the replay. */

import { totalValue } from "./cards.js";

/** @import { GameRecord, BoardView, EnemyView } from "../types" */

/** @typedef {{ phase: string, turn: number, castle: string[], tavern: string[], known: string[], discard: string[], played: string[][], hands: string[][], yielded: number[], flips: number, heals: number }} Position */

/** The items of a list; none for an empty text. @param {string} text @param {string} separator */
const splitList = (text, separator) => (text ? text.split(separator) : []);

/** Parse a position. @param {string} line @returns {Position} */
export function parsePosition(line) {
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

/** The board views of all steps of a record, the start first, with all hands open. @param {GameRecord} record @param {EnemyView[]} castle each enemy with full health @returns {BoardView[]} */
export function steps(record, castle) {
  /** @type {BoardView[]} */
  const views = [boardView(record, parsePosition(record.start), castle, 0)];
  for (const [index, event] of record.events.entries()) {
    views.push(boardView(record, parsePosition(event.position), castle, index + 1));
  }
  return views;
}

/** The board view of a position. @param {GameRecord} record @param {Position} position @param {EnemyView[]} castle @param {number} step @returns {BoardView} */
function boardView(record, position, castle, step) {
  const over = step === record.events.length;
  return {
    status: over ? record.result.outcome : "active",
    phase: /** @type {BoardView["phase"]} */ (position.phase),
    players: record.players,
    you: null,
    turn: over ? null : position.turn,
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

/** The enemy after the plays against it. @param {EnemyView | undefined} atFullHealth @param {string[][]} played */
function enemy(atFullHealth, played) {
  if (!atFullHealth) return null;
  let immune = atFullHealth.card.slice(-1);
  let damage = 0;
  const has = (/** @type {string[]} */ cards, /** @type {string} */ suit) =>
    immune !== suit && cards.some((card) => card.endsWith(suit));
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
