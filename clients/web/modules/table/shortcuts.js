// @ts-check
/** The keys of the player's area, which `ui/key_help.js` lists. */
import { isLegal } from "../game/legality.js";
import { cheapestCover } from "../game/covers.js";

/** @import { GameView } from "../types" */
/** @import { Choice, Way } from "./choice.js" */

/**
 * @typedef {object} Commands
 * @property {(action: string) => void} act
 * @property {(way: Way) => void} choose
 * @property {(codes: string[]) => void} select
 * @property {(index: number) => void} toggle
 * @property {() => void} clear
 * @property {() => void} ask
 */

/** @type {Record<string, Way>} */
const WAYS = { y: "yield", f: "flip" };

/** What a key does; undefined if nothing. @param {string} key @param {GameView} view @param {Choice} choice @param {Commands} commands */
export function shortcut(key, view, choice, commands) {
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

/** @param {GameView} view @param {Commands} commands */
function cheapestOf(view, { select }) {
  const cover = cheapestCover(view);
  return cover ? () => select(cover) : undefined;
}

/** @param {string | null} action @param {Commands} commands */
const confirmationOf = (action, { act }) => (action ? () => act(action) : undefined);
