// @ts-check
/** What an action does and risks, in a few words each, from its preview. */
import { cardNames, cardsOf } from "./names.js";
import { suitName, valueOf } from "./reference.js";
import { formatList, plural, t } from "./texts.js";

/** @import { GameView, Preview } from "../types" */

/** @typedef {Pick<GameView, "you" | "enemy" | "hand">} Mover */
/** @typedef {"good" | "bad" | "doubtful" | ""} Tone */
/** @typedef {{ text: string, tone: Tone }} Reason */

/** The preview of an action in a view, or null. @param {GameView} view @param {string} action */
export const previewOf = (view, action) => view.previews?.find((preview) => preview.action === action) ?? null;

/** All that is known of an action; of a discard, what stays in the hand. @param {GameView} view @param {string} action */
export function reasonsOf(view, action) {
  const preview = previewOf(view, action);
  if (preview) return reasonsOfPreview(preview, view);
  return action.startsWith("-") ? [keptAfter(view.hand ?? [], cardsOf(action))] : [];
}

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
export function reasonsOfPreview(preview, mover) {
  if (preview.outcome === "won") return [...outcome(preview), ...attack(preview, mover)];
  const gains = [...immunity(preview, mover), ...healing(preview), ...draws(preview, mover), ...shield(preview, mover)];
  return [...outcome(preview), ...attack(preview, mover), ...gains, ...strike(preview, mover)];
}

/** The damage, what immunity stops, and the strike. @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
export const consequences = (preview, mover) => [
  ...outcome(preview),
  ...attack(preview, mover),
  ...immunity(preview, mover),
  ...strike(preview, mover),
];

/** @param {string} text @param {Tone} [tone] @returns {Reason} */
const reason = (text, tone = "") => ({ text, tone });

/** The end of the game, if it is certain. @param {Preview} preview @returns {Reason[]} */
function outcome({ outcome }) {
  if (outcome === "won") return [reason(t("reason.wins"), "good")];
  return outcome === "lost" ? [reason(t("reason.loses"), "bad")] : [];
}

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function attack({ damage, defeats, exact, health_left: left }, { enemy }) {
  if (exact) return [reason(t("reason.exact", { damage }), "good")];
  if (defeats) return [reason(t("reason.defeats", { damage, over: damage - healthOf(enemy) }), "good")];
  return damage ? [reason(t("reason.damage", { damage, left }))] : [];
}

/** The damage that defeats an enemy. @param {GameView["enemy"]} enemy */
const healthOf = (enemy) => (enemy ? enemy.health - enemy.damage : 0);

/** What a flip, a jester, or the immunity of the enemy changes. @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function immunity({ action, stopped }, { enemy }) {
  if (action === "flip") return [reason(t("reason.flip"))];
  if (stopped.length) return [reason(t("reason.stopped", { suits: formatList(stopped.map(suitName)) }))];
  if (!action.startsWith("X")) return [];
  return [...(enemy?.immunity_cancelled ? [] : [reason(t("reason.cancels"))]), reason(t("reason.appoints"))];
}

/** @param {Preview} preview @returns {Reason[]} */
const healing = ({ healed }) => (healed ? [reason(plural("reason.heals", healed))] : []);

/** The cards that the table and the mover draw, by name where they are known. @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function draws({ action, drawn, drawn_cards: known }, { you }) {
  const [all, own] = [drawn.reduce((sum, count) => sum + count, 0), drawn[you ?? 0] ?? 0];
  if (!all || action === "flip") return [];
  const text = all === own ? plural("reason.draws", all) : plural("reason.draws-all", all, { own });
  return [reason(text), ...(known.length ? [reason(t("reason.draws-known", { cards: cardNames(known) }))] : [])];
}

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
const shield = ({ shield: total, defeats }, { enemy }) =>
  !defeats && total > (enemy?.shield ?? 0) ? [reason(t("reason.shield", { amount: total }))] : [];

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function strike({ action, strike: amount, kept, shield: total, covers, outcome }, { enemy }) {
  const values = { amount, kept };
  if (covers === "yes") return [reason(t(kept < amount ? "reason.covered-drawn" : "reason.covered", values), "good")];
  if (covers === "depends") return [reason(t("reason.depends", values), "doubtful")];
  if (covers === "no")
    return [reason(t(outcome === "lost" ? "reason.uncovered" : "reason.flip-needed", values), "bad")];
  const passes = action === "flip" || action.startsWith("X");
  return enemy && total >= enemy.attack && !passes ? [reason(t("reason.blocked"), "good")] : [];
}

/** @param {string[]} hand @param {string[]} discarded @returns {Reason} */
function keptAfter(hand, discarded) {
  const kept = hand.filter((code) => !discarded.includes(code));
  return reason(plural("reason.keeps", kept.length, { value: valueOf(kept) }));
}
