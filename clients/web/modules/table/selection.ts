/** What the chosen action does and risks, or why it is illegal; of discards, the total against the damage. */
import { h, type Child } from "../ui/dom.ts";
import { totalValue } from "regicide-client/cards";
import { combinable, damageLeft, isMyTurn, previewOf } from "regicide-client/selection";
import { keptAfter, reasonsOf, type Reason } from "../words/reasons.ts";
import { refusalText, suitName } from "../words/reference.ts";
import { suitOf } from "../cards/images.ts";
import { formatList, t } from "../words/texts.ts";
import { suitIcon } from "../cards/faces.ts";
import type { GameView, Suit } from "../types.ts";
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
  if (action && !codes.length) return reasonLine([confirmation(), ...reasonsOf(view, action)]);
  return view.phase === "suffer" ? coverContent(view, codes) : playContent(view, codes, action);
}

/** An action without cards asks for a second press. */
const confirmation = (): Reason => ({ text: t("selection.confirm"), tone: "doubtful" });

function playContent(view: GameView, codes: string[], action: string | null): Child[] {
  if (!codes.length) return [];
  if (!action) return [`${refusalText("not-a-combo")} ${combinable(view, codes).size ? t("why.add") : ""}`.trim()];
  return previewOf(view, action) ? reasonLine(reasonsOf(view, action)) : [playText(view, codes)];
}

/** The immediate effect of playing these cards, for a view without previews. */
function playText(view: GameView, codes: string[]) {
  const suits = [...new Set(codes.map(suitOf))].filter(Boolean) as Suit[];
  if (!suits.length) return t("play.jester");
  const immune = suits.find((suit) => suit === suitOf(view.enemy?.card ?? "X1") && !view.enemy?.immunity_cancelled);
  const value = t("play.value", { value: totalValue(codes), suits: formatList(suits.map(suitName)) });
  return immune ? `${value} ${t("play.immune", { suit: suitName(immune) })}` : value;
}

/** The total of the chosen cards against the damage, as a bar and in words. */
function coverContent(view: GameView, codes: string[]): Child[] {
  const [damage, value] = [view.enemy?.strikes_for ?? 0, totalValue(codes)];
  return [
    coverBar(value, damage),
    ...reasonLine([coverReason(value, damage, damageLeft(view, codes)), ...kept(view, codes)]),
  ];
}

function coverReason(value: number, damage: number, left: number): Reason {
  if (left) return { text: t("suffer.left", { value, damage, left }), tone: "doubtful" };
  const over = value - damage;
  return { text: t(over ? "suffer.over" : "suffer.covered", { value, damage, over }), tone: "good" };
}

/** What stays in the hand after a discard that covers. */
const kept = (view: GameView, codes: string[]) => (damageLeft(view, codes) ? [] : [keptAfter(view.hand ?? [], codes)]);

/** A bar that is full when the damage is covered; the words beside it tell the same. */
function coverBar(value: number, damage: number) {
  const bar = h("span", { class: value < damage ? "cover-bar" : "cover-bar covered", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(damage ? Math.min(1, value / damage) : 1));
  return bar;
}

/** Reasons in one line, coloured by their tone; a suit that immunity stops is struck through. */
export const reasonLine = (reasons: Reason[]) =>
  reasons.flatMap((reason, index) => [index ? " · " : "", reasonText(reason)]);

const reasonText = ({ text, tone, stopped = [] }: Reason) =>
  h("span", { class: `reason ${tone}`.trim() }, ...stopped.map(struckSuit), text);

const struckSuit = (suit: Suit) => h("s", { class: `stopped suit-${suit}`, "aria-hidden": "true" }, suitIcon(suit));
