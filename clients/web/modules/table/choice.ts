/** What the player has chosen and not confirmed yet: cards of the hand, or to yield or flip a jester without cards. */
import { actionOfCards, isLegal, momentOf } from "../game/legality.ts";
import { cheapestCover } from "../game/covers.ts";
import type { GameView } from "../types.ts";
import type { Hand } from "./hand.ts";

/** An action without cards that cannot be taken back. */
export type Way = "yield" | "flip";

export class Choice {
  #way: Way | null = null;
  #moment = "";

  constructor(readonly hand: Hand) {}

  /** The chosen cards. */
  get codes() {
    return this.hand.codes;
  }

  /** Whether anything is chosen, legal or not. */
  get isMade() {
    return this.#way !== null || this.codes.length > 0;
  }

  /** Forget a way that was chosen at another moment of the game. */
  follow(view: GameView) {
    const moment = momentOf(view);
    if (moment !== this.#moment) this.#way = null;
    this.#moment = moment;
  }

  /** Choose a way instead of cards. */
  chooseWay(way: Way) {
    this.hand.clear();
    this.#way = way;
  }

  /** The cards are chosen, not a way. */
  dropWay() {
    this.#way = null;
  }

  clear() {
    this.#way = null;
    this.hand.clear();
  }

  /** The legal action that is chosen, or null. */
  action(view: GameView) {
    if (this.#way) return isLegal(view, this.#way) ? this.#way : null;
    return this.codes.length ? actionOfCards(view, this.codes) : null;
  }
}

export type Commands = {
  act: (action: string) => void;
  choose: (way: Way) => void;
  select: (codes: string[]) => void;
  toggle: (index: number) => void;
  clear: () => void;
  ask: () => void;
};

const WAYS: Record<string, Way> = { y: "yield", f: "flip" };

/** What a key does; undefined if nothing. */
export function shortcut(key: string, view: GameView, choice: Choice, commands: Commands) {
  if (/^[1-9]$/.test(key)) return () => commands.toggle(Number(key) - 1);
  if (key in WAYS) return isLegal(view, WAYS[key]) ? () => commands.choose(WAYS[key]) : undefined;
  switch (key) {
    case "Escape":
      return choice.isMade ? commands.clear : undefined;
    case "a":
      return commands.ask;
    case "c":
      return cheapestOf(view, commands);
    case "p":
    case "Enter":
      return confirmationOf(choice.action(view), commands);
    default:
      return undefined;
  }
}

function cheapestOf(view: GameView, { select }: Commands) {
  const cover = cheapestCover(view);
  return cover ? () => select(cover) : undefined;
}

const confirmationOf = (action: string | null, { act }: Commands) => (action ? () => act(action) : undefined);
