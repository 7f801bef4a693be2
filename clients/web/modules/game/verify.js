// @ts-check
/** Verification of a deal: compares the deal of the seed with the record and with the commitment from the start. */
import { effectsOf, ofType } from "../effects.js";
import { commitmentOf, deal, shuffle } from "./deal.js";
import { parsePosition } from "./positions.js";

/** @import { GameRecord, RecordedEvent } from "../types" */
/** @import { Position } from "./positions.js" */

/** @typedef {{ name: "commitment" | "promise" | "castle" | "hands" | "tavern" | "draws" | "ending", holds: boolean }} Check */

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
  /** @type {Check} */
  const ending = { name: "ending", holds: endingHolds(record) };
  if (record.beginning === "position") return [draws, ending];
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
    ending,
  ];
}

/** Whether an incident, not an action, ended the game: a timeout, or an agreement to give it up. @param {GameRecord} record */
export const endsWithoutAction = ({ result }) => result.reason === "timeout" || result.reason === "given-up";

/** The types of the incidents that end a game, by reason. */
const ENDING_INCIDENTS = new Map([
  ["timeout", "timeout"],
  ["given-up", "give-up"],
]);

/** Whether the last event ends the game for the reason of the result. Records of earlier versions have no incidents. @param {GameRecord} record */
function endingHolds(record) {
  const { events, result } = record;
  const incidents = record.incidents ?? [];
  const type = ENDING_INCIDENTS.get(result.reason);
  if (type && !record.incidents) return true;
  const incident = incidents.at(-1);
  if (type && incident?.type !== type) return false;
  const effects = type && incident ? effectsOf(incident) : (events.at(-1)?.effects ?? []);
  const last = (type ? incident : events.at(-1))?.version;
  const [over] = ofType(effects, "over");
  const isLast = [...events, ...incidents].every(({ version }) => version <= (last ?? 0));
  return isLast && over?.reason === result.reason && over.outcome === result.outcome;
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
