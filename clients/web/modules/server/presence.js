// @ts-check
/** Which players follow a game, asked for from time to time while the page is visible. */
import { getPresence } from "./api.js";

/** @import { GamePresence } from "../types" */

const INTERVAL_MS = 20_000;
const SOON_MS = 2_000;

/**
 * What to ask for.
 * @typedef {object} PresenceRequest
 * @property {string} id the game
 * @property {boolean} again whether to ask again and again, or only when the request changes
 * @property {string} state a change of it asks at once
 */

export class PresenceWatch {
  /** Whether to ask again soon in any case, because a player is about to come. */
  soon = false;
  /** @type {PresenceRequest | null} */
  #request = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #onVisible = () => document.hidden || this.#ask();

  /** @param {(presence: GamePresence, id: string) => void} listener */
  constructor(listener) {
    this.listener = listener;
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask for the presence in a game now if the request has changed, and from time to time; null ends it. @param {PresenceRequest | null} request */
  watch(request) {
    if (JSON.stringify(request) === JSON.stringify(this.#request)) return;
    this.#request = request;
    this.#ask();
  }

  close() {
    this.#request = null;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask, unless the page is hidden; it asks when it is visible again. A failed request is repeated with the next one. */
  async #ask() {
    clearTimeout(this.#timer);
    const request = this.#request;
    if (!request || document.hidden) return;
    const presence = await getPresence(request.id).catch(() => null);
    if (request !== this.#request) return;
    if (presence) this.listener(presence, request.id);
    clearTimeout(this.#timer);
    if (request.again || this.soon) this.#timer = setTimeout(() => this.#ask(), this.soon ? SOON_MS : INTERVAL_MS);
  }
}
