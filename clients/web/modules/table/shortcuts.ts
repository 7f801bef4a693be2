/** The keys of the player's area, which `ui/key_help.js` lists. */
import { isLegal } from "../game/legality.ts";
import { cheapestCover } from "../game/covers.ts";
import type { GameView } from "../types.ts";
import type { Choice, Way } from "./choice.ts";

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
