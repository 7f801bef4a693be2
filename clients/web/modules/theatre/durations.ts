/** How long each step of an event is shown. */
import type { Speed } from "../storage/preferences.ts";
import type { Change } from "./changes.ts";

/** The time of an action at normal speed, without the fall of an enemy. */
const SHORTEST_MS = 500;
const LONGEST_MS = 900;

/** The fall of an enemy takes this time in addition, until the next one has turned up. */
const FALL_MS = 800;
const FALL = new Set(["defeat", "clear", "reveal"]);

/**
 * The share of each step in the time of its action or of the fall, in milliseconds before that is fitted into its limits.
 */
const SHARES_MS: Record<Change["type"], number> = {
  play: 260,
  yield: 160,
  flip: 120,
  discard: 280,
  heal: 200,
  deal: 240,
  shield: 180,
  damage: 360,
  defeat: 400,
  clear: 170,
  reveal: 230,
  strike: 280,
  "cancel-immunity": 180,
  turn: 40,
  over: 40,
};

const FACTORS: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

/** The time of each step in milliseconds: 500 to 900 together at normal speed, and 800 for the fall of an enemy. */
export function durationsOf(steps: Pick<Change, "type">[], speed: Speed): number[] {
  const isFall = ({ type }: Pick<Change, "type">) => FALL.has(type);
  const fall = totalOf(steps.filter(isFall));
  const rest = totalOf(steps.filter((step) => !isFall(step)));
  const scales = { fall: FALL_MS / fall, rest: Math.min(Math.max(rest, SHORTEST_MS), LONGEST_MS) / rest };
  return steps.map((step) => SHARES_MS[step.type] * scales[isFall(step) ? "fall" : "rest"] * FACTORS[speed]);
}

const totalOf = (steps: Pick<Change, "type">[]) => steps.reduce((sum, { type }) => sum + SHARES_MS[type], 0);
