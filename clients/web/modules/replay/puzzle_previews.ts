/**
 * The previews of the actions of a puzzle, as the server gives them for a game: from the effects of each action, which
 * its line of play begins with. What the player cannot know there, as the cards that are drawn, is left open.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { ofType } from "../effects.ts";
import type { BoardView, GameRecord, Preview, Suit } from "../types.ts";

type Effects = GameRecord["events"][number]["effects"];

/** The preview of an action; null for a discard, which has none. @param effects of the action */
export function previewAt(board: BoardView, action: string, effects: Effects): Preview | null {
  const { enemy, hands, turn } = board;
  if (!enemy || turn === null || action.startsWith("-")) return null;
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
  const damage = sum(ofType(effects, "damage").map(({ amount }) => amount));
  const [defeat] = ofType(effects, "defeat");
  const strike = sum(ofType(effects, "strike").map(({ amount }) => amount));
  const drawn = hands?.map((_, seat) =>
    sum(ofType(effects, "draw").flatMap((each) => (each.seat === seat ? each.count : []))),
  );
  const kept = totalValue((hands?.[turn] ?? []).filter((code) => !cardsOf(action).includes(code)));
  const covers = kept >= strike ? "yes" : drawn?.[turn] ? "depends" : "no";
  const [over] = ofType(effects, "over");
  return {
    ...{ action, damage, strike, kept, drawn: drawn ?? [], drawn_cards: [] },
    health_left: Math.max(0, enemy.health - enemy.damage - damage),
    defeats: Boolean(defeat),
    exact: Boolean(defeat?.exact),
    healed: sum(ofType(effects, "heal").map(({ count }) => count)),
    shield: defeat ? 0 : enemy.shield + sum(ofType(effects, "shield").map(({ amount }) => amount)),
    covers: strike ? covers : null,
    stopped: stoppedBy(enemy, action),
    outcome: over && !drawn?.some(Boolean) ? over.outcome : null,
  };
}

/** The suits of the cards whose powers the enemy's immunity stops. */
function stoppedBy({ card, immunity_cancelled: isCancelled }: NonNullable<BoardView["enemy"]>, action: string) {
  const suit = card.slice(-1) as Suit;
  const isPlayed = cardsOf(action).some((code) => !code.startsWith("X") && code.endsWith(suit));
  return isPlayed && !isCancelled ? [suit] : [];
}
