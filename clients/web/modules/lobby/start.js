// @ts-check
/** Creating a game by a button, which creates one game however often it is pressed. */
import { createGame } from "../server/api.js";
import { saveGame } from "../storage/saved_games.js";

/** @import { GameWish } from "../types" */

/**
 * Create a game, save its tokens and open it. The button has no effect until the server has responded.
 * @param {HTMLButtonElement} pressed @param {Partial<GameWish> & { players: number }} wish
 * @param {(error: unknown) => void} refused
 */
export async function startGame(pressed, wish, refused) {
  if (pressed.getAttribute("aria-disabled")) return;
  pressed.setAttribute("aria-disabled", "true");
  pressed.setAttribute("aria-busy", "true");
  try {
    const created = await createGame(/** @type {GameWish} */ (wish));
    saveGame(created);
    location.hash = `#/game/${created.game.id}`;
  } catch (error) {
    refused(error);
  } finally {
    pressed.removeAttribute("aria-disabled");
    pressed.removeAttribute("aria-busy");
  }
}
