/** A victory: a crown in the colour of its grade, and falling suits; without motion where the player wants none. */
import { svg, h } from "../ui/dom.ts";
import { prefersReducedMotion } from "../ui/motion.ts";
import { preference } from "../storage/preferences.ts";
import type { GameResult } from "../types.ts";

const SUITS = ["♥", "♦", "♣", "♠"];
const PIECES = 28;
const GOLDEN_RATIO = 0.618;

/** The decoration of a won game, hidden from screen readers; null for a lost one. */
export function celebration({ outcome, grade }: GameResult) {
  if (outcome !== "won") return null;
  const still = preference("speed") === "off" || prefersReducedMotion();
  return h(
    "div",
    { class: `celebration ${grade ?? "plain"}${still ? " still" : ""}`, "aria-hidden": "true" },
    crown(),
    still ? null : h("div", { class: "suit-rain" }, ...Array.from({ length: PIECES }, (_, number) => piece(number))),
  );
}

const crown = () =>
  svg(
    "svg",
    { viewBox: "0 0 120 100", class: "victory-crown" },
    svg("path", { class: "rays", d: rays() }),
    svg("path", { class: "crown-shape", d: "M24 72 L18 36 L40 52 L60 24 L80 52 L102 36 L96 72 Z" }),
    svg("rect", { class: "crown-band", x: 24, y: 74, width: 72, height: 9, rx: 3 }),
    ...[18, 60, 102].map((cx) => svg("circle", { class: "crown-jewel", cx, cy: cx === 60 ? 21 : 33, r: 5 })),
  );

/** The rays behind the crown. */
function rays() {
  const angles = Array.from({ length: 16 }, (_, number) => (number * Math.PI) / 8);
  const at = (angle: number, radius: number) =>
    `${(60 + radius * Math.cos(angle)).toFixed(1)} ${(52 + radius * Math.sin(angle)).toFixed(1)}`;
  return angles.map((angle) => `M${at(angle, 26)} L${at(angle - 0.07, 58)} L${at(angle + 0.07, 58)} Z`).join(" ");
}

/** A falling suit, at a place and a time that are spread evenly. */
function piece(number: number) {
  const element = h("span", { class: `piece suit-${"HDCS"[number % 4]}` }, SUITS[number % 4]);
  const spread = (number * GOLDEN_RATIO) % 1;
  element.style.setProperty("--at", `${(spread * 100).toFixed(1)}%`);
  element.style.setProperty("--delay", `${((number * 137) % 1400) - 200}ms`);
  element.style.setProperty("--turn", `${((number * 97) % 360) - 180}deg`);
  return element;
}
