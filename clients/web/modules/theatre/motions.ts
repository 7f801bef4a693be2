/** What moves in a step where it is: the number that changes, the enemy that is struck or strikes, the seat that suffers. */

import { ofLater } from "../effects.ts";
import type { Step } from "./frames.ts";

/** A motion of an element, which ends as it began. */
export type Motion = {
  at: string; // a selector, the first visible element counts
  keyframes: Keyframe[];
  from?: number; // the share of the step's time after which it begins
};

/** The cards of a play reach the enemy, and the enemy a seat, after this share of the step's time. */
const IMPACT = 0.25;

const BUMP = [{ transform: "none" }, { transform: "scale(1.5)", offset: 0.25 }, { transform: "none" }];
const NUDGE = [{ transform: "none" }, { transform: "scale(1.12)", offset: 0.3 }, { transform: "none" }];
const ATTACK = [{ transform: "none" }, { transform: "translateY(-22%)", offset: IMPACT }, { transform: "none" }];
const LUNGE = [
  { transform: "none" },
  { transform: "translateY(-5%)", offset: 0.12 },
  { transform: "translateY(16%) scale(1.1)", offset: IMPACT + 0.1 },
  { transform: "none" },
];
const HIT = [
  { transform: "none", filter: "brightness(1.7)" },
  { transform: "translateX(-7%) rotate(-4deg)", filter: "brightness(1.3)" },
  { transform: "translateX(6%) rotate(3deg)", filter: "none" },
  { transform: "translateX(-3%) rotate(-1.5deg)" },
  { transform: "none" },
];
const QUAKE = [
  { transform: "none" },
  { transform: "translate(-4px, 3px)" },
  { transform: "translate(4px, -2px)" },
  { transform: "translate(-2px, 1px)" },
  { transform: "none" },
];
const APPEAR = [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }];

const ENEMY = ".enemy-card";

/** The motions of a step. */
export function motionsOf(step: Step): Motion[] {
  switch (step.type) {
    case "heal":
      return step.count ? grown("tavern") : [];
    case "deal":
      return step.draws.map(({ seat }) => ({ at: `${seatOf(seat)} .count`, keyframes: BUMP, from: 0.5 }));
    case "shield":
      return [{ at: number("shield"), keyframes: BUMP, from: IMPACT }];
    case "damage":
      return damaged();
    case "defeat":
    case "clear":
      return grown(step.type === "defeat" && step.exact ? "tavern" : "discard");
    case "reveal":
      return [{ at: ".enemy-facts", keyframes: APPEAR }];
    case "strike":
      return struck(step);
    case "cancel-immunity":
      return [{ at: ".immunity", keyframes: NUDGE }];
    case "play":
    case "yield":
    case "flip":
    case "discard":
    case "turn":
    case "over":
      return [];
    default:
      return ofLater(step, []);
  }
}

/** A pile that gets cards. */
const grown = (name: "tavern" | "discard"): Motion[] => [
  { at: `[data-pile="${name}"] .pile-picture`, keyframes: NUDGE, from: 0.6 },
  { at: `[data-pile="${name}"] [data-size]`, keyframes: NUDGE, from: 0.6 },
];

/** The cards of the last play strike the enemy. */
const damaged = (): Motion[] => [
  { at: "#played .play:last-child", keyframes: ATTACK },
  { at: ENEMY, keyframes: HIT, from: IMPACT },
  { at: number("health"), keyframes: NUDGE, from: IMPACT },
];

/** The enemy strikes a seat, or its shield. */
const struck = ({ seat, amount }: { seat: number; amount: number }): Motion[] => [
  { at: ENEMY, keyframes: LUNGE },
  ...(amount
    ? [
        { at: number("strikes"), keyframes: BUMP },
        { at: seatOf(seat), keyframes: HIT, from: IMPACT },
        { at: ".felt", keyframes: QUAKE, from: IMPACT },
      ]
    : [{ at: number("shield"), keyframes: BUMP, from: IMPACT }]),
];

const number = (name: "shield" | "health" | "strikes") => `[data-number="${name}"]`;

const seatOf = (seat: number) => `[data-seat="${seat}"]`;
