/** What an action does and risks, in a few words each, from its preview. */
import { cardsOf, totalValue } from "regicide-client/cards";
import { previewOf } from "regicide-client/selection";
import { cardNames, nameOf, theCard } from "./names.ts";
import { suitName } from "./reference.ts";
import { formatList, plural, t } from "./texts.ts";
import type { GameView, Preview, Suit } from "../types.ts";

type Mover = Pick<GameView, "you" | "enemy" | "hand" | "seats" | "discard" | "tavern_size">;
type Tone = "good" | "bad" | "doubtful" | "";
/** stopped: the suits without their power */
export type Reason = { text: string; tone: Tone; stopped?: Suit[] };

/** All that is known of an action; of a discard, what stays in the hand. */
export function reasonsOf(view: GameView, action: string) {
  const preview = previewOf(view, action);
  if (preview) return reasonsOfPreview(preview, view);
  if (action === "flip") return [reason(t("reason.flip"))];
  return action.startsWith("-") ? [keptAfter(view.hand ?? [], cardsOf(action))] : [];
}

/** An action in short facts, the same of each: its end, what its suits do, its damage, what is to pay for the strike. */
export function briefReasons(view: GameView, action: string): Reason[] {
  const preview = previewOf(view, action);
  if (!preview || action === "flip") return reasonsOf(view, action);
  const end = [...outcome(preview), ...(preview.defeats ? briefAttack(preview) : [])];
  const damage = preview.defeats ? [] : briefAttack(preview);
  return [...end, ...briefPowers(preview, view), ...damage, ...briefStrike(preview)];
}

function briefAttack(preview: Preview): Reason[] {
  const { damage, defeats, exact } = preview;
  if (exact) return [reason(t("reason.exact", { damage }), "good")];
  if (defeats) return [reason(t("advice.kills", { damage }), "good")];
  return [reason(t(hasPower(preview, "C") ? "advice.doubled" : "advice.damage", { damage }))];
}

/** The shield of spades, the cards that diamonds draw and hearts heal, what a jester and the immunity of the enemy do. */
function briefPowers(preview: Preview, { enemy }: Mover): Reason[] {
  const { action, defeats, drawn, healed, shield, stopped } = preview;
  const count = drawn.reduce((sum, each) => sum + each, 0);
  const isCancelled = enemy?.immunity_cancelled;
  return [
    ...(action.startsWith("X") ? [reason(t(isCancelled ? "reason.appoints" : "reason.cancels"))] : []),
    ...(hasPower(preview, "S") && !defeats
      ? [reason(t("advice.shield", { shield: shield - (enemy?.shield ?? 0) }))]
      : []),
    ...(hasPower(preview, "D") ? [reason(t("reason.draws", { count }))] : []),
    ...(hasPower(preview, "H") ? [reason(t("reason.heals", { count: healed }))] : []),
    ...(stopped.length ? [{ ...reason(t("advice.stopped")), stopped }] : []),
  ];
}

function briefStrike({ strike, covers, outcome }: Preview): Reason[] {
  if (covers === "depends") return [reason(t("advice.needs-draws", { strike }), "doubtful")];
  if (outcome) return [];
  if (covers === "no") return [reason(t("advice.needs-flip", { strike }), "bad")];
  return [reason(t("advice.pays", { strike }))];
}

/** A cost of at least this much of the chance to win is worth mentioning. */
const COSTLY = 0.01;
/** What searches with other random numbers vary by: a share of the variance of a result with this chance. */
const NOISE = 0.4;

/** Whether an action is worse than the best one by more than the estimates vary. */
export const isWorse = (best: number, cost: number) => cost >= Math.max(COSTLY, NOISE * best * (1 - best));

const MOST_LOSSES = 2;

type Amount = "shield" | "damage" | "heals" | "draws" | "keeps";
/** gain: the same, as what the better action has more of */
type Loss = Reason & { gain: string };

const loss = (name: Amount | "kill" | "exact" | "cover" | "sure" | "jester", tone: Tone, count = 0): Loss => ({
  ...reason(t(`loss.${name}`, { count }), tone),
  gain: t(`gain.${name}`, { count }),
});

/** What an action loses in comparison with the best one, the most serious first; of each, its preview or its discard. */
export function lossesOf(view: GameView, best: string, other: string): Loss[] {
  const [one, another] = [previewOf(view, best), previewOf(view, other)];
  const spends = isJester(other) && !isJester(best) ? [loss("jester", "doubtful")] : [];
  const losses = one && another ? [...lostAims(one, another), ...spends, ...lostAmounts(one, another)] : spends;
  if (best.startsWith("-") && other.startsWith("-")) losses.push(...lostCards(view.hand ?? [], best, other));
  return losses.slice(0, MOST_LOSSES);
}

/** A jester is played, flipped or discarded. */
const isJester = (action: string) => action === "flip" || cardsOf(action).some((code) => code.startsWith("X"));

/** The exact kill, the kill, the cover of the strike. */
function lostAims(best: Preview, other: Preview): Loss[] {
  const losses: Loss[] = [];
  if (best.defeats && !other.defeats) losses.push(loss("kill", "doubtful"));
  else if (best.exact && !other.exact) losses.push(loss("exact", "doubtful"));
  if (other.covers === "no" && best.covers !== "no") losses.push(loss("cover", "bad"));
  if (other.covers === "depends" && (best.covers ?? "yes") === "yes") losses.push(loss("sure", "doubtful"));
  return losses;
}

/**
 * What there is less of: the shield, as far as it weakens the strike, and the damage, unless the enemy falls;
 * cards, and what stays in the hand behind the strike.
 */
function lostAmounts(best: Preview, other: Preview): Loss[] {
  const drawnBy = ({ drawn }: Preview) => drawn.reduce((sum, each) => sum + each, 0);
  const leftIn = ({ kept, strike }: Preview) => Math.max(0, kept - strike);
  const stands = !best.defeats && !other.defeats;
  const less: [Amount, number][] = [
    ["shield", stands ? other.strike - best.strike : 0],
    ["damage", stands ? best.damage - other.damage : 0],
    ["heals", best.healed - other.healed],
    ["draws", drawnBy(best) - drawnBy(other)],
    ["keeps", other.action === "flip" ? 0 : leftIn(best) - leftIn(other)],
  ];
  return less.filter(([, count]) => count > 0).map(([name, count]) => loss(name, "", count));
}

/** What a discard takes from the hand besides. */
function lostCards(hand: string[], best: string, other: string): Loss[] {
  const kept = (action: string) => without(hand, cardsOf(action));
  const [one, another] = [kept(best), kept(other)];
  const [count, worth] = [one.length - another.length, totalValue(one) - totalValue(another)];
  return [
    ...(count > 0 ? [{ ...reason(plural("loss.cards", count)), gain: plural("gain.cards", count) }] : []),
    ...(worth > 0 ? [loss("keeps", "", worth)] : []),
  ];
}

function reasonsOfPreview(preview: Preview, mover: Mover): Reason[] {
  if (preview.outcome === "won") return [...outcome(preview), ...attack(preview, mover)];
  const powers = [
    ...onTop(preview, mover),
    ...immunity(preview, mover),
    ...healing(preview, mover),
    ...draws(preview, mover),
  ];
  return [
    ...outcome(preview),
    ...attack(preview, mover),
    ...powers,
    ...strike(preview, mover),
    ...partner(preview, mover),
  ];
}

const without = (hand: string[], cards: string[]) => hand.filter((code) => !cards.includes(code));

const reason = (text: string, tone: Tone = ""): Reason => ({ text, tone });

/** The end of the game, if it is certain. */
function outcome({ outcome }: Preview): Reason[] {
  if (outcome === "won") return [reason(t("reason.wins"), "good")];
  return outcome === "lost" ? [reason(t("reason.loses"), "bad")] : [];
}

function attack({ damage, defeats, exact, health_left: left }: Preview, { enemy }: Mover): Reason[] {
  if (exact) return [reason(t("reason.exact", { damage }), "good")];
  if (defeats) return [reason(t("reason.defeats", { damage, over: damage - healthOf(enemy) }), "good")];
  return damage ? [reason(t("reason.damage", { damage, left }))] : [];
}

/** An enemy that is killed exactly will be drawn first. */
const onTop = ({ exact }: Preview, { enemy }: Mover) =>
  exact && enemy ? [reason(t("reason.on-top", { enemy: theCard(enemy.card) }))] : [];

/** The damage that defeats an enemy. */
const healthOf = (enemy: GameView["enemy"]) => (enemy ? enemy.health - enemy.damage : 0);

/** What a flip, a jester, or the immunity of the enemy changes. */
function immunity({ action, stopped }: Preview, { enemy }: Mover): Reason[] {
  if (action === "flip") return [reason(t("reason.flip"))];
  if (stopped.length)
    return [{ ...reason(t("reason.stopped", { suits: formatList(stopped.map(suitName)) })), stopped }];
  if (!action.startsWith("X")) return [];
  return [...(enemy?.immunity_cancelled ? [] : [reason(t("reason.cancels"))]), reason(t("reason.appoints"))];
}

/** Whether a play has the power of a suit. */
const hasPower = ({ action, stopped }: Preview, suit: Suit) =>
  !stopped.includes(suit) && cardsOf(action).some((code) => code.endsWith(suit));

function healing(preview: Preview, { discard }: Mover): Reason[] {
  if (preview.healed) return [reason(t("reason.heals", { count: preview.healed }))];
  return hasPower(preview, "H") && !discard.length ? [reason(t("reason.heals-none"))] : [];
}

/** How many cards each player draws, and by name those that are certain. */
function draws(preview: Preview, mover: Mover): Reason[] {
  const { action, drawn, drawn_cards: known } = preview;
  const count = drawn.reduce((sum, each) => sum + each, 0);
  if (action === "flip") return [];
  if (!count) return hasPower(preview, "D") ? [reason(t("reason.draws-none"))] : [];
  const text =
    drawn.length > 1 ? t("reason.draws-by", { count, shares: shares(drawn, mover) }) : t("reason.draws", { count });
  const names = known.length ? [reason(t("reason.draws-known", { cards: cardNames(known) }))] : [];
  return [reason(text), ...names, ...bound(preview, count, mover)];
}

/** Why fewer cards are drawn than the play is worth. */
function bound({ action, drawn, healed }: Preview, count: number, { tavern_size: size }: Mover) {
  if (count >= totalValue(cardsOf(action))) return [];
  const full = drawn.length > 1 ? "reason.draws-full" : "reason.draws-full-own";
  return [reason(t(count < size + healed ? full : "reason.draws-all"))];
}

/** The cards that each player draws, the mover first: "you 2, Bo 1". */
function shares(drawn: number[], { you, seats }: Mover) {
  const inTurn = drawn.map((_, index) => (index + (you ?? 0)) % drawn.length).filter((seat) => drawn[seat]);
  return inTurn.map((seat) => `${seat === you ? t("seat.you") : nameOf(seats, seat)} ${drawn[seat]}`).join(", ");
}

function strike(preview: Preview, { enemy, hand }: Mover): Reason[] {
  const { kept, covers } = preview;
  const left = keptBehind(preview, hand ?? []);
  const values = { strike: strikeText(preview, enemy), kept, left };
  if (covers === "yes") return [reason(t(left < 0 ? "reason.covered-drawn" : "reason.covered", values), "good")];
  if (covers === "depends") return [reason(t("reason.depends", values), "doubtful")];
  if (covers === "no")
    return [reason(t(preview.outcome === "lost" ? "reason.uncovered" : "reason.flip-needed", values), "bad")];
  return isBlocked(preview, enemy) ? [reason(t("reason.blocked", { strike: values.strike }), "good")] : [];
}

/** The most that a hand is worth after a play and the cheapest cover of its strike; less than 0: it covers none. */
function keptBehind({ action, strike, drawn_cards: drawn }: Preview, hand: string[]) {
  const cards = [...without(hand, cardsOf(action)), ...drawn];
  const sums = cards.reduce((sums, card) => [...sums, ...sums.map((sum) => sum + totalValue([card]))], [0]);
  return totalValue(cards) - Math.min(...sums.filter((sum) => sum >= strike));
}

/** The strike, and what it is before the shield of the play. */
function strikeText({ strike: amount }: Preview, enemy: GameView["enemy"]) {
  const before = enemy ? strikeOf(enemy, enemy.shield) : amount;
  return before > amount ? t("reason.strike-falls", { before, amount }) : t("reason.strike", { amount });
}

const MEAN_VALUE = 5.5;
/** Whether, after a yield, the cards of the next player are few for the same strike, as cards are worth on average. */
function partner({ action, outcome, strike }: Preview, { you, seats }: Mover): Reason[] {
  const seat = ((you ?? 0) + 1) % seats.length;
  const count = seats[seat].hand_size;
  if (action !== "yield" || outcome || count * MEAN_VALUE >= strike) return [];
  return [reason(plural("reason.next", count, { name: nameOf(seats, seat), strike }), "doubtful")];
}

/** What an enemy strikes for behind shields. */
export const strikeOf = ({ attack }: NonNullable<GameView["enemy"]>, shield: number) => Math.max(0, attack - shield);

/** Whether the shields block the whole strike after a play or a yield. */
function isBlocked({ action, defeats, shield }: Preview, enemy: GameView["enemy"]) {
  const passes = defeats || action === "flip" || action.startsWith("X");
  return Boolean(enemy && !passes && shield >= enemy.attack);
}

/** What stays in a hand. */
export function keptAfter(hand: string[], discarded: string[]): Reason {
  const kept = without(hand, discarded);
  return reason(
    kept.length ? plural("reason.keeps", kept.length, { value: totalValue(kept) }) : t("reason.keeps-none"),
  );
}
