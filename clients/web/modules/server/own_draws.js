// @ts-check
/** The cards that the seats of this device draw: the stream of one seat names those of this seat alone. */
import { effectsOf, ofType } from "../effects.js";
import { getEvents } from "./api.js";

/** @import { Effect, GameEvent } from "../types" */

/** The seats of this device whose drawn cards an event does not name. @param {GameEvent} event @param {Map<number, string>} tokens */
const unnamed = (event, tokens) =>
  ofType(effectsOf(event), "draw")
    .filter(({ seat, cards, count }) => count > 0 && !cards && tokens.has(seat))
    .map(({ seat }) => seat);

/** Whether the event as other seats of this device see it names more cards. @param {GameEvent} event @param {Map<number, string>} tokens */
export const hasUnnamedDraws = (event, tokens) => unnamed(event, tokens).length > 0;

/** The event with the cards that all seats of this device draw; unchanged without an answer. @param {string} id @param {GameEvent} event @param {Map<number, string>} tokens */
export async function withOwnDraws(id, event, tokens) {
  const asked = unnamed(event, tokens).map((seat) => getEvents(id, event.version - 1, tokens.get(seat)));
  const pages = await Promise.all(asked).catch(() => []);
  const seen = pages.flatMap(({ items }) => items.filter(({ version }) => version === event.version));
  const named = seen.flatMap((each) => ofType(effectsOf(each), "draw")).filter(({ cards }) => cards);
  return withEffects(event, (effect) =>
    effect.type === "draw" ? (named.find(({ seat }) => seat === effect.seat) ?? effect) : effect,
  );
}

/** The event as spectators see it. @param {GameEvent} event */
export const withoutDrawnCards = (event) =>
  withEffects(event, (effect) => (effect.type === "draw" ? { ...effect, cards: undefined } : effect));

/** @param {GameEvent} event @param {(effect: Effect) => Effect} change @returns {GameEvent} */
const withEffects = (event, change) =>
  /** @type {GameEvent} */ (event.effects ? { ...event, effects: effectsOf(event).map(change) } : event);
