/** Creating a game by a button, and opening it. */
import { createGame } from "../server/api.ts";
import { saveGame } from "../storage/saved_games.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import type { CreateGameRequest } from "../types.ts";

export class Start {
  #flight = new SingleFlight();
  #buttons: HTMLButtonElement[] = [];

  /** Let a button be busy while a game is created. */
  add(button: HTMLButtonElement) {
    this.#buttons.push(button);
    return button;
  }

  /** Create one game, however often this is called, save its tokens and open it. Throws the errors of the request. */
  async game(wish: CreateGameRequest) {
    const created = await this.#flight.run(wish, (key) => createGame(wish, key), ...this.#buttons);
    if (!created) return;
    saveGame(created);
    location.hash = `#/game/${created.game.id}`;
  }
}
