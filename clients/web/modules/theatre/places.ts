/** Places on the page, and the ways of cards between them. */
import type { Flight } from "./flights.ts";

/** of a card, in pixels of the window */
export type Place = { left: number; top: number; width: number };

const HEIGHT_OF_WIDTH = 1.4;
/** How much larger a card is in the middle of its way, as if it were lifted. */
const LIFT = 1.15;
/** The width of a card that is seen from its edge. */
const EDGE = 0.06;

/** The first element of the selectors that is visible. */
export function find(selectors: string[]) {
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isVisible) ?? null;
}

const isVisible = (element: Element) => element.getBoundingClientRect().width > 0;

/** The place of the first visible card in an element, or of one in its middle. */
export function placeOf(selectors: string[]): Place | null {
  const found = find(selectors);
  if (!found) return null;
  const box = ([...found.querySelectorAll(".card")].find(isVisible) ?? found).getBoundingClientRect();
  const width = Math.min(box.width, box.height / HEIGHT_OF_WIDTH);
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - width * HEIGHT_OF_WIDTH) / 2,
    width,
  };
}

/** The way of a card between two places. */
export function wayOf(from: Place, to: Place, manner: Flight["manner"]): Keyframe[] {
  const end = { transform: shift(from, to, 1) };
  const tilt = { transform: "translateY(4%) rotate(9deg) scale(1.04)", easing: "ease-in", offset: 0.35 };
  if (manner === "fall") return [{ transform: "none" }, tilt, end];
  const middle = shift(from, to, 0.5, `scale(${manner === "turn" ? `${EDGE * LIFT}, ${LIFT}` : LIFT})`);
  return [{ transform: "none" }, { transform: middle, offset: 0.5 }, end];
}

/** A part of the way between two places. */
function shift(from: Place, to: Place, part: number, size: string = "") {
  const scale = 1 + part * (to.width / from.width - 1);
  const grown = part * (to.width - from.width);
  const x = part * (to.left - from.left) + grown / 2;
  const y = part * (to.top - from.top) + (grown * HEIGHT_OF_WIDTH) / 2;
  return `translate(${x}px, ${y}px) scale(${scale}) ${size}`;
}
