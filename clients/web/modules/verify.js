// @ts-check
/** Verification of a deal: compares the deal of the seed with the record and with the commitment from the start. */
import { ofType } from "./effects.js";
import { commitmentOf, deal, shuffle } from "./deal.js";
import { parsePosition } from "./positions.js";

/** @import { GameRecord, RecordedEvent } from "./types" */
/** @import { Position } from "./positions.js" */

/** @typedef {{ name: "commitment" | "promise" | "castle" | "hands" | "tavern" | "draws", holds: boolean }} Check */

/** @param {unknown} one @param {unknown} other */
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Check a record. A game that began at a position has no deal to check.
 * @param {GameRecord} record @param {string | null} [saved] the commitment that this device saved at the start
 * @returns {Promise<Check[]>}
 */
export async function verify(record, saved) {
  /** @type {Check} */
  const draws = { name: "draws", holds: await drawsHold(record) };
  if (record.beginning === "position") return [draws];
  const commitment = await commitmentOf(record.seed, record.nonce ?? null);
  const dealt = await deal(record.seed, record.players);
  const start = parsePosition(record.start);
  return [
    { name: "commitment", holds: commitment === record.commitment },
    ...(saved ? [/** @type {Check} */ ({ name: "promise", holds: commitment === saved })] : []),
    { name: "castle", holds: isEqual(dealt.castle, start.castle) },
    { name: "hands", holds: isEqual(dealt.hands.map(sorted), start.hands.map(sorted)) },
    { name: "tavern", holds: isEqual(dealt.tavern, start.tavern) },
    draws,
  ];
}

/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort();

/** Whether each step changes the tavern by the rules: healed cards go under it in the order of the seed, drawn cards come from the top. @param {GameRecord} record */
async function drawsHold(record) {
  let before = parsePosition(record.start);
  for (const event of record.events) {
    const after = parsePosition(event.position);
    if (!isEqual(await tavernAfter(record.seed, before, event), after.tavern)) return false;
    before = after;
  }
  return true;
}

/** @param {string} seed @param {Position} before @param {RecordedEvent} event */
async function tavernAfter(seed, before, { effects }) {
  const [heal] = ofType(effects, "heal");
  const healed = heal ? (await shuffle(seed, `hearts-${before.heals}`, before.discard)).slice(0, heal.count) : [];
  const drawn = ofType(effects, "draw").reduce((sum, { count }) => sum + count, 0);
  const top = ofType(effects, "defeat")
    .filter(({ exact }) => exact)
    .map(({ enemy }) => enemy);
  return [...top, ...[...before.tavern, ...healed].slice(drawn)];
}
