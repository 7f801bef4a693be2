// @ts-check
/**
 * The presence of the further seats of this device: the server counts a player as here who has an event stream. The page
 * follows the game by the stream of its first seat; the others have one only where somebody elsewhere can see it.
 */
import { Stream } from "./stream.js";

/** @import { GameView } from "../types" */

const IGNORE = { event: () => {}, connection: () => {}, problem: () => {} };

export class Attendance {
  /** The streams by their tokens. @type {Map<string, Stream>} */
  #streams = new Map();

  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** Attend for all seats but the one that follows the game. @param {GameView} view @param {Map<number, string>} tokens @param {number | undefined} following */
  update(view, tokens, following) {
    const others = isSeen(view, tokens) ? [...tokens].filter(([seat]) => seat !== following) : [];
    const wanted = new Set(others.map(([, token]) => token));
    for (const token of [...this.#streams.keys()]) if (!wanted.has(token)) this.#end(token);
    for (const token of wanted) if (!this.#streams.has(token)) this.#begin(token, view.version);
  }

  reconnect() {
    this.#streams.forEach((stream) => stream.reconnect());
  }

  disconnect() {
    this.#streams.forEach((stream) => stream.disconnect());
  }

  close() {
    [...this.#streams.keys()].forEach((token) => this.#end(token));
  }

  /** @param {string} token @param {number} version of the game: a stream tells what is newer */
  #begin(token, version) {
    const stream = new Stream(this.id, token, IGNORE);
    stream.lastVersion = version;
    this.#streams.set(token, stream);
    stream.follow();
  }

  /** @param {string} token */
  #end(token) {
    this.#streams.get(token)?.close();
    this.#streams.delete(token);
  }
}

/** Whether people on other devices hold seats of a game that goes on. @param {GameView} view @param {Map<number, string>} tokens */
const isSeen = ({ status, seats }, tokens) =>
  (status === "waiting" || status === "active") &&
  seats.some(({ seat, held, agent }) => held && !agent && !tokens.has(seat));
