/** The cards that the seats of this device draw: the stream of one seat names those of this seat alone. */
import { effectsOf, ofType } from "../effects.ts";
import { getEvents } from "./api.ts";
import type { Effect, GameEvent } from "../types.ts";

/** The seats of this device whose drawn cards an event does not name. */
const unnamed = (event: GameEvent, tokens: Map<number, string>) =>
  ofType(effectsOf(event), "draw")
    .filter(({ seat, cards, count }) => count > 0 && !cards && tokens.has(seat))
    .map(({ seat }) => seat);

/** Whether the event as other seats of this device see it names more cards. */
export const hasUnnamedDraws = (event: GameEvent, tokens: Map<number, string>) => unnamed(event, tokens).length > 0;

/** The event with the cards that all seats of this device draw; unchanged without an answer. */
export async function withOwnDraws(id: string, event: GameEvent, tokens: Map<number, string>) {
  const asked = unnamed(event, tokens).map((seat) => getEvents(id, event.version - 1, tokens.get(seat)));
  const pages = await Promise.all(asked).catch(() => []);
  const seen = pages.flatMap(({ items }) => items.filter(({ version }) => version === event.version));
  const named = seen.flatMap((each) => ofType(effectsOf(each), "draw")).filter(({ cards }) => cards);
  return withEffects(event, (effect) =>
    effect.type === "draw" ? (named.find(({ seat }) => seat === effect.seat) ?? effect) : effect,
  );
}

/** The event as spectators see it. */
export const withoutDrawnCards = (event: GameEvent) =>
  withEffects(event, (effect) => (effect.type === "draw" ? { ...effect, cards: undefined } : effect));

const withEffects = (event: GameEvent, change: (effect: Effect) => Effect): GameEvent =>
  (event.effects ? { ...event, effects: effectsOf(event).map(change) } : event) as GameEvent;
