// @ts-check
/** Events and effects as sentences. */
import { cardsOf, cardNames, nameOf } from "./names.js";
import { cardName, outcomeText } from "./reference.js";
import { plural, t } from "./texts.js";

/** @import { GameEvent, RecordedEvent, Effect } from "./types" */
/** @import { Seats } from "./names.js" */

/** @param {GameEvent} event @param {Seats} seats @returns {string[]} */
export function sentences(event, seats) {
  const effects = (event.effects ?? []).map((effect) => effectText(effect, seats, event.action)).filter(Boolean);
  return [eventText(event, seats), ...effects];
}

/** @param {RecordedEvent} event @param {Seats} seats @returns {string[]} */
export const recordedSentences = (event, seats) => sentences({ ...event, type: "action", agent: undefined }, seats);

/** @param {GameEvent} event @param {Seats} seats */
function eventText(event, seats) {
  const who = nameOf(seats, event.seat);
  if (event.type === "seat-taken") return t("event.seat-taken", { who: event.name ?? who });
  if (event.type === "signal") return t(event.signal === "eager" ? "event.eager" : "event.reluctant", { who });
  if (event.type === "timeout")
    return event.agent ? t("event.stand-in", { who, agent: event.agent }) : t("event.timeout", { who });
  return actionSentence(event.action ?? "", who, seats);
}

/** @param {string} action @param {string} who @param {Seats} seats */
function actionSentence(action, who, seats) {
  if (action === "yield") return t("event.yield", { who });
  if (action === "flip") return t("event.flip", { who });
  if (action.startsWith(">")) return t("event.appoint", { who, other: nameOf(seats, Number(action.slice(1))) });
  return t(action.startsWith("-") ? "event.discard" : "event.play", { who, cards: cardNames(cardsOf(action)) });
}

/** An effect as a sentence; empty if the sentence of the action includes it. @param {Effect} effect @param {Seats} seats @param {string} [action] */
export function effectText(effect, seats, action = "") {
  const amount = effect.amount ?? 0;
  switch (effect.type) {
    case "heal":
      return plural("effect.heal", effect.count ?? 0);
    case "draw":
      return drawText(effect, nameOf(seats, effect.seat ?? 0));
    case "shield":
      return t("effect.shield", { amount });
    case "damage":
      return t("effect.damage", { amount });
    case "defeat":
      return t(effect.exact ? "effect.defeat-exact" : "effect.defeat", { enemy: cardName(effect.enemy ?? "") });
    case "reveal":
      return t("effect.reveal", { enemy: cardName(effect.enemy ?? "") });
    case "strike":
      return amount ? t("effect.strike", { amount }) : t("effect.strike-none");
    case "discard":
      return action.startsWith("-") ? "" : plural("effect.discard", effect.cards?.length ?? 0);
    case "cancel-immunity":
      return t("effect.cancel-immunity");
    case "turn":
      return t("effect.turn", { who: nameOf(seats, effect.seat ?? 0) });
    case "over":
      return outcomeText(effect.reason ?? "");
    default:
      return "";
  }
}

/** @param {Effect} effect @param {string} who */
function drawText(effect, who) {
  return effect.cards?.length
    ? t("effect.draw-seen", { who, cards: cardNames(effect.cards) })
    : plural("effect.draw", effect.count ?? 0, { who });
}

/** An effect in one or two words, for animations; empty for effects that are visible anyway. @param {Effect} effect */
export function briefText(effect) {
  const amount = effect.amount ?? 0;
  switch (effect.type) {
    case "heal":
      return t("brief.heal", { count: effect.count ?? 0 });
    case "draw":
      return t("brief.draw", { count: effect.count ?? 0 });
    case "shield":
      return t("brief.shield", { amount });
    case "damage":
      return t("brief.damage", { amount });
    case "defeat":
      return t(effect.exact ? "brief.defeat-exact" : "brief.defeat");
    case "strike":
      return t("brief.strike", { amount });
    case "cancel-immunity":
      return t("brief.cancel-immunity");
    default:
      return "";
  }
}
