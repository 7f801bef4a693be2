// @ts-check
/** Creating a game by a button, and opening it. */
import { createGame } from "../server/api.js";
import { saveGame } from "../storage/saved_games.js";
import { SingleFlight } from "../ui/single_flight.js";

/** @import { CreateGameRequest } from "../types" */

export class Start {
  #flight = new SingleFlight();
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** Let a button be busy while a game is created. @param {HTMLButtonElement} button */
  add(button) {
    this.#buttons.push(button);
    return button;
  }

  /** Create one game, however often this is called, save its tokens and open it. Throws the errors of the request. @param {CreateGameRequest} wish */
  async game(wish) {
    const created = await this.#flight.run(wish, (key) => createGame(wish, key), ...this.#buttons);
    if (!created) return;
    saveGame(created);
    location.hash = `#/game/${created.game.id}`;
  }
}
