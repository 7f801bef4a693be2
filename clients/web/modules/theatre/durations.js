// @ts-check
/** How long each step of an event is shown. */

/** @import { Speed } from "../storage/preferences.js" */
/** @import { Change } from "./changes.js" */

/** The time of a whole action at normal speed. */
const SHORTEST_MS = 500;
const LONGEST_MS = 900;

/** The share of each step in the time of its action, in milliseconds before the action is fitted into its limits. */
const SHARES_MS = /** @type {Record<Change["type"], number>} */ ({
  play: 260,
  yield: 160,
  flip: 120,
  discard: 280,
  heal: 200,
  deal: 240,
  shield: 160,
  damage: 220,
  defeat: 260,
  clear: 160,
  reveal: 220,
  strike: 200,
  "cancel-immunity": 160,
  turn: 80,
  over: 80,
});

/** @type {Record<Speed, number>} */
const FACTORS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

/**
 * The time of each step in milliseconds, 500 to 900 together at normal speed.
 * @param {Pick<Change, "type">[]} steps @param {Speed} speed @returns {number[]}
 */
export function durationsOf(steps, speed) {
  const shares = steps.map(({ type }) => SHARES_MS[type]);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const fitted = Math.min(Math.max(total, SHORTEST_MS), LONGEST_MS);
  return shares.map((share) => (share / total) * fitted * FACTORS[speed]);
}
