// @ts-check
/** Events and effects as sentences. */
import { effectsOf } from "../game/effects.js";
import { cardsOf, cardNames, nameOf } from "./names.js";
import { cardName, outcomeText } from "./reference.js";
import { plural, t } from "./texts.js";

/** @import { GameEvent, RecordedEvent, Effect } from "../types" */
/** @import { Seats } from "./names.js" */

/** @param {GameEvent} event @param {Seats} seats @returns {string[]} */
export function sentences(event, seats) {
  const action = event.type === "action" ? event.action : undefined;
  const effects = effectsOf(event)
    .map((effect) => effectText(effect, seats, action))
    .filter(Boolean);
  return [eventText(event, seats), ...effects];
}

/** @param {RecordedEvent} event @param {Seats} seats @returns {string[]} */
export const recordedSentences = (event, seats) => sentences({ ...event, type: "action", agent: undefined }, seats);

/** An event as a sentence; empty for a type of a later version. @param {GameEvent} event @param {Seats} seats */
function eventText(event, seats) {
  const who = nameOf(seats, event.seat);
  switch (event.type) {
    case "action":
      return actionSentence(event.action, who, seats);
    case "seat-taken":
      return t("event.seat-taken", { who: event.name ?? t("seat.unnamed", { number: event.seat + 1 }) });
    case "signal":
      return signalSentence(event.signal, who);
    case "timeout":
      return event.agent ? t("event.stand-in", { who, agent: event.agent }) : t("event.timeout", { who });
    case "seat-left":
      return t("event.seat-left", { seat: event.seat + 1 });
    case "cancelled":
      return t("event.cancelled");
    case "stand-in":
      return event.agent ? t("event.handed-over", { who, agent: event.agent }) : t("event.taken-back", { who });
    case "give-up":
      return giveUpSentence(event, who, seats);
    case "advice":
      return t("event.advice", { who, agent: event.agent });
    case "rematch":
      return t("event.rematch", { who });
    default:
      return "";
  }
}

/** Agents do not agree to give a game up: the event at the seat of one is its creator's. @param {Extract<GameEvent, { type: "give-up" }>} event @param {string} who @param {Seats} seats */
function giveUpSentence(event, who, seats) {
  if (seats[event.seat]?.agent) return t("event.creator-gives-up");
  return t(event.agree ? "event.give-up" : "event.no-give-up", { who });
}

/** Empty for a signal of a later version. @param {string} signal @param {string} who */
function signalSentence(signal, who) {
  if (signal === "eager") return t("event.eager", { who });
  return signal === "reluctant" ? t("event.reluctant", { who }) : "";
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
  switch (effect.type) {
    case "heal":
      return plural("effect.heal", effect.count);
    case "draw":
      return drawText(effect, nameOf(seats, effect.seat));
    case "shield":
      return t("effect.shield", { amount: effect.amount });
    case "damage":
      return t("effect.damage", { amount: effect.amount });
    case "defeat":
      return t(effect.exact ? "effect.defeat-exact" : "effect.defeat", { enemy: cardName(effect.enemy) });
    case "reveal":
      return t("effect.reveal", { enemy: cardName(effect.enemy) });
    case "strike":
      return effect.amount ? t("effect.strike", { amount: effect.amount }) : t("effect.strike-none");
    case "discard":
      return action.startsWith("-") ? "" : plural("effect.discard", effect.cards.length);
    case "cancel-immunity":
      return t("effect.cancel-immunity");
    case "turn":
      return t("effect.turn", { who: nameOf(seats, effect.seat) });
    case "over":
      return outcomeText(effect.reason);
    default:
      return "";
  }
}

/** @param {Extract<Effect, { type: "draw" }>} effect @param {string} who */
function drawText(effect, who) {
  return effect.cards?.length
    ? t("effect.draw-seen", { who, cards: cardNames(effect.cards) })
    : plural("effect.draw", effect.count, { who });
}

/** An effect in one or two words, for animations; empty for effects that are visible anyway. @param {Effect} effect */
export function briefText(effect) {
  switch (effect.type) {
    case "heal":
      return t("brief.heal", { count: effect.count });
    case "draw":
      return t("brief.draw", { count: effect.count });
    case "shield":
      return t("brief.shield", { amount: effect.amount });
    case "damage":
      return t("brief.damage", { amount: effect.amount });
    case "defeat":
      return t(effect.exact ? "brief.defeat-exact" : "brief.defeat");
    case "strike":
      return t("brief.strike", { amount: effect.amount });
    case "cancel-immunity":
      return t("brief.cancel-immunity");
    default:
      return "";
  }
}
