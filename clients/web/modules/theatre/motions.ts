/** What moves in its place, and ends as it began. */

/** The cards of a play reach the enemy, and the enemy a seat, after this share of the step's time. */
export const IMPACT = 0.25;

const STILL = { transform: "none" };
export const BUMP = [STILL, { transform: "scale(1.5)", offset: 0.25 }, STILL];
export const NUDGE = [STILL, { transform: "scale(1.12)", offset: 0.3 }, STILL];
export const ATTACK = [STILL, { transform: "translateY(-22%)", offset: IMPACT, easing: "ease-out" }, STILL];
/** An enemy that is hit: the stronger, the further. @param weight from 0 to 1 */
export function flinch(weight: number): Keyframe[] {
  const at = (part: number) => {
    const far = part * (0.35 + weight);
    return `translate(${-9 * far}%, ${-4 * far}%) rotate(${-7 * far}deg) scale(${1 - 0.08 * Math.abs(far)})`;
  };
  return [
    STILL,
    { transform: at(1), offset: 0.18 },
    { transform: at(-0.6), offset: 0.45 },
    { transform: at(0.25), offset: 0.7 },
    STILL,
  ];
}

export const QUAKE = [
  STILL,
  { transform: "translate(-4px, 3px)" },
  { transform: "translate(4px, -2px)" },
  { transform: "translate(-3px, -1px)" },
  { transform: "translate(2px, 1px)" },
  STILL,
];
/** The tray is struck: the stronger, the further. @param weight from 0 to 1 */
export function struck(weight: number): Keyframe[] {
  const at = (x: number, y: number, turn: number) => {
    const [far, deg] = [2 + 14 * weight, 0.4 * weight];
    return `translate(${x * far}px, ${y * far}px) rotate(${turn * deg}deg)`;
  };
  return [
    STILL,
    { transform: at(-0.2, 1, 1), offset: 0.12, easing: "ease-in-out" },
    { transform: at(0.35, -0.4, -0.8), offset: 0.34, easing: "ease-in-out" },
    { transform: at(-0.25, 0.4, 0.5), offset: 0.56, easing: "ease-in-out" },
    { transform: at(0.1, -0.15, -0.2), offset: 0.78, easing: "ease-in-out" },
    STILL,
  ];
}

/** A card of a hand that is struck: its neighbours turn the other way. */
export function recoil(index: number, weight: number): Keyframe[] {
  const [down, turn] = [4 + 16 * weight, (index % 2 ? -1 : 1) * (1 + 6 * weight)];
  return [
    STILL,
    { transform: `translateY(${down}%) rotate(${turn}deg)`, offset: 0.18, easing: "ease-out" },
    { transform: `translateY(${down * 0.6}%) rotate(${turn * 0.7}deg)`, offset: 0.4, easing: "ease-in-out" },
    { transform: `translateY(${down * -0.25}%) rotate(${turn * -0.3}deg)`, offset: 0.75, easing: "ease-in-out" },
    STILL,
  ];
}

/** A card of a hand that has lost: it sinks, and stays so. */
export function sinking(index: number): Keyframe[] {
  const sunk = `translateY(${9 + 5 * ((index * 2) % 3)}%) rotate(${(index % 2 ? -1 : 1) * (2 + (index % 3))}deg)`;
  return [{ ...STILL, easing: "ease-in" }, { transform: sunk, offset: 0.35 }, { transform: sunk }];
}

export const HIDDEN = [{ opacity: 0 }, { opacity: 0 }];
/** From this amount on, a blow is felt in the whole window. */
export const HARD = 12;
/** A pile on which a card falls. */
export const THUD = [STILL, { transform: "translateY(5%) scale(1.06)", offset: 0.3 }, STILL];
/** A part of the castle that sinks into its ruin. */
export const COLLAPSE = [
  { opacity: 1, transform: "none" },
  { opacity: 1, transform: "translateX(2%)", offset: 0.06 },
  { opacity: 1, transform: "translateX(-2.5%)", offset: 0.12 },
  { opacity: 1, transform: "translateX(2%) rotate(1deg)", offset: 0.18 },
  { opacity: 1, transform: "translate(-2%, 2%) rotate(-2deg)", offset: 0.26, easing: "cubic-bezier(.6, 0, 1, .6)" },
  { opacity: 1, transform: "translate(-3%, 60%) rotate(-5deg)", offset: 0.85 },
  { opacity: 0, transform: "translate(-3%, 72%) rotate(-6deg)" },
];
export const APPEAR = [{ opacity: 0 }, { opacity: 1 }];
