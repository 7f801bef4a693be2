// @ts-check
/** What the chosen action does and risks, or why it is illegal; of discards, the total against the damage. */
import { h } from "../ui/dom.js";
import { damageLeft, illegalReason, isMyTurn } from "../game/legality.js";
import { keptAfter, previewOf, reasonsOf } from "../words/reasons.js";
import { suitName, valueOf } from "../words/reference.js";
import { suitOf } from "../cards/images.js";
import { formatList, t } from "../words/texts.js";
import { reasonLine } from "./reason_line.js";

/** @import { GameView, Suit } from "../types" */
/** @import { Stage } from "../ui/under_way.js" */
/** @import { Choice } from "./choice.js" */
/** @import { Child } from "../ui/dom.js" */

/** Nothing while the steps of an action are shown. @param {GameView} view @param {Choice} choice @param {Stage} stage of the request @returns {Child[]} */
export function selectionContent(view, choice, stage) {
  if (stage === "slow") return [t("request.slow")];
  if (stage === "late") return [h("span", { class: "reason bad" }, t("request.late"))];
  const isSettled = view.legal_actions.length > 0;
  if (!isSettled || !isMyTurn(view) || view.phase === "appoint") return [];
  const action = choice.action(view);
  if (action && !choice.codes.length) return reasonLine([confirmation(), ...reasonsOf(view, action)]);
  return view.phase === "suffer" ? coverContent(view, choice.codes) : playContent(view, choice.codes, action);
}

/** An action without cards asks for a second press. @returns {import("../words/reasons.js").Reason} */
const confirmation = () => ({ text: t("selection.confirm"), tone: "doubtful" });

/** @param {GameView} view @param {string[]} codes @param {string | null} action @returns {Child[]} */
function playContent(view, codes, action) {
  if (!codes.length) return [];
  if (!action) return [illegalReason(view, codes)];
  return previewOf(view, action) ? reasonLine(reasonsOf(view, action)) : [playText(view, codes)];
}

/** The immediate effect of playing these cards, for a view without previews. @param {GameView} view @param {string[]} codes */
function playText(view, codes) {
  const suits = /** @type {Suit[]} */ ([...new Set(codes.map(suitOf))].filter(Boolean));
  if (!suits.length) return t("play.jester");
  const immune = suits.find((suit) => suit === suitOf(view.enemy?.card ?? "X1") && !view.enemy?.immunity_cancelled);
  const value = t("play.value", { value: valueOf(codes), suits: formatList(suits.map(suitName)) });
  return immune ? `${value} ${t("play.immune", { suit: suitName(immune) })}` : value;
}

/** The total of the chosen cards against the damage, as a bar and in words. @param {GameView} view @param {string[]} codes @returns {Child[]} */
function coverContent(view, codes) {
  const [damage, value] = [view.enemy?.strikes_for ?? 0, valueOf(codes)];
  return [
    coverBar(value, damage),
    ...reasonLine([coverReason(value, damage, damageLeft(view, codes)), ...kept(view, codes)]),
  ];
}

/** @param {number} value @param {number} damage @param {number} left @returns {import("../words/reasons.js").Reason} */
function coverReason(value, damage, left) {
  if (left) return { text: t("suffer.left", { value, damage, left }), tone: "doubtful" };
  const over = value - damage;
  return { text: t(over ? "suffer.over" : "suffer.covered", { value, damage, over }), tone: "good" };
}

/** What stays in the hand after a discard that covers. @param {GameView} view @param {string[]} codes */
const kept = (view, codes) => (damageLeft(view, codes) ? [] : [keptAfter(view.hand ?? [], codes)]);

/** A bar that is full when the damage is covered; the words beside it tell the same. @param {number} value @param {number} damage */
function coverBar(value, damage) {
  const bar = h("span", { class: value < damage ? "cover-bar" : "cover-bar covered", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(damage ? Math.min(1, value / damage) : 1));
  return bar;
}
