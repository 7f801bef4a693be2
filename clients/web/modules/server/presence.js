// @ts-check
/** Which players follow a game, asked for from time to time while the page is visible. */
import { getPresence } from "./api.js";

/** @import { GamePresence } from "../types" */

const INTERVAL_MS = 20_000;
const SOON_MS = 2_000;

/**
 * What to ask for.
 * @typedef {object} Wish
 * @property {string} id the game
 * @property {boolean} again whether to ask again and again, or only when the wish changes
 * @property {string} state a change of it asks at once
 */

export class PresenceWatch {
  /** Whether to ask again soon in any case, because a player is about to come. */
  soon = false;
  /** @type {Wish | null} */
  #wish = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #onVisible = () => document.hidden || this.#ask();

  /** @param {(presence: GamePresence, id: string) => void} listener */
  constructor(listener) {
    this.listener = listener;
    document.addEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask for the presence in a game now if the wish has changed, and from time to time; null ends it. @param {Wish | null} wish */
  watch(wish) {
    if (JSON.stringify(wish) === JSON.stringify(this.#wish)) return;
    this.#wish = wish;
    this.#ask();
  }

  close() {
    this.#wish = null;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#onVisible);
  }

  /** Ask, unless the page is hidden; it asks when it is visible again. A failed request is repeated with the next one. */
  async #ask() {
    clearTimeout(this.#timer);
    const wish = this.#wish;
    if (!wish || document.hidden) return;
    const presence = await getPresence(wish.id).catch(() => null);
    if (wish !== this.#wish) return;
    if (presence) this.listener(presence, wish.id);
    clearTimeout(this.#timer);
    if (wish.again || this.soon) this.#timer = setTimeout(() => this.#ask(), this.soon ? SOON_MS : INTERVAL_MS);
  }
}
