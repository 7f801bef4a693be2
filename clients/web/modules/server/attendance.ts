/**
 * The presence of the further seats of this device: the server counts a player as here who has an event stream. The page
 * follows the game by the stream of its first seat; the others have one only where people elsewhere can see it, and in one
 * visible tab alone: over HTTP/1.1 a browser opens six connections to a server, for the streams of all tabs and all else.
 */
import { follow } from "regicide-client/events";
import { api } from "./api.ts";
import { TabLock } from "./tab_lock.ts";
import type { GameView, SeatToken } from "../types.ts";

const LOCK = "regicide.attendance";

export class Attendance {
  /** What ends the streams, by their tokens. */
  #streams: Map<string, AbortController> = new Map();
  /** The tokens of the seats to attend for. */
  #wanted: Set<string> = new Set();
  #version = 1;
  #lock = new TabLock(LOCK, () => this.#attend());

  constructor(readonly id: string) {}

  /** Attend for all seats but the first one, which follows the game. */
  update(view: GameView, seats: readonly SeatToken[]) {
    const others = isSeen(view, seats) ? seats.slice(1) : [];
    this.#wanted = new Set(others.map(({ token }) => token));
    this.#version = view.version;
    this.#lock.want(others.length > 0);
    this.#attend();
  }

  close() {
    this.#wanted.clear();
    this.#lock.close();
    this.#attend();
  }

  /** Have a stream for each seat, in the tab that attends. */
  #attend() {
    const wanted = this.#lock.held ? this.#wanted : new Set<string>();
    for (const [token, stream] of this.#streams) if (!wanted.has(token)) stream.abort();
    for (const token of wanted) if (!this.#streams.has(token)) void this.#follow(token);
  }

  /** Follow the game with a token until its stream is ended, or there is nothing more to follow. */
  async #follow(token: string) {
    const stream = new AbortController();
    stream.signal.addEventListener("abort", () => this.#streams.delete(token));
    this.#streams.set(token, stream);
    const events = follow(api(), this.id, { after: this.#version, token, signal: stream.signal });
    while (!(await events.next().catch(() => ({ done: true }))).done);
  }
}

/** Whether people on other devices hold seats of a game that goes on. */
const isSeen = ({ status, seats }: GameView, own: readonly SeatToken[]) =>
  (status === "waiting" || status === "active") &&
  seats.some(({ seat, held, agent }) => held && !agent && !own.some((each) => each.seat === seat));
