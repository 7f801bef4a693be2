/** Pictures of rules: the cards of an example with what they do, beside a text that says the same. */
import { cardImage } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { Suit } from "../types.ts";

const POWERS = (["H", "D", "S", "C"] as Suit[]).map((suit) => ({ suit, word: () => t(`rules.legend.${suit}`) }));

/** A card over a word of what it does. */
const captioned = (code: string, caption: Node | string) =>
  h("span", { class: "figure-card" }, cardImage(code), h("span", {}, caption));

const lone = (code: string) => h("span", { class: "figure-card" }, cardImage(code));

/** A number that counts, over what it counts. */
const amount = (number: string, caption = "") =>
  h("span", { class: "figure-amount" }, h("b", {}, number), caption && h("span", {}, caption));

/** A line of cards, signs and numbers. */
const line = (...parts: (Node | string)[]) =>
  h("span", { class: "figure-line" }, ...parts.map((part) => (typeof part === "string" ? h("i", {}, part) : part)));

/** The pictures by the id of a section, in the order of reading. */
const FIGURES: Record<string, () => Node[]> = {
  aim: () => [line(lone("JC"), "→", lone("QH"), "→", lone("KS"))],
  suits: () => [line(...POWERS.map(({ suit, word }) => captioned(`7${suit}`, word())))],
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

/** The picture of a section, hidden from screen readers; null where a text suffices. */
export const ruleFigure = (id: string) =>
  id in FIGURES ? h("div", { class: "rule-figure", "aria-hidden": "true" }, ...FIGURES[id]()) : null;
