/** What a thing of the table is, in a title and a few sentences. The names of things are the values of `data-explain`. */
import { suitOf } from "../cards/images.ts";
import { actionText, card, cardName, jesterPower, kindText, suitName, suitPower } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { Suit, TextKey } from "../types.ts";

type Explanation = { title: string; sentences: string[] };

/** Things with a text of their own, and the label that the table gives them. */
const THINGS: Record<string, [TextKey, TextKey]> = {
  "number:attack": ["enemy.attack", "rules.number.attack"],
  "number:shield": ["enemy.shield", "rules.number.shield"],
  "number:strikes": ["enemy.strikes", "rules.number.strikes"],
  "number:health": ["enemy.health", "rules.number.health"],
  "pile:castle": ["pile.castle", "rules.pile.castle"],
  "pile:tavern": ["pile.tavern", "rules.pile.tavern"],
  "pile:discard": ["pile.discard", "rules.pile.discard"],
  "pile:jesters": ["pile.jesters", "rules.pile.jesters"],
  played: ["played.title", "rules.played"],
  seat: ["rules.seat.title", "rules.seat"],
  immunity: ["rules.immunity.title", "rules.immunity"],
};

/** The explanation of a thing; null if there is none. */
export function explanationOf(thing: string): Explanation | null {
  const [title, sentence] = THINGS[thing] ?? [];
  if (title && sentence) return { title: t(title), sentences: [t(sentence)] };
  const [kind, name = ""] = thing.split(":");
  return EXPLAINED[kind]?.(name) ?? null;
}

const EXPLAINED: Record<string, (name: string) => Explanation> = {
  card: (code) => ({ title: cardName(code), sentences: [valueText(code), ...cardTexts(code)] }),
  enemy: (code) => ({ title: cardName(code), sentences: [enemyText(code), t("rules.immunity")] }),
  suit: (suit) => ({ title: suitName(suit), sentences: [suitPower(suit as Suit)] }),
  action: (action) => ({
    title: t(action === "yield" ? "do.yield" : "rules.flip.title"),
    sentences: [actionText(action)],
  }),
};

const valueText = (code: string) => t("rules.card.value", { value: card(code).value });

function enemyText(code: string) {
  const { attack, health, value } = card(code);
  return t("rules.enemy", { attack: attack ?? 0, health: health ?? 0, value });
}

/** The power of a card, and how it is played if that is special. */
function cardTexts(code: string) {
  const [suit, { kind }] = [suitOf(code), card(code)];
  const power = suit ? t("rules.card.power", { suit: suitName(suit), power: suitPower(suit) }) : jesterPower();
  return kind === "companion" || kind === "jester" ? [kindText(kind), power] : [power];
}
