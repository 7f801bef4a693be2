// @ts-check
/** Cards and rules from the API in the current language: names, values, powers, and a sentence for each code. */
import { getCards, getRules, Unreachable } from "../server/api.js";
import { orLast } from "../server/last_state.js";
import { language } from "../storage/language.js";

/** @import { Cards, Rules, CardInfo, Suit } from "../types" */

/** @type {Cards} */
let cards;
/** @type {Rules} */
let rules;
/** @type {Map<string, CardInfo>} */
let byCode = new Map();

/** Load the reference in the current language. */
export async function loadReference() {
  [cards, rules] = await orLast(`reference.${language()}`, requestReference);
  byCode = new Map(cards.cards.map((card) => [card.code, card]));
}

/** Request the reference. Throws Unreachable if another kind of server answers. @returns {Promise<[Cards, Rules]>} */
async function requestReference() {
  const [cards, rules] = await Promise.all([getCards(), getRules()]);
  if (!cards?.cards || !rules?.limits) throw new Unreachable("api.foreign");
  return [cards, rules];
}

/** A card by its code. @param {string} code @returns {CardInfo} */
export function card(code) {
  const found = byCode.get(code);
  if (!found) throw new Error(`no card ${code}`);
  return found;
}

/** @param {string} code */
export const cardName = (code) => card(code).name;

/** The sum of the values of cards. @param {string[]} codes */
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
export const enemyCodes = () => cards.cards.filter(({ health }) => health).map(({ code }) => code);

/** Cards in canonical order. @param {string[]} codes */
export const inOrder = (codes) => cards.cards.map(({ code }) => code).filter((code) => codes.includes(code));

/** What the player to act has to do in a phase. @param {string} phase */
export const phaseText = (phase) => rules.phases.find((each) => each.phase === phase)?.text ?? phase;

/** Why an action is illegal. @param {string} reason */
export const refusalText = (reason) => rules.refusals.find((each) => each.reason === reason)?.text ?? reason;

/** Why a game is over. @param {string} reason */
export const outcomeText = (reason) => rules.outcomes.find((each) => each.reason === reason)?.text ?? reason;

/** @param {string} grade */
export const gradeText = (grade) => rules.grades.find((each) => each.grade === grade)?.text ?? grade;

/** What a kind of action does. @param {string} kind */
export const actionText = (kind) => rules.actions.find((each) => each.kind === kind)?.text ?? kind;

/** What a kind of card is. @param {string} kind */
export const kindText = (kind) => cards.kinds.find((each) => each.kind === kind)?.text ?? kind;

/** The least and the greatest number of a combo's cards, and the most that they are worth together. */
export const comboLimits = () => ({
  low: rules.limits.combo_ranks[0] ?? "",
  high: rules.limits.combo_ranks.at(-1) ?? "",
  total: rules.limits.combo_total,
});

/** The number of enemies in a castle. */
export const enemyCount = () => rules.limits.enemies;

/** The maximum length of a player's name; null while the rules are not loaded. */
export const maxNameLength = () => rules?.limits.name_length ?? null;

/** The number of cards in a full hand. @param {number} players */
export const fullHand = (players) => rules.players.find((each) => each.players === players)?.full_hand ?? 0;
