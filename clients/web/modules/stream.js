// @ts-check
/**
 * The stream of a game's events (server-sent events), by `fetch`, since `EventSource` sends no `Authorization`.
 * A stream that breaks off is resumed after the event that came last, so that none is missed and none comes twice.
 */
import { checked, eventsOf, headers, Problem } from "./api.js";

/** @import { GameEvent, Connection } from "./types" */

/** The server says at least every 15 seconds that it is there: after 40 of silence the connection is dead. */
const SILENCE = 40_000;
const LONGEST_WAIT = 5_000;

/**
 * @typedef {object} Listener
 * @property {(event: GameEvent) => void} event something happened
 * @property {(connection: Connection) => void} connection whether news come
 * @property {(problem: Problem) => void} problem the server will not tell of this game, now or later
 */

export class Stream {
  /** @param {string} id @param {string | null} token @param {Listener} listener */
  constructor(id, token, listener) {
    this.closed = false;
    this.id = id;
    this.token = token;
    this.listener = listener;
    this.last = 1;
    this.wait = 0;
    this.over = false;
    this.woken = false;
    /** @type {AbortController | null} */
    this.request = null;
    this.hurry = () => {};
  }

  /** Follow the game until it is over or the stream is closed. */
  async follow() {
    this.listener.connection("connecting");
    while (!this.closed && !this.over) {
      this.woken = false;
      await this.#once();
      if (this.closed || this.over || this.woken) continue;
      this.listener.connection("offline");
      await this.#pause();
    }
    if (this.over) this.listener.connection("ended");
  }

  /** Ask anew, and at once: a connection that was there before a sleep may be dead without a word. */
  wake() {
    this.woken = true;
    this.wait = 0;
    this.lose();
    this.hurry();
  }

  /** Do without this connection. */
  lose() {
    this.request?.abort();
  }

  close() {
    this.closed = true;
    this.request?.abort();
    this.hurry();
  }

  /** One connection, to its end, whatever that is. */
  async #once() {
    this.request = new AbortController();
    try {
      await this.#read(await this.#open(this.request.signal));
    } catch (error) {
      if (error instanceof Problem && error.details.status < 429) this.#giveUp(error);
    }
  }

  /** @param {Problem} problem */
  #giveUp(problem) {
    this.closed = true;
    this.listener.problem(problem);
  }

  /** @param {AbortSignal} signal */
  async #open(signal) {
    const answer = await fetch(eventsOf(this.id), {
      signal,
      cache: "no-store",
      headers: { ...headers({ token: this.token }), Accept: "text/event-stream", "Last-Event-ID": String(this.last) },
    });
    return checked(answer);
  }

  /** @param {Response} answer */
  async #read(answer) {
    if (!answer.body) return;
    this.listener.connection("live");
    this.wait = 0;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", part; (part = await this.#next(reader)) !== undefined; ) {
      const frames = (rest + part).split("\n\n");
      rest = frames.pop() ?? "";
      frames.forEach((frame) => this.#hear(frame));
    }
  }

  /**
   * The next piece of text, unless it does not come in time.
   * @param {ReadableStreamDefaultReader<string>} reader
   * @returns {Promise<string | undefined>}
   */
  async #next(reader) {
    const silence = setTimeout(() => this.lose(), SILENCE);
    try {
      return (await reader.read()).value;
    } finally {
      clearTimeout(silence);
    }
  }

  /** @param {string} frame */
  #hear(frame) {
    const data = frame
      .split("\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => line.slice(6))
      .join("\n");
    if (!data) return;
    /** @type {GameEvent} */
    const event = JSON.parse(data);
    this.last = event.version;
    this.over = event.effects?.some((effect) => effect.type === "over") ?? false;
    this.listener.event(event);
  }

  /** Wait a little longer each time, and not at all if somebody is in a hurry. */
  async #pause() {
    this.wait = Math.min(this.wait * 2 || 500, LONGEST_WAIT);
    await new Promise((resolve) => {
      const alarm = setTimeout(resolve, this.wait);
      this.hurry = () => (clearTimeout(alarm), resolve(undefined));
    });
    this.hurry = () => {};
  }
}
