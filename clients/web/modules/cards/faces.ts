/** The centre of a card image of 100 by 140 units: pips, a companion's paw, court cards, a jester, the back. */
import { svg } from "../ui/dom.ts";
import type { Suit } from "../types.ts";

const [LEFT, MIDDLE, RIGHT] = [31, 50, 69];
const PAIRS = (...rows: number[]) =>
  rows.flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);

/** The positions of the pips of each rank. */
const PIPS: Record<string, number[][]> = {
  2: [
    [MIDDLE, 36],
    [MIDDLE, 104],
  ],
  3: [
    [MIDDLE, 36],
    [MIDDLE, 70],
    [MIDDLE, 104],
  ],
  4: PAIRS(36, 104),
  5: [...PAIRS(36, 104), [MIDDLE, 70]],
  6: PAIRS(36, 70, 104),
  7: [...PAIRS(36, 70, 104), [MIDDLE, 53]],
  8: [...PAIRS(36, 70, 104), [MIDDLE, 53], [MIDDLE, 87]],
  9: [...PAIRS(34, 58, 82, 106), [MIDDLE, 70]],
  10: [...PAIRS(34, 58, 82, 106), [MIDDLE, 46], [MIDDLE, 94]],
};

const CROWNS = {
  J: "M37 35l3-12c6-5 14-5 20 0l3 12z M60 23c6-7 12-8 15-5-3 5-8 8-14 8z",
  Q: "M36 35l-2-15 8 7 8-11 8 11 8-7-2 15z",
  K: "M36 35l-3-17 9 6 6-6v-4h-3v-3h3V8h4v3h3v3h-3v4l6 6 9-6-3 17z",
};

export function face(rank: string, suit: Suit) {
  if (rank === "A") return companion(suit);
  if (rank in CROWNS) return courtCard(rank as keyof typeof CROWNS, suit);
  return svg("g", {}, ...(PIPS[rank] ?? []).map(([x, y]) => pip(suit, x, y)));
}

function pip(suit: Suit, x: number, y: number) {
  const rotation = y > 70 ? { transform: `rotate(180 ${x} ${y})` } : {};
  return svg("g", rotation, suitShape(suit, x, y, 19));
}

/** An animal companion: a paw on its suit. */
function companion(suit: Suit) {
  const toes = [
    [40, 65],
    [46.5, 58],
    [53.5, 58],
    [60, 65],
  ].map(([cx, cy]) => svg("ellipse", { cx, cy, rx: 3, ry: 4, class: "paper" }));
  const pad = svg("path", { d: "M50 66c5 0 10 6 10 10 0 5-6 4-10 4s-10 1-10-4c0-4 5-10 10-10z", class: "paper" });
  return svg("g", {}, suitShape(suit, 50, 70, 64), ...toes, pad);
}

/** A court card: two mirrored busts. */
function courtCard(rank: keyof typeof CROWNS, suit: Suit) {
  return svg(
    "g",
    {},
    svg("rect", { x: 22, y: 12, width: 56, height: 116, rx: 4, class: "panel" }),
    bust(rank, suit),
    svg("g", { transform: "rotate(180 50 70)" }, bust(rank, suit)),
    svg("path", { d: "M22 70h56", class: "seam" }),
  );
}

function bust(rank: keyof typeof CROWNS, suit: Suit) {
  return svg(
    "g",
    {},
    rank === "J"
      ? null
      : svg("path", {
          d: rank === "Q" ? "M36 34c-4 10-3 18-5 24h38c-2-6-1-14-5-24z" : "M38 36c-2 14 4 24 12 24s14-10 12-24z",
          class: "hair",
        }),
    svg("path", { d: "M23 69.5c1-11 9-17 19-18h16c10 1 18 7 19 18z", class: "robe" }),
    svg("path", { d: "M43 50h14l-7 12z", class: "paper" }),
    svg("ellipse", { cx: 50, cy: 41, rx: 10, ry: 11.5, class: "skin" }),
    rank === "K"
      ? svg("path", { d: "M40 42c0 14 5 17 10 17s10-3 10-17c-3 4-6 4-10 4s-7 0-10-4z", class: "hair" })
      : null,
    svg("path", { d: "M45 40h2M53 40h2", class: "eyes" }),
    svg("path", { d: CROWNS[rank], class: "crown" }),
    suitShape(suit, 31, 64, 8, "badge"),
    suitShape(suit, 69, 64, 8, "badge"),
  );
}

export function jester() {
  const bells = [
    [22, 62],
    [50, 24],
    [78, 62],
  ].map(([cx, cy]) => svg("circle", { cx, cy, r: 4.5, class: "crown" }));
  return svg(
    "g",
    {},
    svg("path", { d: "M32 84c-2-18-4-24-10-20 2-16 16-20 28-2z", class: "cap-left" }),
    svg("path", { d: "M68 84c2-18 4-24 10-20-2-16-16-20-28-2z", class: "cap-right" }),
    svg("path", { d: "M36 84c0-24 6-40 14-58 8 18 14 34 14 58z", class: "cap-middle" }),
    ...bells,
    svg("path", { d: "M34 84h32c0 18-7 28-16 28s-16-10-16-28z", class: "skin" }),
    svg("path", { d: "M42 91h3M55 91h3", class: "eyes" }),
    svg("path", { d: "M42 99c4 5 12 5 16 0", class: "smile" }),
    svg("rect", { x: 30, y: 80, width: 40, height: 7, rx: 3.5, class: "crown" }),
  );
}

export function back() {
  const lattice = Array.from({ length: 14 }, (_, i) => `M${i * 14 - 98} 10l130 130M${i * 14 - 28} 140l130-130`).join(
    "",
  );
  const clip = svg(
    "svg",
    { x: 8, y: 8, width: 84, height: 124, viewBox: "8 8 84 124" },
    svg("rect", { x: 8, y: 8, width: 84, height: 124, rx: 5, class: "back" }),
    svg("path", { d: lattice, class: "lattice" }),
  );
  const crown = svg("path", { d: "M32 84l-4-30 13 12 9-20 9 20 13-12-4 30z", class: "crown" });
  return svg("g", {}, clip, svg("circle", { cx: 50, cy: 68, r: 29, class: "back" }), crown);
}

const SHAPES: Record<Suit, string> = {
  C: "M12 1.8a4.7 4.7 0 0 1 3.6 7.7 4.7 4.7 0 1 1-2.7 7.9c.2 2.1 1 3.8 2.3 5.1H8.8c1.3-1.3 2.1-3 2.3-5.1a4.7 4.7 0 1 1-2.7-7.9A4.7 4.7 0 0 1 12 1.8z",
  D: "M12 1.2c2 4 5 7.6 8.4 10.8-3.4 3.2-6.4 6.8-8.4 10.8-2-4-5-7.6-8.4-10.8C7 8.8 10 5.2 12 1.2z",
  H: "M12 22C6 16.6 2 12.6 2 8.1 2 5 4.3 2.7 7.2 2.7c2 0 3.8 1.1 4.8 3 1-1.9 2.8-3 4.8-3C19.7 2.7 22 5 22 8.1c0 4.5-4 8.5-10 13.9z",
  S: "M12 1.5c1 3.6 9 7.2 9 12.4a4.3 4.3 0 0 1-8.1 2c.2 2.6 1 4.8 2.5 6.6H8.6c1.5-1.8 2.3-4 2.5-6.6A4.3 4.3 0 0 1 3 13.9c0-5.2 8-8.8 9-12.4z",
};

/** A suit's shape, centred at x and y. Suits differ by shape, not by colour alone. */
export function suitShape(suit: Suit, x: number, y: number, size: number, kind: string = "") {
  const scale = size / 24;
  return svg("path", {
    d: SHAPES[suit],
    class: `suit ${kind}`,
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
