/** The hints of the first whole game, in `localStorage`: the game that has them, and those that the player has followed. */

import { ofApi } from "./api_address.ts";
import { getItem, getValue, removeItem, setItem, setValue } from "./items.ts";

const GAME_KEY = "regicide.hints-game";
const FOLLOWED_KEY = "regicide.hints-followed";
/** The hint about the jesters of a player alone, which is read, not followed. */
export const JESTERS_HINT = "hint.flip";

/** Let a game have hints, and no other one. */
export const startHints = (game: string) => setItem(ofApi(GAME_KEY), game);

export const hasHints = (game: string) => getItem(ofApi(GAME_KEY)) === game;

export const endHints = () => removeItem(ofApi(GAME_KEY));

/** The followed hints, by the keys of their texts; none if they are damaged. */
export function followedHints(): string[] {
  const saved = getValue(FOLLOWED_KEY);
  return Array.isArray(saved) ? saved : [];
}

export const saveFollowedHints = (hints: string[]) => setValue(FOLLOWED_KEY, hints);
