// @ts-check
/** How long each step of an event is shown. */

/** @import { Speed } from "../storage/preferences.js" */
/** @import { Change } from "./changes.js" */

/** The time of an action at normal speed, without the fall of an enemy. */
const SHORTEST_MS = 500;
const LONGEST_MS = 900;

/** The fall of an enemy takes this time in addition. */
const DEFEAT_MS = 800;

/** The share of each step in the time of its action, in milliseconds before the action is fitted into its limits. */
/** @type {Record<Change["type"], number>} */
const SHARES_MS = {
  play: 260,
  yield: 160,
  flip: 120,
  discard: 280,
  heal: 200,
  deal: 240,
  shield: 160,
  damage: 220,
  defeat: 0,
  clear: 160,
  reveal: 220,
  strike: 200,
  "cancel-immunity": 160,
  turn: 80,
  over: 80,
};

/** @type {Record<Speed, number>} */
const FACTORS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

/**
 * The time of each step in milliseconds: 500 to 900 together at normal speed, and 800 for the fall of an enemy.
 * @param {Pick<Change, "type">[]} steps @param {Speed} speed @returns {number[]}
 */
export function durationsOf(steps, speed) {
  const shares = steps.map(({ type }) => SHARES_MS[type]);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const fitted = Math.min(Math.max(total, SHORTEST_MS), LONGEST_MS);
  const scale = total ? fitted / total : 0;
  return steps.map(({ type }, index) => ((type === "defeat" ? DEFEAT_MS : 0) + shares[index] * scale) * FACTORS[speed]);
}
