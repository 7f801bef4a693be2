// @ts-check
/** Was a game dealt fairly? What the seed makes is compared with what the record says, and with what was promised. */
import { commitmentOf, deal, shuffle } from "./deal.js";
import { parsePosition } from "./positions.js";

/** @import { GameRecord, RecordedEvent } from "./types" */
/** @import { Position } from "./positions.js" */

/** @typedef {{ what: "commitment" | "promise" | "castle" | "hands" | "tavern" | "draws", holds: boolean }} Check */

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * All that can be checked of a record.
 * @param {GameRecord} record @param {string} [promised] the commitment that this device saw while the game went on
 * @returns {Promise<Check[]>}
 */
export async function verify(record, promised) {
  const [commitment, dealt] = [await commitmentOf(record.seed), await deal(record.seed, record.players)];
  const start = parsePosition(record.start);
  return [
    { what: "commitment", holds: commitment === record.commitment },
    ...(promised ? [/** @type {Check} */ ({ what: "promise", holds: commitment === promised })] : []),
    { what: "castle", holds: same(dealt.castle, start.castle) },
    { what: "hands", holds: same(dealt.hands.map(sorted), start.hands.map(sorted)) },
    { what: "tavern", holds: same(dealt.tavern, start.tavern) },
    { what: "draws", holds: await drawsHold(record) },
  ];
}

/** @param {string[]} cards */
const sorted = (cards) => [...cards].sort();

/** Whether each step left the tavern as it had to: healed cards under it by the seed, drawn ones off its top. @param {GameRecord} record */
async function drawsHold(record) {
  let before = parsePosition(record.start);
  for (const event of record.events) {
    const after = parsePosition(event.position);
    if (!same(await tavernAfter(record.seed, before, event), after.tavern)) return false;
    before = after;
  }
  return true;
}

/** @param {string} seed @param {Position} before @param {RecordedEvent} event */
async function tavernAfter(seed, before, { effects }) {
  const heal = effects.find(({ type }) => type === "heal");
  const healed = heal ? (await shuffle(seed, `hearts-${before.heals}`, before.discard)).slice(0, heal.count) : [];
  const drawn = effects.filter(({ type }) => type === "draw").reduce((sum, { count }) => sum + (count ?? 0), 0);
  const top = effects.filter(({ type, exact }) => type === "defeat" && exact).map(({ enemy }) => enemy ?? "");
  return [...top, ...[...before.tavern, ...healed].slice(drawn)];
}
