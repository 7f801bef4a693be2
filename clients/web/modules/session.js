// @ts-check
/**
 * A game as this device takes part in it: the view from the right seat, kept up to date by the stream of events.
 * It knows nothing of how a game is shown. Whoever holds several seats here looks from the one whose turn it is.
 */
import { act, look, Problem, rematch, sendSignal, takeSeat } from "./api.js";
import { keepGame, tokensOf } from "./kept.js";
import { Stream } from "./stream.js";

/** @import { GameView, GameEvent, Connection, Signal } from "./types" */

/**
 * @typedef {object} Listener
 * @property {(view: GameView) => void} view a new view
 * @property {(event: GameEvent, past: boolean) => void} event something happened; past: before the page was there
 * @property {(connection: Connection) => void} connection whether news come
 * @property {(problem: unknown) => void} problem something went wrong
 */

export class Session {
  /** @type {GameView | null} */
  view = null;
  /** @type {Stream | null} */
  #stream = null;
  #etags = /** @type {Map<string, string>} */ (new Map());
  #refreshing = false;
  #again = false;
  #since = 0;

  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.tokens = tokensOf(id);
  }

  /** The seats that are held here. */
  get seats() {
    return [...this.tokens.keys()].sort((one, other) => one - other);
  }

  /** Look at the game, and follow it from now on. */
  async open() {
    await this.#look();
    this.#since = this.view?.version ?? 0;
    this.#follow();
    this.wakers = {
      online: () => this.#wake(),
      offline: () => this.#lose(),
      visibilitychange: () => document.hidden || this.#wake(),
    };
    Object.entries(this.wakers).forEach(([name, wake]) =>
      (name in { visibilitychange: 1 } ? document : window).addEventListener(name, wake),
    );
  }

  close() {
    this.#stream?.close();
    Object.entries(this.wakers ?? {}).forEach(([name, wake]) =>
      (name in { visibilitychange: 1 } ? document : window).removeEventListener(name, wake),
    );
  }

  /** Take an action from the seat that is looked from. @param {string} action */
  async act(action) {
    const { view } = this;
    const token = view && this.tokens.get(view.you ?? -1);
    if (!view || !token) return;
    try {
      this.#take(await act(this.id, token, view.version, action));
    } catch (error) {
      this.#etags.clear();
      this.listener.problem(error);
    }
    await this.refresh();
  }

  /** @param {Signal} signal */
  async signal(signal) {
    const token = this.tokens.get(this.view?.you ?? -1);
    if (token) await sendSignal(this.id, token, signal).catch(this.listener.problem);
    await this.refresh();
  }

  /** @param {number} seat @param {string} name */
  async sit(seat, name) {
    try {
      keepGame(await takeSeat(this.id, seat, name));
      this.tokens = tokensOf(this.id);
      this.#follow();
    } catch (error) {
      this.listener.problem(error);
    }
    await this.refresh();
  }

  /** The id of the game that follows this one, with the same seats held here. */
  async rematch() {
    let id = "";
    for (const token of this.tokens.values()) {
      const created = await rematch(this.id, token);
      keepGame(created);
      id = created.game.id;
    }
    return id;
  }

  /** Get the newest view; once more, if something happens meanwhile. */
  async refresh() {
    this.#again = this.#refreshing;
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      await this.#look();
    } catch (error) {
      if (error instanceof Problem) this.listener.problem(error);
    }
    this.#refreshing = false;
    if (this.#again) await this.refresh();
  }

  async #look() {
    const before = this.#seat();
    const token = this.tokens.get(before ?? -1) ?? null;
    const seen = await look(this.id, token, this.#etags.get(token ?? ""));
    if (seen) {
      this.#etags.set(token ?? "", seen.etag);
      this.#take(seen.view);
    }
    if (this.#seat() !== before) await this.#look();
  }

  /** The seat to look from: of those held here, the one whose turn it is, else the one that was looked from last. */
  #seat() {
    const { turn, you } = this.view ?? {};
    if (typeof turn === "number" && this.tokens.has(turn)) return turn;
    return typeof you === "number" && this.tokens.has(you) ? you : this.seats[0];
  }

  /** A view that came; an answer that another one has overtaken is old. @param {GameView} view */
  #take(view) {
    if (view.version < (this.view?.version ?? 0)) return;
    this.view = view;
    this.listener.view(view);
  }

  #follow() {
    const last = this.#stream?.last ?? 1;
    this.#stream?.close();
    this.#stream = new Stream(this.id, this.tokens.get(this.seats[0]) ?? null, {
      event: (event) => this.#hear(event),
      connection: (connection) => this.#connected(connection),
      problem: this.listener.problem,
    });
    this.#stream.last = last;
    this.#stream.follow();
  }

  /** @param {GameEvent} event */
  #hear(event) {
    this.listener.event(event, event.version <= this.#since);
    if (event.version > (this.view?.version ?? 0)) this.refresh();
  }

  /** @param {Connection} connection */
  #connected(connection) {
    this.listener.connection(connection);
    if (connection === "live") this.refresh();
  }

  #wake() {
    this.#stream?.wake();
    this.refresh();
  }

  #lose() {
    this.#stream?.lose();
  }
}
