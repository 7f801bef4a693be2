/** The ways of the cards and the suits that fly. */
import { IMPACT } from "./motions.ts";
import { LANDING, type Flight } from "./pictures.ts";

/** of a card, in pixels of the window */
export type Place = { left: number; top: number; width: number };

export const HEIGHT_OF_WIDTH = 1.4;
/** How much larger a card is in the middle of its way, as if it were lifted. */
const LIFT = 1.15;
/** From this lift on, an enemy waits in the middle of the window, and falls from there on its place. */
const HIGH = 1.3;
export const isHigh = ({ lift = LIFT }: Flight) => lift >= HIGH;
/** When a card is seen from its edge that turns its face up, on a low and on a high way. */
const [TURNED, TURNED_HIGH] = [0.5, 0.28];
/** A card that turns its face up shows its back up to this share of its time. */
export const turnOf = (flight: Flight) => (isHigh(flight) ? TURNED_HIGH : TURNED);
/** When a card on a high way has come to where it waits, and when it falls from there. */
const [WAITING, FALLING] = [0.4, 0.85];
/** The width of a card that is seen from its edge. */
const EDGE = 0.06;
/** The part of the window that a card on a high way may take, so that its name has room above it. */
const ROOM = 0.62;

/** The middle of a place. */
const middleOf = ({ left, top, width }: Place) => [left + width / 2, top + (width * HEIGHT_OF_WIDTH) / 2];

/** Where a card on a high way waits: in the middle of the window, as large as it fits in there. */
export function waitingPlace(to: Place, { lift = LIFT }: Flight, window: DOMRect): Place {
  const fitting = ROOM * Math.min(window.width, window.height / HEIGHT_OF_WIDTH);
  const width = Math.min(to.width * lift, fitting);
  return {
    left: window.left + (window.width - width) / 2,
    top: window.top + (window.height - width * HEIGHT_OF_WIDTH) / 2,
    width,
  };
}

/** The way of the light around a card on a high way: it waits, and falls with the card. */
export function wayOfLight(waiting: Place, to: Place): Keyframe[] {
  const [[x, y], [endX, endY]] = [middleOf(waiting), middleOf(to)];
  return [
    { opacity: 0, transform: "none" },
    { opacity: 1, transform: "none", offset: TURNED_HIGH },
    { opacity: 1, transform: "none", offset: FALLING, easing: "cubic-bezier(.7, 0, 1, .5)" },
    { opacity: 0.9, transform: `translate(${endX - x}px, ${endY - y}px)` },
  ];
}

/** A name stands above the card while that waits. */
export const NAMED = [
  { opacity: 0, transform: "scale(1.4)" },
  { opacity: 0, transform: "scale(1.4)", offset: TURNED_HIGH },
  { opacity: 1, transform: "none", offset: WAITING },
  { opacity: 1, transform: "none", offset: FALLING },
  { opacity: 0, transform: "none", offset: FALLING + 0.05 },
  { opacity: 0, transform: "none" },
];

/** The way of a card between two places. */
export function wayOf(from: Place, to: Place, flight: Flight, window: DOMRect): Keyframe[] {
  const { manner, lift = LIFT } = flight;
  const [start, end] = [{ transform: "none" }, { transform: shift(from, to, 1) }];
  const over = (part: number, size: string) => ({ transform: shift(from, to, part, size) });
  switch (manner) {
    case "slam":
      return [
        { ...start, easing: "ease-out" },
        { ...over(0.7, "scale(1.3) rotate(-4deg)"), offset: 0.45, easing: "ease-in" },
        { ...over(1, "scale(.96)"), offset: LANDING, easing: "ease-out" },
        end,
      ];
    case "toss":
      return [
        { ...start, easing: "ease-out" },
        { ...over(0.05, "translateY(-16%) scale(1.08) rotate(-5deg)"), offset: 0.22, easing: "ease-in-out" },
        { ...over(0.75, "scale(1.2) rotate(9deg)"), offset: 0.56, easing: "ease-in" },
        { ...over(1, "scale(.95) rotate(-3deg)"), offset: LANDING, easing: "ease-out" },
        end,
      ];
    case "split":
      return [start, { transform: "translateY(3%)", offset: 0.45, easing: "ease-in" }, end];
    case "crown":
      return [
        { ...start, easing: "ease-out" },
        { transform: "scale(1.14) translateY(6%)", offset: 0.18 },
        { transform: "scale(1.18) translateY(8%)", offset: 0.5, easing: "ease-in" },
        end,
      ];
    case "lunge":
      return lunge(middleOf(from), middleOf(to), flight.weight ?? 0);
    case "stand":
    case "shatter":
      return [start, start];
    case "turn": {
      if (!isHigh(flight)) return [start, { ...over(0.5, `scale(${EDGE * lift}, ${lift})`), offset: TURNED }, end];
      const waiting = waitingPlace(to, flight, window);
      const up = (part: number, size: string) => ({ transform: shift(from, waiting, part, size) });
      return [
        start,
        { ...up(0.7, `scale(${EDGE}, 1)`), offset: TURNED_HIGH, easing: "ease-out" },
        { ...up(1, "scale(.95)"), offset: WAITING },
        { ...up(1, ""), offset: FALLING, easing: "cubic-bezier(.7, 0, 1, .5)" },
        end,
      ];
    }
    default:
      return [start, { ...over(0.5, `scale(${lift})`), offset: 0.5 }, end];
  }
}

/**
 * It draws back, strikes the further and the harder the heavier it is, stays there for a moment, and goes back. It stays
 * below the seats, which are above it: it draws back into the depth, and grows downwards on its way to one of them.
 */
function lunge([x, y]: number[], [endX, endY]: number[], weight: number): Keyframe[] {
  const [reach, grown] = [0.12 + 0.48 * weight, 0.03 + 0.25 * weight];
  const side = Math.sign(Math.round(endX - x)) || 1;
  const [right, down] = [endX - x, Math.max(0, endY - y)];
  const at = (part: number, size: number, deg: number) => ({
    transform: `translate(${right * part}px, ${down * part}px) scale(${size}) rotate(${side * deg}deg)`,
    ...(!down && { transformOrigin: "50% 0" }),
  });
  return [
    { ...at(0, 1, 0), easing: "ease-out" },
    { ...at(0, 1 - grown / 3, -2 - 4 * weight), offset: IMPACT * 0.55, easing: "ease-in" },
    { ...at(reach, 1 + grown, 3 + 5 * weight), offset: IMPACT, easing: "ease-out" },
    { ...at(reach * 0.9, 1 + grown * 0.9, 2 + 4 * weight), offset: IMPACT + 0.2, easing: "ease-in-out" },
    at(0, 1, 0),
  ];
}

/** The way of a suit between the middles of two places. */
export function wayOfSign(from: Place, to: Place): Keyframe[] {
  const [[x, y], [endX, endY]] = [middleOf(from), middleOf(to)];
  const at = (part: number, rise: number, size: number) =>
    `translate(${(endX - x) * part}px, ${(endY - y) * part - rise}px) scale(${size})`;
  return [
    { opacity: 0, transform: at(0, 0, 0.5) },
    { opacity: 1, transform: at(0.1, 12, 1.3), offset: 0.25 },
    { opacity: 1, transform: at(0.9, 4, 0.9), offset: 0.9 },
    { opacity: 0, transform: at(1, 0, 0.6) },
  ];
}

/** A part of the way between two places. */
function shift(from: Place, to: Place, part: number, size: string = "") {
  const scale = 1 + part * (to.width / from.width - 1);
  const grown = part * (to.width - from.width);
  const x = part * (to.left - from.left) + grown / 2;
  const y = part * (to.top - from.top) + (grown * HEIGHT_OF_WIDTH) / 2;
  return `translate(${x}px, ${y}px) scale(${scale}) ${size}`;
}
