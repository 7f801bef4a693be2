/** Pictures of rules: the cards of an example with what they do, beside a text that says the same. */
import { suitIcon } from "../cards/faces.ts";
import { cardImage } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { Suit, TextKey } from "../types.ts";

/** A card over a word of what it does. */
const captioned = (code: string, caption: Node | string) =>
  h("span", { class: "figure-card" }, cardImage(code), h("span", {}, caption));

const lone = (code: string) => h("span", { class: "figure-card" }, cardImage(code));

const overlapping = (...codes: string[]) =>
  h("span", { class: "figure-hand" }, ...codes.map((code) => cardImage(code)));

/** A number that counts, over what it counts. */
const amount = (number: string, caption = "") =>
  h("span", { class: "figure-amount" }, h("b", {}, number), caption && h("span", {}, caption));

/** A line of cards, signs and numbers. */
const line = (...parts: (Node | string)[]) =>
  h("span", { class: "figure-line" }, ...parts.map((part) => (typeof part === "string" ? h("i", {}, part) : part)));

/** A card of a suit with the word of its power. */
const power = (suit: Suit) => line(captioned(`7${suit}`, t(`rules.legend.${suit}`)));

/** The four suits with the words of their powers. */
const powers = () =>
  h(
    "span",
    { class: "figure-powers" },
    ...(["H", "D", "S", "C"] as Suit[]).map((suit) =>
      h("span", { class: `suit-${suit}` }, suitIcon(suit), t(`rules.legend.${suit}`)),
    ),
  );

/** A turn against a jack in four steps: a card of the hand, the powers, the damage, the strike and what it costs. */
const STEPS = [
  () => overlapping("9C", "6S", "4H"),
  powers,
  () => line(lone("6S"), "→", captioned("JD", h("b", {}, "20 − 6 = 14"))),
  () => line(h("span", { class: "figure-card" }, overlapping("JD", "6S"), h("b", {}, "10 − 6 = 4")), "→", lone("4H")),
];

/** The pictures by the id of a section, in the order of reading. */
const FIGURES: Record<string, () => Node[]> = {
  companions: () => [
    line(captioned("AS", t("rules.legend.S")), "+", captioned("7H", t("rules.legend.H")), "=", amount("8")),
  ],
  combos: () => [
    line(
      captioned("3H", t("rules.legend.H")),
      "+",
      captioned("3D", t("rules.legend.D")),
      "+",
      captioned("3S", t("rules.legend.S")),
      "=",
      amount("9"),
    ),
  ],
  immunity: () => [line(captioned("6H", h("s", {}, t("rules.legend.H"))), "→", lone("JH"), amount("−6"))],
  defeat: () => [
    line(lone("JD"), amount("20 − 20 = 0", t("brief.defeat-exact")), "→", amount("J♦", t("pile.tavern"))),
    line(lone("JC"), amount("20 − 23 < 0"), "→", amount("J♣", t("pile.discard"))),
  ],
  suffer: () => [
    line(
      captioned("QC", t("enemy.attack")),
      amount("15"),
      "−",
      captioned("6S", t("rules.legend.S")),
      "=",
      amount("9"),
      "→",
      lone("9D"),
    ),
  ],
};

/** The pictures beside the paragraphs of a section, in their order. */
const BESIDE: Record<string, (() => Node)[]> = {
  turn: STEPS,
  suits: (["H", "D", "C", "S"] as Suit[]).map((suit) => () => power(suit)),
};

const figure = (...content: Node[]) => h("div", { class: "rule-figure", "aria-hidden": "true" }, ...content);

/** The picture of a section, hidden from screen readers; null where a text suffices. */
export const ruleFigure = (id: string) => (id in FIGURES ? figure(...FIGURES[id]()) : null);

/** The picture beside a paragraph of a section; null without one. */
export function besideParagraph(id: string, index: number) {
  const picture = BESIDE[id]?.[index];
  return picture ? figure(picture()) : null;
}

const GLANCE: [TextKey, TextKey][] = [
  ["rules.glance.play", "rules.glance.play-how"],
  ["rules.glance.power", "rules.glance.power-how"],
  ["rules.glance.damage", "rules.glance.damage-how"],
  ["rules.glance.suffer", "rules.glance.suffer-how"],
];

/** The game on one screen: the aim, the four steps of a turn in pictures, and the end. */
export const glance = () => [
  h(
    "div",
    { class: "glance-aim" },
    h("p", {}, t("rules.glance.aim")),
    figure(line(lone("JC"), "→", lone("QH"), "→", lone("KS"))),
  ),
  h(
    "ol",
    { class: "glance-steps" },
    ...GLANCE.map(([title, how], index) =>
      h("li", {}, figure(STEPS[index]()), h("div", {}, h("strong", {}, t(title)), h("p", {}, t(how)))),
    ),
  ),
  h("p", { class: "glance-end" }, t("rules.glance.end")),
];
