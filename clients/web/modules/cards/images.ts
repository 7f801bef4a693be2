/** Cards as SVG images; the style sheet has their colours. */
import { h, svg } from "../ui/dom.ts";
import { back, face, jester, suitIcon, suitShape } from "./faces.ts";
import { card, cardName } from "../words/reference.ts";
import type { Suit } from "../types.ts";

/** The suit of a card; null for a jester. */
export const suitOf = (code: string): Suit | null => (code.startsWith("X") ? null : (code.slice(-1) as Suit));

/** The rank of a card; `X` for a jester. */
export const rankOf = (code: string) => code.slice(0, -1);

/** The image of a card, hidden from screen readers. */
export function cardImage(code: string) {
  const suit = suitOf(code);
  const content = suit
    ? [face(rankOf(code), suit), ...twice(() => corner(code, suit)), ...(isCourt(code) ? twice(() => worth(code)) : [])]
    : [jester(), ...twice(star)];
  return cardSvg(`card suit-${suit ?? "X"}`, ...content);
}

/** A part for both ends of a card. */
const twice = (part: () => Node) => [part(), svg("g", { transform: "rotate(180 50 70)" }, part())];

const isCourt = (code: string) => "JQK".includes(rankOf(code));

/** The value of a court card in a hand, which is its attack as an enemy. */
const worth = (code: string) =>
  svg(
    "g",
    {},
    svg("rect", { x: 79, y: 6, width: 18, height: 17, rx: 4, class: "worth-plate" }),
    svg("text", { x: 88, y: 19, class: "worth" }, String(card(code).value)),
  );

/** A card with a frame. */
const cardSvg = (kind: string, ...content: Node[]) =>
  svg(
    "svg",
    { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true" },
    svg("rect", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8, class: "sheet" }),
    ...content,
  );

function corner(code: string, suit: Suit) {
  return svg(
    "g",
    {},
    svg("text", { x: 12, y: 22, class: code.startsWith("10") ? "rank narrow" : "rank" }, rankOf(code)),
    suitShape(suit, 12, 33, 14),
  );
}

const star = () => svg("path", { d: "M12 6l2.5 6 6 .5-4.5 4 1.5 6-5.5-3.3-5.5 3.3 1.5-6-4.5-4 6-.5z", class: "crown" });

/** A face-up card with its name as the accessible label. */
export const faceUpCard = (code: string) =>
  h("span", { class: "open-card", role: "img", "aria-label": cardName(code), "data-card": code }, cardImage(code));

/** The rank and suit of a card in a line of text, hidden from screen readers. */
export function cardChip(code: string) {
  const suit = suitOf(code);
  const content = suit ? [rankOf(code), suitIcon(suit)] : ["★"];
  return h("span", { class: `chip suit-${suit ?? "X"}`, "aria-hidden": "true" }, ...content);
}

/** The back of a card. */
export const faceDownCard = () => cardSvg("card card-back", back());
