/** What the chosen action does and risks, or why it is illegal; of discards, the total against the damage. */
import { h, type Child } from "../ui/dom.ts";
import { cardsOf, comboFault, totalValue } from "regicide-client/cards";
import { damageLeft, isMyTurn, previewOf } from "regicide-client/selection";
import { keptAfter, reasonsOf, type Reason } from "../words/reasons.ts";
import { theCards } from "../words/names.ts";
import { comboLimits, fullHand, refusalText, suitName } from "../words/reference.ts";
import { suitOf } from "../cards/images.ts";
import { formatList, plural, t } from "../words/texts.ts";
import { suitIcon } from "../cards/faces.ts";
import type { GameView, Preview, Suit } from "../types.ts";
import type { Stage } from "../ui/under_way.ts";
import type { Choice } from "./choice.ts";

/** A hint at a turn of the player, or none. */
export type Hint = (view: GameView) => Child;

/** Nothing while the steps of an action are shown. @param stage of the request @param hint shown before a choice */
export function selectionContent(view: GameView, choice: Choice, stage: Stage, hint: Hint): Child[] {
  if (stage === "slow") return [t("request.slow")];
  if (stage === "late") return [h("span", { class: "reason bad" }, t("request.late"))];
  const isSettled = view.legal_actions.length > 0;
  if (!isSettled || !isMyTurn(view) || view.phase === "appoint") return [];
  const [action, codes] = [choice.action.value, choice.codes.value];
  const told = !action && !codes.length && hint(view);
  if (told) return [told];
  if (action === "flip") return [flipText(view)];
  const judged = choice.verdict.value;
  if (action && !codes.length) return reasonLine(reasonsOf(view, action), judged);
  const asked = choice.isAsked.value ? [confirmation()] : [];
  if (view.phase === "suffer") return coverContent(view, codes, asked, judged);
  return playContent(view, codes, action, asked, judged);
}

/** Whether an action asks for a second press: a play that loses, unless all lose, and a discard of too many cards. */
export function isDoubtful(view: GameView, action: string) {
  if (action.startsWith("-")) return spareCards(view, cardsOf(action)).length > 0;
  const isLost = (preview: Preview | undefined) => preview?.outcome === "lost";
  return isLost(previewOf(view, action)) && !view.previews?.every(isLost);
}

/** What asks for a second press. */
const confirmation = (): Reason => ({ text: t("selection.confirm"), tone: "doubtful" });

function playContent(
  view: GameView,
  codes: string[],
  action: string | null,
  asked: Reason[],
  judged: Child[],
): Child[] {
  if (!codes.length) return [];
  if (!action) return [`${refusalText("not-a-combo")} ${faultText(codes)}`.trim()];
  return previewOf(view, action) ? reasonLine([...asked, ...reasonsOf(view, action)], judged) : [playText(view, codes)];
}

/** The rule that cards break which cannot be played together. */
function faultText(codes: string[]) {
  const fault = comboFault(codes);
  return fault && t(`why.${fault}`, { value: totalValue(codes), total: comboLimits().total });
}

/** What a jester does that a player alone flips. */
const flipText = ({ players, tavern_size: size }: GameView) =>
  plural("do.flip-about", Math.min(size, fullHand(players)));

/** The immediate effect of playing these cards, for a view without previews. */
function playText(view: GameView, codes: string[]) {
  const suits = [...new Set(codes.map(suitOf))].filter(Boolean) as Suit[];
  if (!suits.length) return t("play.jester");
  const immune = suits.find((suit) => suit === suitOf(view.enemy?.card ?? "X1") && !view.enemy?.immunity_cancelled);
  const value = t("play.value", { value: totalValue(codes), suits: formatList(suits.map(suitName)) });
  return immune ? `${value} ${t("play.immune", { suit: suitName(immune) })}` : value;
}

/** The total of the chosen cards against the damage, as a bar and in words. */
function coverContent(view: GameView, codes: string[], asked: Reason[], judged: Child[]): Child[] {
  if (mustFlip(view)) return reasonLine([flipNeeded(view)]);
  const [damage, value] = [view.enemy?.strikes_for ?? 0, totalValue(codes)];
  const spared = spareCards(view, codes);
  const told = asked.length ? asked : [coverReason(view, value, spared)];
  const rest = spared.length ? [spareReason(spared)] : kept(view, codes);
  return [coverBar(value, damage, spared), ...reasonLine([...told, ...rest], judged)];
}

/** Whether the hand does not cover the damage: another hand may. */
export const mustFlip = ({ phase, legal_actions: actions }: GameView) =>
  phase === "suffer" && actions.includes("flip") && !actions.some((action) => action.startsWith("-"));

/** The whole hand does not cover the damage: without a jester to flip, the game would be over. */
const flipNeeded = ({ hand }: GameView): Reason => ({
  text: t("suffer.flip", { value: totalValue(hand ?? []) }),
  tone: "bad",
});

function coverReason({ enemy }: GameView, value: number, spared: string[]): Reason {
  const damage = enemy?.strikes_for ?? 0;
  const [left, over] = [damage - value, value - damage];
  if (left > 0) return { text: t("suffer.left", { value, damage, left }), tone: "doubtful" };
  const text = t(over ? "suffer.over" : "suffer.covered", { value, damage, over });
  return { text, tone: spared.length ? "doubtful" : "good" };
}

const spareReason = (spared: string[]): Reason => ({
  text: t("suffer.spare", { cards: theCards(spared) }),
  tone: "doubtful",
});

/** The chosen cards without which the others still cover the damage, the highest first. */
export function spareCards(view: Pick<GameView, "enemy">, codes: string[]) {
  const byValue = [...codes].sort((one, other) => totalValue([other]) - totalValue([one]));
  return byValue.reduce<string[]>((spared, code) => {
    const rest = codes.filter((each) => each !== code && !spared.includes(each));
    return damageLeft(view, rest) ? spared : [...spared, code];
  }, []);
}

/** What stays in the hand after a discard that covers. */
const kept = (view: GameView, codes: string[]) => (damageLeft(view, codes) ? [] : [keptAfter(view.hand ?? [], codes)]);

/** A bar that is full when the damage is covered, green if no card is too many; the words beside it tell the same. */
function coverBar(value: number, damage: number, spared: string[]) {
  const isGood = value >= damage && !spared.length;
  const bar = h("span", { class: isGood ? "cover-bar covered" : "cover-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(damage ? Math.min(1, value / damage) : 1));
  return bar;
}

/** Reasons, each coloured by its tone and in one piece where it fits; a suit that immunity stops is struck through. */
const reasonLine = (reasons: Reason[], judged: Child[] = []) => [
  h("span", { class: "reasons" }, ...reasons.map(reasonText), ...judged),
];

export const reasonText = ({ text, tone, stopped = [] }: Reason) =>
  h("span", { class: `reason ${tone}`.trim() }, ...stopped.map(struckSuit), h("span", {}, text));

const struckSuit = (suit: Suit) => h("s", { class: `stopped suit-${suit}`, "aria-hidden": "true" }, suitIcon(suit));
