/** What an event changes on the board, in the order in which it is shown. */
import { sortedCards } from "../game/cards.ts";
import { effectsOf, ofType } from "../effects.ts";
import type { Effect, GameEvent } from "../types.ts";

/** the cards, if the viewer sees them */
export type Draw = { seat: number; count: number; cards?: string[] };

/** A change of the board, which is drawn at once. */
export type Change =
  | { type: "play"; seat: number; cards: string[] }
  | { type: "yield"; seat: number }
  | { type: "flip" }
  | { type: "discard"; seat: number; cards: string[] }
  | { type: "heal"; count: number; cards?: string[] }
  | { type: "deal"; draws: Draw[] }
  | { type: "shield"; amount: number }
  | { type: "damage"; amount: number }
  | { type: "defeat"; enemy: string; exact: boolean }
  | { type: "clear" }
  | { type: "reveal"; enemy: string }
  | { type: "strike"; seat: number; amount: number }
  | { type: "cancel-immunity" }
  | { type: "turn"; seat: number }
  | { type: "over"; outcome: string };

/** The changes of an event: those of its action, then those of its effects. */
export function changesOf(event: GameEvent): Change[] {
  const effects = effectsOf(event);
  const opening = event.type === "action" ? openingOf(event.action, event.seat) : [];
  return [...opening, ...effects.flatMap((effect) => changesOfEffect(effect, event.seat, ofType(effects, "draw")))];
}

/** What the action itself changes, before its effects. */
function openingOf(action: string, seat: number): Change[] {
  if (action === "yield") return [{ type: "yield", seat }];
  if (action === "flip") return [{ type: "flip" }];
  if (action.startsWith(">") || action.startsWith("-")) return [];
  return [{ type: "play", seat, cards: sortedCards(action.split("+")) }];
}

/** All draws of a play are one change, as the cards are drawn one for each player in turn. */
function changesOfEffect(effect: Effect, seat: number, draws: Draw[]): Change[] {
  if (effect.type === "draw") return effect === draws[0] ? [{ type: "deal", draws }] : [];
  if (effect.type === "defeat") return [{ ...effect }, { type: "clear" }];
  if (effect.type === "discard" || effect.type === "strike") return [{ ...effect, seat }];
  return [{ ...effect }];
}
