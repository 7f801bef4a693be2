/**
 * The steps of the tutorial, on a fixed deal: the seed gives the hands that the actions need. All numbers in the texts come
 * from the view and its previews.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { previewOf } from "regicide-client/selection";
import { suitOf } from "../cards/images.ts";
import { cardNames, theCards } from "../words/names.ts";
import { cardName, suitName } from "../words/reference.ts";
import { t, type Values } from "../words/texts.ts";
import type { GameView, Suit, TextKey } from "../types.ts";

/**
 * A step: the learner reads, takes an action, or watches the other player's actions. `shows` selects what it is about on
 * the table and in the hand, besides the cards and the button of its action.
 */
export type Step = { text: TextKey; shows?: string; action?: string; watched?: string[] };

export const SEED = "tutorial-3394";
export const LEARNER = 0;

export const STEPS: Step[] = [
  { text: "tutorial.table", shows: ".enemy-card, .enemy-facts" },
  { text: "tutorial.piles", shows: "[data-pile]" },
  { text: "tutorial.hand", shows: ".legend, .hand" },
  { text: "tutorial.shield", shows: ".enemy-facts", action: "5S" },
  { text: "tutorial.cover", shows: ".numbers", action: "-5D" },
  { text: "tutorial.bo", shows: ".numbers > .shield", watched: ["2H", "-7S"] },
  { text: "tutorial.immune", shows: ".immunity" },
  { text: "tutorial.yield", action: "yield" },
  { text: "tutorial.cover-yield", action: "-5H" },
  { text: "tutorial.bo-again", shows: "[data-seat='1']", watched: ["3D", "-8S"] },
  { text: "tutorial.pair", shows: ".hand [data-card^='A']" },
  { text: "tutorial.kill", shows: ".health", action: "4C+AD" },
  { text: "tutorial.end", shows: "[data-pile='tavern']" },
];

/** The index of the last step. */
export const LAST = STEPS.length - 1;

/** The actions of a step. */
const actionsOf = ({ action, watched = [] }: Step) => (action ? [action] : watched);

/** The actions of all steps. */
export const ACTIONS = STEPS.flatMap(actionsOf);

/** The number of actions before a step. */
export const actionsBefore = (index: number) => STEPS.slice(0, index).flatMap(actionsOf).length;

/** The first step that a game with this number of actions can be at, or -1. */
export const stepAfter = (count: number) => STEPS.findIndex((_, index) => actionsBefore(index) === count);

/** The text of a step. */
export const stepText = (step: Step, view: GameView) =>
  t(step.text, { ...labels(), ...boardValues(view), ...actionValues(step, view) });

const labels = (): Values => ({
  ...{ play: t("do.play"), discard: t("do.discard") },
  ...{ yield: t("do.yield"), confirm: t("do.yield-now") },
});

function boardValues({ enemy, castle_size, tavern_size, tavern_top, hand, played }: GameView): Values {
  if (!enemy) return {};
  return {
    ...{ enemy: cardName(enemy.card), suit: suitName(suitOf(enemy.card) as Suit) },
    ...{ attack: enemy.attack, shield: enemy.shield, strike: enemy.strikes_for },
    ...{ health: enemy.health, left: enemy.health - enemy.damage },
    ...{ castle: castle_size, tavern: tavern_size, hand: hand?.length ?? 0 },
    ...{ played: cardNames(played.at(-1) ?? []), top: theCards(tavern_top) },
  };
}

function actionValues({ action }: Step, view: GameView): Values {
  if (!action) return {};
  const [cards, preview] = [cardsOf(action), previewOf(view, action)];
  const drawn = preview?.drawn.reduce((sum, count) => sum + count, 0) ?? 0;
  const [number = "", ace = ""] = cards.map(cardName);
  const found = { damage: preview?.damage ?? 0, after: preview?.strike ?? 0, drawn };
  return { cards: cardNames(cards), number, ace, value: totalValue(cards), ...found };
}
