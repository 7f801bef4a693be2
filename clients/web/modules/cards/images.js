// @ts-check
/** Cards as SVG images; the style sheet has their colours. */
import { h, svg } from "../ui/dom.js";
import { back, face, jester } from "./faces.js";
import { card, cardName } from "../words/reference.js";
import { suitIcon, suitShape } from "./suits.js";

/** @import { Suit } from "../types" */

/** The suit of a card; null for a jester. @param {string} code @returns {Suit | null} */
export const suitOf = (code) => (code.startsWith("X") ? null : /** @type {Suit} */ (code.slice(-1)));

/** The rank of a card; `X` for a jester. @param {string} code */
export const rankOf = (code) => code.slice(0, -1);

/** The image of a card, hidden from screen readers. @param {string} code */
export function cardImage(code) {
  const suit = suitOf(code);
  const content = suit
    ? [face(rankOf(code), suit), ...twice(() => corner(code, suit)), ...(isCourt(code) ? twice(() => worth(code)) : [])]
    : [jester(), ...twice(star)];
  return cardSvg(`card suit-${suit ?? "X"}`, ...content);
}

/** A part for both ends of a card. @param {() => Node} part */
const twice = (part) => [part(), svg("g", { transform: "rotate(180 50 70)" }, part())];

/** @param {string} code */
const isCourt = (code) => "JQK".includes(rankOf(code));

/** The value of a court card in a hand, which is its attack as an enemy. @param {string} code */
const worth = (code) =>
  svg(
    "g",
    {},
    svg("rect", { x: 79, y: 6, width: 18, height: 17, rx: 4, class: "worth-plate" }),
    svg("text", { x: 88, y: 19, class: "worth" }, String(card(code).value)),
  );

/** A card with a frame. @param {string} kind @param {...Node} content */
const cardSvg = (kind, ...content) =>
  svg(
    "svg",
    { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true" },
    svg("rect", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8, class: "sheet" }),
    ...content,
  );

/** @param {string} code @param {Suit} suit */
function corner(code, suit) {
  return svg(
    "g",
    {},
    svg("text", { x: 12, y: 22, class: code.startsWith("10") ? "rank narrow" : "rank" }, rankOf(code)),
    suitShape(suit, 12, 33, 14),
  );
}

const star = () => svg("path", { d: "M12 6l2.5 6 6 .5-4.5 4 1.5 6-5.5-3.3-5.5 3.3 1.5-6-4.5-4 6-.5z", class: "crown" });

/** A face-up card with its name as the accessible label. @param {string} code */
export const faceUpCard = (code) =>
  h("span", { class: "open-card", role: "img", "aria-label": cardName(code), "data-card": code }, cardImage(code));

/** The rank and suit of a card in a line of text, hidden from screen readers. @param {string} code */
export function cardChip(code) {
  const suit = suitOf(code);
  const content = suit ? [rankOf(code), suitIcon(suit)] : ["★"];
  return h("span", { class: `chip suit-${suit ?? "X"}`, "aria-hidden": "true" }, ...content);
}

/** The back of a card. */
export const faceDownCard = () => cardSvg("card card-back", back());
