/**
 * The presence of the further seats of this device: the server counts a player as here who has an event stream. The page
 * follows the game by the stream of its first seat; the others have one only where people elsewhere can see it, and in one
 * visible tab alone: over HTTP/1.1 a browser opens six connections to a server, for the streams of all tabs and all else.
 */
import { Stream } from "./stream.ts";
import { TabLock } from "./tab_lock.ts";
import type { GameView } from "../types.ts";

const LOCK = "regicide.attendance";
const IGNORE = { event: () => {}, connection: () => {}, problem: () => {} };

export class Attendance {
  /** The streams by their tokens. */
  #streams: Map<string, Stream> = new Map();
  /** The tokens of the seats to attend for. */
  #wanted: Set<string> = new Set();
  #version = 1;
  #lock = new TabLock(LOCK, () => this.#attend());

  constructor(readonly id: string) {}

  /** Attend for all seats but the one that follows the game. */
  update(view: GameView, tokens: Map<number, string>, following: number | undefined) {
    const others = isSeen(view, tokens) ? [...tokens].filter(([seat]) => seat !== following) : [];
    this.#wanted = new Set(others.map(([, token]) => token));
    this.#version = view.version;
    this.#lock.want(others.length > 0);
    this.#attend();
  }

  reconnect() {
    this.#streams.forEach((stream) => stream.reconnect());
  }

  disconnect() {
    this.#streams.forEach((stream) => stream.disconnect());
  }

  close() {
    this.#wanted.clear();
    this.#lock.close();
    this.#attend();
  }

  /** Have a stream for each seat, in the tab that attends. */
  #attend() {
    const wanted = this.#lock.held ? this.#wanted : new Set<string>();
    for (const token of [...this.#streams.keys()]) if (!wanted.has(token)) this.#end(token);
    for (const token of wanted) if (!this.#streams.has(token)) this.#begin(token);
  }

  #begin(token: string) {
    const stream = new Stream(this.id, token, IGNORE);
    stream.lastVersion = this.#version; // a stream tells what is newer
    this.#streams.set(token, stream);
    stream.follow();
  }

  #end(token: string) {
    this.#streams.get(token)?.close();
    this.#streams.delete(token);
  }
}

/** Whether people on other devices hold seats of a game that goes on. */
const isSeen = ({ status, seats }: GameView, tokens: Map<number, string>) =>
  (status === "waiting" || status === "active") &&
  seats.some(({ seat, held, agent }) => held && !agent && !tokens.has(seat));
