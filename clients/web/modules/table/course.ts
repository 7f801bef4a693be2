/** What a board shows of the actions before it: how the discard pile lies, and which enemies have fallen. */
import { cardsOf } from "regicide-client/cards";
import { effectsOf, ofType } from "regicide-client/effects";
import type { BoardView } from "../types.ts";

/** An event of a game or of a record. */
type Step = { version?: number; action?: string | null; effects?: unknown };

/** @param first the cards of the discard pile before the events */
export function afterCourse<Board extends BoardView>(board: Board, first: string[], events: Step[]): Board {
  const fallen = events.flatMap((event) => ofType(effectsOf(event), "defeat")).map(({ enemy }) => enemy);
  return { ...board, discard: lying(board.discard, [...first, ...laid(events)]), fallen };
}

/** The discard pile from the bottom to the top: cards that no event has laid there are on their way, and lie on top. */
export function lying(discard: string[], laid: string[]) {
  const place = (card: string) => (laid.includes(card) ? laid.lastIndexOf(card) : laid.length);
  return [...discard].sort((one, other) => place(one) - place(other));
}

/** The cards that went to the discard pile, in order; some have left it again. */
function laid(events: Step[]) {
  const cards: string[] = [];
  let played: string[] = [];
  for (const event of events) {
    if (isPlay(event.action)) played.push(...cardsOf(event.action));
    for (const effect of effectsOf(event)) {
      if (effect.type === "discard") cards.push(...effect.cards);
      if (effect.type !== "defeat") continue;
      cards.push(effect.enemy, ...played);
      played = [];
    }
  }
  return cards;
}

const isPlay = (action: Step["action"]): action is string => Boolean(action && !/^(yield|flip|[->])/.test(action));
