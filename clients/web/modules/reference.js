// @ts-check
/** Cards and rules from the API in the current language: names, values, powers, and a sentence for each code. */
import { getCards, getRules } from "./api.js";

/** @import { Cards, Rules, CardInfo, Suit } from "./types" */

/** @type {Cards} */
let cards;
/** @type {Rules} */
let rules;
/** @type {Map<string, CardInfo>} */
let byCode = new Map();

/** Load the reference in the current language. */
export async function loadReference() {
  [cards, rules] = await Promise.all([getCards(), getRules()]);
  byCode = new Map(cards.cards.map((card) => [card.code, card]));
}

/** @param {string} code @returns {CardInfo} */
export function card(code) {
  const found = byCode.get(code);
  if (!found) throw new Error(`no card ${code}`);
  return found;
}

/** @param {string} code */
export const cardName = (code) => card(code).name;

/** @param {string[]} codes */
export const valueOf = (codes) => codes.reduce((sum, code) => sum + card(code).value, 0);

/** @param {string} suit */
export const suitName = (suit) => cards.suits.find((each) => each.suit === suit)?.name ?? suit;

/** The power of a suit as a sentence. @param {Suit} suit */
export function suitPower(suit) {
  const power = cards.suits.find((each) => each.suit === suit)?.power;
  return cards.powers.find((each) => each.power === power)?.text ?? "";
}

export const jesterPower = () => cards.powers.find((each) => each.power === "cancel-immunity")?.text ?? "";

/** The codes of all enemies. */
export const castle = () => cards.cards.filter(({ health }) => health).map(({ code }) => code);

/** Cards in canonical order. @param {string[]} codes */
export const inOrder = (codes) => cards.cards.map(({ code }) => code).filter((code) => codes.includes(code));

/** @param {string} phase */
export const phaseText = (phase) => rules.phases.find((each) => each.phase === phase)?.text ?? phase;

/** @param {string} reason */
export const refusalText = (reason) => rules.refusals.find((each) => each.reason === reason)?.text ?? reason;

/** @param {string} reason */
export const outcomeText = (reason) => rules.outcomes.find((each) => each.reason === reason)?.text ?? reason;

/** @param {string} grade */
export const gradeText = (grade) => rules.grades.find((each) => each.grade === grade)?.text ?? grade;

/** @param {string} kind */
export const actionText = (kind) => rules.actions.find((each) => each.kind === kind)?.text ?? kind;

export const enemies = () => rules.limits.enemies;
export const nameLength = () => rules.limits.name_length;

/** @param {number} players */
export const fullHand = (players) => rules.players.find((each) => each.players === players)?.full_hand ?? 0;
