// @ts-check
/** Parses the positions of a record (`name=value` fields in one line) into board views for the replay. */

/** @import { GameRecord, BoardView, EnemyView, Effect } from "./types" */

/** @typedef {{ phase: string, turn: number, castle: string[], tavern: string[], known: string[], discard: string[], played: string[][], hands: string[][], yielded: number[], flips: number, heals: number }} Position */

/** @param {string} text @param {string} by */
const parts = (text, by) => (text ? text.split(by) : []);

/** @param {string} line @returns {Position} */
export function parsePosition(line) {
  const fields = Object.fromEntries(
    line.split(" ").map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)]),
  );
  const hands = (fields.hands ?? "").split("/").map((hand) => parts(hand, ","));
  const tavern = fields.tavern ?? "";
  return {
    phase: fields.phase.split(":")[0],
    turn: Number(fields.turn),
    castle: parts(fields.castle ?? "", ","),
    tavern: tavern.split(/[|,]/).filter(Boolean),
    known: tavern.split("|").slice(0, -1),
    discard: parts(fields.discard ?? "", ","),
    played: parts(fields.played ?? "", ",").map((play) => play.split("+")),
    hands,
    yielded: parts(fields.yielded ?? "", ",").map(Number),
    flips: Number(fields.flips ?? (hands.length === 1 ? 2 : 0)),
    heals: Number(fields.heals ?? 0),
  };
}

/** The board views of all steps of a record, the start first, with all hands open. @param {GameRecord} record @param {EnemyView[]} castle each enemy with full health @returns {BoardView[]} */
export function steps(record, castle) {
  /** @type {BoardView[]} */
  const all = [boardView(record, parsePosition(record.start), castle, [], 0)];
  for (const [place, event] of record.events.entries()) {
    const effects = record.events.slice(0, place + 1).flatMap((each) => each.effects);
    all.push(boardView(record, parsePosition(event.position), castle, effects, place + 1));
  }
  return all;
}

/** @param {GameRecord} record @param {Position} position @param {EnemyView[]} castle @param {Effect[]} effects all effects so far @param {number} step @returns {BoardView} */
function boardView(record, position, castle, effects, step) {
  const over = step === record.events.length;
  return {
    status: over ? record.result.outcome : "active",
    phase: /** @type {BoardView["phase"]} */ (position.phase),
    players: record.players,
    you: null,
    turn: over ? null : position.turn,
    enemy: enemy(
      castle.find(({ card }) => card === position.castle[0]),
      effects,
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
    })),
    hand: null,
    hands: position.hands,
    flips_left: position.flips,
    defeated: castle.length - position.castle.length,
  };
}

/** The enemy after the effects since it was revealed. @param {EnemyView | undefined} fresh @param {Effect[]} effects */
function enemy(fresh, effects) {
  if (!fresh) return null;
  const since = effects.slice(effects.findLastIndex(({ type }) => type === "reveal") + 1);
  const sum = (/** @type {string} */ type) =>
    since.filter((effect) => effect.type === type).reduce((total, { amount }) => total + (amount ?? 0), 0);
  const [damage, shield] = [sum("damage"), sum("shield")];
  return {
    ...fresh,
    damage,
    shield,
    strikes_for: Math.max(0, fresh.attack - shield),
    immunity_cancelled: since.some(({ type }) => type === "cancel-immunity"),
  };
}
