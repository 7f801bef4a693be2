/** A table that takes the place of another one before an action: the cards go back to where they lay, and the health. */
import { preference } from "../storage/preferences.ts";
import { prefersReducedMotion } from "../ui/dom.ts";
import { find, LIFE } from "./stage.ts";

const TIMES = { duration: 280, easing: "cubic-bezier(.3, .6, .3, 1)" };

/** @param replace puts the other table in the place of the one on the page */
export function takeBack(page: Element, replace: () => void) {
  const [cards, bar] = [cardsOf(page), page.querySelector(LIFE)];
  const left = bar && getComputedStyle(bar).transform;
  const places = new Map([...cards].map(([code, card]) => [code, card.getBoundingClientRect()]));
  const discards = find(page, ['[data-pile="discard"] .card'])?.getBoundingClientRect();
  replace();
  for (const card of page.querySelectorAll(".fresh")) card.getAnimations().forEach((animation) => animation.finish());
  if (prefersReducedMotion() || preference("speed") === "off") return;
  for (const [code, card] of cardsOf(page)) goBack(card, places.get(code) ?? discards);
  if (left) page.querySelector(LIFE)?.animate([{ transform: left }, {}], TIMES);
}

/** The images of the visible cards by their codes. */
function cardsOf(page: Element) {
  const images = [...page.querySelectorAll<HTMLElement>(".table [data-card]")].map(
    (element) => [element.dataset.card ?? "", find(element, [".card"])] as const,
  );
  return new Map(images.flatMap(([code, image]) => (image ? [[code, image]] : [])));
}

/** Let a card go from where it was to where it is. */
function goBack(card: Element, from: DOMRect | undefined) {
  const to = card.getBoundingClientRect();
  if (!from || (Math.abs(from.left - to.left) < 1 && Math.abs(from.top - to.top) < 1)) return;
  const middle = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2];
  const [[x, y], [endX, endY]] = [middle(from), middle(to)];
  const start = `translate(${x - endX}px, ${y - endY}px) scale(${from.width / to.width})`;
  card.animate([{ transform: start }, { transform: "none" }], TIMES);
}
