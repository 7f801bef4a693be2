// @ts-check
/** What an action does and risks, in a few words each, from its preview. */
import { cardNames, cardsOf, nameOf } from "./names.js";
import { suitName, valueOf } from "./reference.js";
import { formatList, plural, t } from "./texts.js";

/** @import { GameView, Preview, Suit } from "../types" */

/** @typedef {Pick<GameView, "you" | "enemy" | "hand" | "seats">} Mover */
/** @typedef {"good" | "bad" | "doubtful" | ""} Tone */
/** @typedef {{ text: string, tone: Tone, stopped?: Suit[] }} Reason stopped: the suits without their power */

/** The preview of an action in a view, or null. @param {GameView} view @param {string} action */
export const previewOf = (view, action) => view.previews?.find((preview) => preview.action === action) ?? null;

/** All that is known of an action; of a discard, what stays in the hand. @param {GameView} view @param {string} action */
export function reasonsOf(view, action) {
  const preview = previewOf(view, action);
  if (preview) return reasonsOfPreview(preview, view);
  if (action === "flip") return [reason(t("reason.flip"))];
  return action.startsWith("-") ? [keptAfter(view.hand ?? [], cardsOf(action))] : [];
}

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function reasonsOfPreview(preview, mover) {
  if (preview.outcome === "won") return [...outcome(preview), ...attack(preview, mover)];
  const powers = [...immunity(preview, mover), ...healing(preview), ...draws(preview, mover)];
  return [...outcome(preview), ...attack(preview, mover), ...powers, ...strike(preview, mover)];
}

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
  if (stopped.length)
    return [{ ...reason(t("reason.stopped", { suits: formatList(stopped.map(suitName)) })), stopped }];
  if (!action.startsWith("X")) return [];
  return [...(enemy?.immunity_cancelled ? [] : [reason(t("reason.cancels"))]), reason(t("reason.appoints"))];
}

/** @param {Preview} preview @returns {Reason[]} */
const healing = ({ healed }) => (healed ? [reason(t("reason.heals", { count: healed }))] : []);

/** How many cards each player draws, and by name those that are certain. @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function draws({ action, drawn, drawn_cards: known }, mover) {
  const count = drawn.reduce((sum, each) => sum + each, 0);
  if (!count || action === "flip") return [];
  const text =
    drawn.length > 1 ? t("reason.draws-by", { count, shares: shares(drawn, mover) }) : t("reason.draws", { count });
  return [reason(text), ...(known.length ? [reason(t("reason.draws-known", { cards: cardNames(known) }))] : [])];
}

/** The cards that each player draws, the mover first: "you 2, Bo 1". @param {number[]} drawn @param {Mover} mover */
function shares(drawn, { you, seats }) {
  const inTurn = drawn.map((_, index) => (index + (you ?? 0)) % drawn.length).filter((seat) => drawn[seat]);
  return inTurn.map((seat) => `${seat === you ? t("seat.you") : nameOf(seats, seat)} ${drawn[seat]}`).join(", ");
}

/** @param {Preview} preview @param {Mover} mover @returns {Reason[]} */
function strike(preview, { enemy }) {
  const { kept, covers } = preview;
  const values = { strike: strikeText(preview, enemy), kept };
  if (covers === "yes")
    return [reason(t(kept < preview.strike ? "reason.covered-drawn" : "reason.covered", values), "good")];
  if (covers === "depends") return [reason(t("reason.depends", values), "doubtful")];
  if (covers === "no")
    return [reason(t(preview.outcome === "lost" ? "reason.uncovered" : "reason.flip-needed", values), "bad")];
  return isBlocked(preview, enemy) ? [reason(t("reason.blocked", { strike: values.strike }), "good")] : [];
}

/** The strike, and what it is before the shield of the play. @param {Preview} preview @param {GameView["enemy"]} enemy */
function strikeText({ strike: amount }, enemy) {
  const before = enemy ? strikeOf(enemy, enemy.shield) : amount;
  return before > amount ? t("reason.strike-falls", { before, amount }) : t("reason.strike", { amount });
}

/** What an enemy strikes for behind shields. @param {NonNullable<GameView["enemy"]>} enemy @param {number} shield */
export const strikeOf = ({ attack }, shield) => Math.max(0, attack - shield);

/** Whether the shields block the whole strike after a play or a yield. @param {Preview} preview @param {GameView["enemy"]} enemy */
function isBlocked({ action, defeats, shield }, enemy) {
  const passes = defeats || action === "flip" || action.startsWith("X");
  return Boolean(enemy && !passes && shield >= enemy.attack);
}

/** What stays in a hand. @param {string[]} hand @param {string[]} discarded @returns {Reason} */
export function keptAfter(hand, discarded) {
  const kept = hand.filter((code) => !discarded.includes(code));
  return reason(kept.length ? plural("reason.keeps", kept.length, { value: valueOf(kept) }) : t("reason.keeps-none"));
}
