/** Effects of events, by type. */
import { effectsOf } from "regicide-client/effects";
import type { Effect, GameEvent } from "./types.ts";

export { effectsOf, ofType } from "regicide-client/effects";

/** An event as spectators see it. */
export const withoutDrawnCards = <Event extends GameEvent>(event: Event): Event =>
  "effects" in event ? { ...event, effects: effectsOf(event).map(withoutCards) } : event;

/** An event whose effects are told later. */
export const withoutEffects = (event: GameEvent): GameEvent => ("effects" in event ? { ...event, effects: [] } : event);

const withoutCards = (effect: Effect) => (effect.type === "draw" ? { ...effect, cards: undefined } : effect);

/** The value for a type of a later version, which the server may send; the compiler refuses known types here. */
export const ofLater = <Value>(_later: never, value: Value) => value;
