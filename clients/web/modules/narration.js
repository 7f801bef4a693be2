// @ts-check
/** Events as sentences: what somebody did, and what came of it. */
import { cardsOf, named, nameOf } from "./names.js";
import { cardName, outcomeText } from "./reference.js";
import { many, t } from "./texts.js";

/** @import { GameEvent, RecordedEvent, Effect } from "./types" */
/** @import { Seats } from "./names.js" */

/** @param {GameEvent} event @param {Seats} seats @returns {string[]} */
export function sentences(event, seats) {
  const effects = (event.effects ?? []).map((effect) => told(effect, seats, event.action)).filter(Boolean);
  return [opening(event, seats), ...effects];
}

/** @param {RecordedEvent} event @param {Seats} seats @returns {string[]} */
export const recorded = (event, seats) => sentences({ ...event, type: "action", agent: undefined }, seats);

/** @param {GameEvent} event @param {Seats} seats */
function opening(event, seats) {
  const who = nameOf(seats, event.seat);
  if (event.type === "seat-taken") return t("event.seat-taken", { who: event.name ?? who });
  if (event.type === "signal") return t(event.signal === "eager" ? "event.eager" : "event.reluctant", { who });
  if (event.type === "timeout")
    return event.agent ? t("event.stand-in", { who, agent: event.agent }) : t("event.timeout", { who });
  return did(event.action ?? "", who, seats);
}

/** @param {string} action @param {string} who @param {Seats} seats */
function did(action, who, seats) {
  if (action === "yield") return t("event.yield", { who });
  if (action === "flip") return t("event.flip", { who });
  if (action.startsWith(">")) return t("event.appoint", { who, other: nameOf(seats, Number(action.slice(1))) });
  return t(action.startsWith("-") ? "event.discard" : "event.play", { who, cards: named(cardsOf(action)) });
}

/** An effect in a sentence; nothing where the action has said it. @param {Effect} effect @param {Seats} seats @param {string} [action] */
export function told(effect, seats, action = "") {
  const amount = effect.amount ?? 0;
  switch (effect.type) {
    case "heal":
      return many("effect.heal", effect.count ?? 0);
    case "draw":
      return drew(effect, nameOf(seats, effect.seat ?? 0));
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
      return action.startsWith("-") ? "" : many("effect.discard", effect.cards?.length ?? 0);
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
function drew(effect, who) {
  return effect.cards?.length
    ? t("effect.draw-seen", { who, cards: named(effect.cards) })
    : many("effect.draw", effect.count ?? 0, { who });
}

/** An effect in a word or two, to fly over the table; nothing for what is seen anyway. @param {Effect} effect */
export function inBrief(effect) {
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
