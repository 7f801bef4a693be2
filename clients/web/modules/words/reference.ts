/** Cards and rules from the API in the current language: names, values, powers, and a sentence for each code. */
import type { Api } from "regicide-client/api";
import { UnexpectedResponse } from "regicide-client/errors";
import { api } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { language } from "../storage/language.ts";
import type { Cards, Rules, CardInfo, Suit } from "../types.ts";

let cards: Cards;
let rules: Rules;
let byCode: Map<string, CardInfo> = new Map();

/** Load the reference in the current language. */
export async function loadReference() {
  useReference(await orLast(`reference.${language()}`, () => requestReference(api())));
}

export function useReference(found: [Cards, Rules]) {
  [cards, rules] = found;
  byCode = new Map(cards.cards.map((card) => [card.code, card]));
}

/** Request the reference. Throws UnexpectedResponse if another kind of server answers. */
export async function requestReference(server: Api): Promise<[Cards, Rules]> {
  const [cards, rules] = await Promise.all([server.getCards(), server.getRules()]);
  if (!cards?.cards || !rules?.limits) throw new UnexpectedResponse("no cards and rules");
  return [cards, rules];
}

/** A card by its code. */
export function card(code: string): CardInfo {
  const found = byCode.get(code);
  if (!found) throw new Error(`no card ${code}`);
  return found;
}

export const cardName = (code: string) => card(code).name;

export const suitName = (suit: string) => cards.suits.find((each) => each.suit === suit)?.name ?? suit;

/** The power of a suit as a sentence. */
export function suitPower(suit: Suit) {
  const power = cards.suits.find((each) => each.suit === suit)?.power;
  return cards.powers.find((each) => each.power === power)?.text ?? "";
}

export const jesterPower = () => cards.powers.find((each) => each.power === "cancel-immunity")?.text ?? "";

/** What the player to act has to do in a phase. */
export const phaseText = (phase: string) => rules.phases.find((each) => each.phase === phase)?.text ?? phase;

/** Why an action is illegal. */
export const refusalText = (reason: string) => rules.refusals.find((each) => each.reason === reason)?.text ?? reason;

/** Why a game is over. */
export const outcomeText = (reason: string) => rules.outcomes.find((each) => each.reason === reason)?.text ?? reason;

export const gradeText = (grade: string) => rules.grades.find((each) => each.grade === grade)?.text ?? grade;

/** What a kind of action does. */
export const actionText = (kind: string) => rules.actions.find((each) => each.kind === kind)?.text ?? kind;

/** What a kind of card is. */
export const kindText = (kind: string) => cards.kinds.find((each) => each.kind === kind)?.text ?? kind;

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

/** The number of cards in a full hand. */
export const fullHand = (players: number) => rules.players.find((each) => each.players === players)?.full_hand ?? 0;
