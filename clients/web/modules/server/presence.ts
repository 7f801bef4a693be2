/** Which players follow a game, asked for from time to time while the page is visible. */
import { api } from "./api.ts";
import type { GamePresence } from "../types.ts";

const INTERVAL_MS = 20_000;
const SOON_MS = 2_000;

/** What to ask for. */
type PresenceRequest = {
  id: string; // the game
  again: boolean; // whether to ask again and again, or only when the request changes
  state: string; // a change of it asks at once
};

export class PresenceWatch {
  /** Whether to ask again soon in any case, because a player is about to come. */
  soon = false;
  #request: PresenceRequest | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onVisible = () => document.hidden || this.#ask();

  constructor(readonly listener: (presence: GamePresence, id: string) => void) {
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask for the presence in a game now if the request has changed, and from time to time; null ends it. */
  watch(request: PresenceRequest | null) {
    if (JSON.stringify(request) === JSON.stringify(this.#request)) return;
    this.#request = request;
    this.#ask();
  }

  close() {
    this.#request = null;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /**
   * Ask, unless the page is hidden; it asks when it is visible again. A failed request is repeated with the next one.
   */
  async #ask() {
    clearTimeout(this.#timer);
    const request = this.#request;
    if (!request || document.hidden) return;
    const presence = await api()
      .getPresence({ game_id: request.id })
      .catch(() => null);
    if (request !== this.#request) return;
    if (presence) this.listener(presence, request.id);
    clearTimeout(this.#timer);
    if (request.again || this.soon) this.#timer = setTimeout(() => this.#ask(), this.soon ? SOON_MS : INTERVAL_MS);
  }
}
