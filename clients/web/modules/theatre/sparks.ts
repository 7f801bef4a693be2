/** How sparks fly from the middle of a place, and dust, chips and clouds of masonry from its foot. */
import type { Sparks } from "./pictures.ts";

/** How long a spark of a kind flies, and its way. */
type Way = {
  ms: number;
  easing: string;
  foot?: boolean; // whether it flies from the foot of its place
  frames: (index: number, reach: number) => Keyframe[]; // reach: how far at most, in pixels
};

const SCATTER = "cubic-bezier(.1, .7, .4, 1)";

/** Turned by this, one spark after another spreads over the circle. */
const GOLDEN_ANGLE = 2.4;
/** A number from 0 to 1 that spreads with the index. */
const spread = (index: number, step: number) => (index * step) % 1;

/** Where a spark comes to. */
function endOf(index: number, reach: number) {
  const distance = reach * (0.55 + 0.11 * ((index * 7) % 5));
  return [Math.cos(index * GOLDEN_ANGLE) * distance, Math.sin(index * GOLDEN_ANGLE) * distance];
}

const flying: Way = {
  ms: 380,
  easing: SCATTER,
  frames(index, reach) {
    const [x, y] = endOf(index, reach);
    return [
      { opacity: 1, transform: `translate(${x / 4}px, ${y / 4}px)` },
      { opacity: 0.9, offset: 0.5 },
      { opacity: 0, transform: `translate(${x}px, ${y}px) scale(.3)` },
    ];
  },
};

export const WAYS: Record<Sparks["kind"], Way> = {
  blow: flying,
  shield: flying,
  gold: flying,
  jest: flying,
  dust: {
    ms: 380,
    easing: SCATTER,
    foot: true,
    frames(index, reach) {
      const [x, y] = endOf(index, reach * 0.8);
      return [
        { opacity: 1, transform: `translate(${x / 4}px, 0)` },
        { opacity: 0.9, offset: 0.5 },
        { opacity: 0, transform: `translate(${x}px, ${-Math.abs(y) / 4}px) scale(.3)` },
      ];
    },
  },
  // Thrown up, it falls back, turning: one is larger than the other.
  chip: {
    ms: 700,
    easing: "linear",
    foot: true,
    frames(index, reach) {
      const [side, rise, size] = [spread(index, 0.618) - 0.5, spread(index, 0.755), 0.4 + spread(index, 0.271)];
      const [x, y] = [side * reach * 3.4, reach * (0.5 + 1.1 * rise)];
      const at = (across: number, up: number, turns: number) =>
        `translate(${x * across}px, ${-y * up}px) rotate(${side * turns}turn) scale(${size})`;
      return [
        { opacity: 1, transform: at(0.22, 0.2, 0), easing: "cubic-bezier(.1, .7, .5, 1)" },
        { opacity: 1, transform: at(0.6, 1, 1), offset: 0.42, easing: "cubic-bezier(.5, 0, .9, .5)" },
        { opacity: 1, transform: at(0.95, -0.05, 2.2), offset: 0.9 },
        { opacity: 0, transform: at(1, -0.05, 2.3) },
      ];
    },
  },
  // It rolls away along the ground, and becomes thin.
  cloud: {
    ms: 1100,
    easing: "linear",
    foot: true,
    frames(index, reach) {
      const [side, rise, size] = [spread(index, 0.618) - 0.5, spread(index, 0.755), 0.5 + spread(index, 0.271)];
      const at = (part: number, grown: number) =>
        `translate(${side * reach * 3.6 * part}px, ${-reach * (0.1 + 0.7 * rise) * part}px) scale(${size * grown})`;
      return [
        { opacity: 0, transform: at(0.25, 0.3) },
        { opacity: 0.9, transform: at(0.6, 0.75), offset: 0.2, easing: "ease-out" },
        { opacity: 0, transform: at(1, 1.3) },
      ];
    },
  },
};
