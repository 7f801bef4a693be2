/** A client: the calls of the API, and games that are followed. */
import { Api } from "./api.js";
import { type FollowOptions, follow } from "./events.js";
import { Game, type GameOptions } from "./game.js";
import type { GameEvent } from "./generated/types.js";

/** A server of the API, and the token of its user. It has a method for each operation of the OpenAPI document. */
export class Client extends Api {
  /** A client of the same server with another token. */
  withToken(token: string | null): Client {
    return new Client(this.url, { ...this.options, token });
  }

  /** The state of a game, which is followed from now on. Rejects with an ApiError if there is no view of it. */
  game(id: string, options?: GameOptions): Promise<Game> {
    return Game.open(this, id, options);
  }

  /** The events of a game, each once, until it is over. */
  events(id: string, options?: FollowOptions): AsyncGenerator<GameEvent, void> {
    return follow(this, id, options);
  }
}
