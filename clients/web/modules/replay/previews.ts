/**
 * The previews of actions at a board with open hands, as the server gives them for a game. What the player cannot know
 * there, as the cards that are drawn, is left open.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { fullHand } from "../words/reference.ts";
import type { BoardView, Preview, Suit } from "../types.ts";

/** The preview of an action; null for a discard, which has none. @param outcome the end of the game that follows from it */
export function previewAt(board: BoardView, action: string, outcome: Preview["outcome"] = null): Preview | null {
  const { enemy, hands, turn, phase, discard, played } = board;
  if (!enemy || !hands || turn === null || phase !== "play") return null;
  const [cards, immune] = [cardsOf(action), enemy.card.slice(-1) as Suit];
  const [value, cancels] = [totalValue(cards), action.startsWith("X")];
  const isPlayed = (suit: Suit) => cards.some((code) => code.endsWith(suit));
  const hasPower = (suit: Suit) => isPlayed(suit) && (suit !== immune || enemy.immunity_cancelled);
  const damage = hasPower("C") ? 2 * value : value;
  const left = enemy.health - enemy.damage - damage;
  const healed = hasPower("H") ? Math.min(value, discard.length) : 0;
  const drawn = hasPower("D") ? drawnAt(board, value, healed, cards.length) : hands.map(() => 0);
  // A jester lets the spades count that the immunity has stopped.
  const freed =
    cancels && immune === "S" && !enemy.immunity_cancelled ? played.filter((play) => play.some(isSpade)) : [];
  const shield = enemy.shield + (hasPower("S") ? value : 0) + totalValue(freed.flat());
  const strike = left <= 0 || cancels || action === "flip" ? 0 : Math.max(0, enemy.attack - shield);
  const kept = action === "flip" ? 0 : totalValue(hands[turn].filter((code) => !cards.includes(code)));
  const covers = kept >= strike ? "yes" : drawn[turn] ? "depends" : "no";
  return {
    ...{ action, damage, strike, kept, drawn, drawn_cards: [], healed, outcome },
    health_left: Math.max(0, left),
    defeats: left <= 0,
    exact: left === 0,
    shield: left <= 0 ? 0 : shield,
    covers: strike ? covers : null,
    stopped: isPlayed(immune) && !enemy.immunity_cancelled ? [immune] : [],
  };
}

const isSpade = (code: string) => code.endsWith("S");

/** The cards that each seat draws, in turn from the mover on, until all hands are full or the tavern is empty. */
function drawnAt({ hands, turn, players, tavern_size }: BoardView, value: number, healed: number, spent: number) {
  const drawn = Array.from({ length: players }, () => 0);
  const room = (hands ?? []).map((hand, seat) => fullHand(players) - hand.length + (seat === turn ? spent : 0));
  let left = Math.min(value, tavern_size + healed);
  for (let seat = turn ?? 0; left && room.some((each, at) => each > drawn[at]); seat = (seat + 1) % players) {
    if (drawn[seat] >= room[seat]) continue;
    drawn[seat]++;
    left--;
  }
  return drawn;
}
