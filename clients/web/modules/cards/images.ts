/** Cards as SVG images; the style sheet has their colours. */
import { h, svg } from "../ui/dom.ts";
import { suitIcon, suitShape } from "./faces.ts";
import { pictureOrPlain } from "./gallery.ts";
import { card, cardName } from "../words/reference.ts";
import type { Mood } from "./damage.ts";
import type { EnemyView, Suit } from "../types.ts";

/** The suit of a card; null for a jester. */
export const suitOf = (code: string): Suit | null => (code.startsWith("X") ? null : (code.slice(-1) as Suit));

/** The rank of a card; `X` for a jester. */
export const rankOf = (code: string) => code.slice(0, -1);

/** The image of a card, hidden from screen readers. @param mood that of an enemy */
export function cardImage(code: string, mood: Mood = "calm") {
  const suit = suitOf(code);
  const centre = pictureOrPlain(code, mood, () => (suit ? suitShape(suit, 50, 74, 44) : star(50, 60, 3)));
  const isPainted = "AJQKX".includes(rankOf(code));
  return cardSvg(
    `card suit-${suit ?? "X"} ${isPainted ? "painted" : "pips"}`,
    isPainted ? null : svg("rect", { x: 3.6, y: 3.6, width: 92.8, height: 132.8, rx: 5.5, class: "line" }),
    centre,
    index(code, suit),
    isPainted ? null : svg("g", { class: "far", transform: "rotate(180 50 70)" }, index(code, suit)),
    isCourt(code) ? worth(code) : null,
  );
}

const isCourt = (code: string) => "JQK".includes(rankOf(code));

/** The value of a court card in a hand, which is its attack as an enemy. */
const worth = (code: string) =>
  svg(
    "g",
    { class: "worth" },
    svg("circle", { cx: 14, cy: 126, r: 10.5 }),
    svg("text", { x: 14, y: 131 }, String(card(code).value)),
  );

/** A card with a frame. */
const cardSvg = (kind: string, ...content: (Node | null)[]) =>
  svg(
    "svg",
    { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true" },
    svg("rect", { x: 0.5, y: 0.5, width: 99, height: 139, rx: 8, class: "sheet" }),
    ...content,
  );

/** Rank and suit in the corner, on a tab of paper that lies on the picture. */
const index = (code: string, suit: Suit | null) =>
  svg(
    "g",
    { class: "index" },
    svg("path", { d: "M1 9Q1 1 9 1H28V40Q28 46 22 46H1z", class: "tab" }),
    ...(suit
      ? [
          svg("text", { x: 13.6, y: 24, class: `rank${code.startsWith("10") ? " narrow" : ""}` }, rankOf(code)),
          suitShape(suit, 13.4, 36, 14),
        ]
      : [star(13.2, 5, 1.5)]),
  );

const star = (x: number, y: number, scale: number) =>
  svg("path", {
    d: "M0 0l2.5 6 6 .5-4.5 4 1.5 6-5.5-3.3-5.5 3.3 1.5-6-4.5-4 6-.5z",
    class: "star",
    transform: `translate(${x} ${y}) scale(${scale})`,
  });

/** A face-up card with its name as the accessible label. */
export const faceUpCard = (code: string) => enemyCard(code, "calm");

/** A face-up card whose portrait has a mood. */
export const enemyCard = (code: string, mood: Mood) =>
  h(
    "span",
    { class: "open-card", role: "img", "aria-label": cardName(code), "data-card": code },
    cardImage(code, mood),
  );

/** How the portrait of an enemy looks: with half of its health it is hurt, with a quarter desperate. @param strikes an unhurt one is angry */
export function moodOf({ damage, health }: Pick<EnemyView, "damage" | "health">, strikes = false): Mood {
  const left = health - damage;
  if (left > health / 2) return strikes ? "angry" : "calm";
  return isLow(left / health) ? "desperate" : "hurt";
}

/** Whether a share of the health is low. */
export const isLow = (share: number) => share <= 0.25;

/** The rank and suit of a card in a line of text, hidden from screen readers. */
export function cardChip(code: string) {
  const suit = suitOf(code);
  const content = suit ? [rankOf(code), suitIcon(suit)] : ["★"];
  return h("span", { class: `chip suit-${suit ?? "X"}`, "aria-hidden": "true" }, ...content);
}

/** The back of a card. */
export const faceDownCard = () =>
  cardSvg(
    "card card-back",
    pictureOrPlain("back", "calm", () => svg("rect", { x: 6, y: 6, width: 88, height: 128, rx: 5, class: "back" })),
  );
