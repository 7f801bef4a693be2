/** The shapes of the suits. */
import { svg } from "../ui/dom.ts";
import type { Suit } from "../types.ts";

/** The shapes of the suits, in a square of 24 units. */
export const SUIT_SHAPES: Record<Suit, string> = {
  C: "M12 1.8a4.7 4.7 0 0 1 3.6 7.7 4.7 4.7 0 1 1-2.7 7.9c.2 2.1 1 3.8 2.3 5.1H8.8c1.3-1.3 2.1-3 2.3-5.1a4.7 4.7 0 1 1-2.7-7.9A4.7 4.7 0 0 1 12 1.8z",
  D: "M12 1.2c2 4 5 7.6 8.4 10.8-3.4 3.2-6.4 6.8-8.4 10.8-2-4-5-7.6-8.4-10.8C7 8.8 10 5.2 12 1.2z",
  H: "M12 22C6 16.6 2 12.6 2 8.1 2 5 4.3 2.7 7.2 2.7c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3 4.8-3C19.7 2.7 22 5 22 8.1c0 4.5-4 8.5-10 13.9z",
  S: "M12 1.5c1 3.6 9 7.2 9 12.4a4.3 4.3 0 0 1-8.1 2c.2 2.6 1 4.8 2.5 6.6H8.6c1.5-1.8 2.3-4 2.5-6.6A4.3 4.3 0 0 1 3 13.9c0-5.2 8-8.8 9-12.4z",
};

/** A suit's shape, centred at x and y. Suits differ by shape, not by colour alone. */
export function suitShape(suit: Suit, x: number, y: number, size: number) {
  const scale = size / 24;
  return svg("path", {
    d: SUIT_SHAPES[suit],
    class: "suit",
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`,
  });
}

/** A suit as an icon in a line of text. */
export const suitIcon = (suit: Suit) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", class: `suit-icon suit-${suit}`, "aria-hidden": "true" },
    suitShape(suit, 12, 12, 24),
  );
