/**
 * The state of a game on this device, without rendering: the current view, updated after each event of the stream.
 * With several seats on this device, the view is that of the seat whose turn it is.
 */
import { awaitAdvice } from "./advisers.ts";
import * as api from "./api.ts";
import { Attendance } from "./attendance.ts";
import { hasUnnamedDraws, withOwnDraws } from "./own_draws.ts";
import { forgetGame, forgetSeat, savedGame, saveGame, tokensOf } from "../storage/saved_games.ts";
import { keepView, lastView, viewInTime } from "./last_state.ts";
import { withOwnSeat } from "./own_seat.ts";
import { Stream } from "./stream.ts";
import type { GameView, GameEvent, Connection, Signal } from "../types.ts";

const MAX_ADVISED = 3;

/** What is known when a request begins: the version of the view, and how often the server has lost events. */
type Known = { version: number; rewinds: number };

type Listener = {
  view: (view: GameView) => void; // a new view
  rewind: (view: GameView) => void; // an earlier view: the server has lost the last events
  event: (event: GameEvent, past: boolean) => void; // a new event; past: from before the page was opened
  connection: (connection: Connection) => void; // the state of the stream has changed
  problem: (problem: unknown) => void; // a request has failed
};

export class Session {
  view: GameView | null = null;
  #stream: Stream | null = null;
  #etags = new Map<string, string>();
  #refreshing = false;
  #refreshAgain = false;
  #rewinds = 0;
  #openedAt = 0;
  #listeners = {
    online: () => this.#reconnect(),
    offline: () => this.#disconnect(),
    storage: () => this.#adoptSeats(),
  };
  #wake = () => document.hidden || this.#reconnect();
  /** The events that are told, one after another. */
  #told = Promise.resolve();
  tokens;
  attendance;

  constructor(
    readonly id: string,
    readonly listener: Listener,
  ) {
    this.tokens = tokensOf(id);
    this.attendance = new Attendance(id);
  }

  /** The seats of this device. */
  get seats() {
    return [...this.tokens.keys()].sort((one, other) => one - other);
  }

  /** The token of the owner, if this device has created the game. */
  get owner() {
    return savedGame(this.id)?.owner ?? null;
  }

  /** Get the view and follow the event stream. */
  async open() {
    await viewInTime(this.id, this.#load()).catch((error) => this.#update(lastView(this.id, error), this.#known()));
    this.#openedAt = this.view?.version ?? 0;
    this.#follow();
    Object.entries(this.#listeners).forEach(([name, wake]) => window.addEventListener(name, wake));
    document.addEventListener("visibilitychange", this.#wake);
  }

  close() {
    this.#stream?.close();
    this.attendance.close();
    Object.entries(this.#listeners).forEach(([name, wake]) => window.removeEventListener(name, wake));
    document.removeEventListener("visibilitychange", this.#wake);
  }

  /** Take an action from the seat of the current view. Returns whether it is taken. */
  async act(action: string) {
    const { view } = this;
    const token = view && this.tokens.get(view.you ?? -1);
    if (!view || !token) return false;
    const isTaken = await this.#take(api.act(this.id, token, view.version, action));
    await this.refresh();
    return isTaken;
  }

  /** Store the view after an action; a failure goes to the listener. */
  async #take(answer: Promise<GameView>) {
    const known = this.#known();
    try {
      this.#update(await answer, known);
      return true;
    } catch (error) {
      this.#etags.clear();
      this.listener.problem(error);
      return false;
    }
  }

  /** Ask an agent what it would do from the seat of the current view. */
  async askAdvice(agent: string, signal: AbortSignal) {
    const { view } = this;
    const token = this.#tokenOf(view?.you ?? -1);
    try {
      return await awaitAdvice(this.id, token, { version: view?.version ?? 0, agent, limit: MAX_ADVISED }, signal);
    } catch (error) {
      if (error instanceof api.Problem) await this.refresh();
      throw error;
    }
  }

  async signal(signal: Signal) {
    const token = this.tokens.get(this.view?.you ?? -1);
    if (token) await api.sendSignal(this.id, token, signal).catch(this.listener.problem);
    await this.refresh();
  }

  /** Take a seat, unless another tab of this browser has just taken it. */
  async takeSeat(seat: number, name: string | null) {
    await this.#change(async () => {
      try {
        saveGame(await api.takeSeat(this.id, seat, name));
      } catch (error) {
        if (!tokensOf(this.id).has(seat)) throw error;
      }
      this.#readTokens();
    });
  }

  /** Take over the seats that another tab of this browser has taken or left. */
  #adoptSeats() {
    if (String([...tokensOf(this.id)]) === String([...this.tokens])) return;
    this.#readTokens();
    this.refresh();
  }

  /** Leave a seat of this device, while the game waits. */
  async leaveSeat(seat: number) {
    await this.#change(async () => {
      await api.leaveSeat(this.id, this.#tokenOf(seat), seat);
      forgetSeat(this.id, seat);
      this.#readTokens();
    });
  }

  /** Let a bot have an open seat, as the owner. */
  async fillSeat(seat: number, bot: string) {
    await this.#change(() => api.fillSeat(this.id, this.owner ?? "", seat, bot));
  }

  /** Cancel the waiting game, as the owner. */
  async cancel() {
    await this.#change(() => api.cancelGame(this.id, this.owner ?? ""));
  }

  /** Let a bot play on for a seat of this device. */
  async handOver(seat: number, bot: string) {
    await this.#change(() => api.handOver(this.id, this.#tokenOf(seat), seat, bot));
  }

  /** Take a seat of this device back. */
  async takeBack(seat: number) {
    await this.#change(() => api.takeBack(this.id, this.#tokenOf(seat), seat));
  }

  /** Say for all seats of this device whether they agree to give the game up. */
  async sayGiveUp(agree: boolean) {
    await this.#change(async () => {
      for (const seat of this.seats) await api.sayGiveUp(this.id, this.#tokenOf(seat), agree);
    });
  }

  /** Change the game, then get the view; a failure goes to the listener. */
  async #change(change: () => Promise<unknown>) {
    try {
      await change();
    } catch (error) {
      this.listener.problem(error);
    }
    await this.refresh();
  }

  #tokenOf(seat: number) {
    return this.tokens.get(seat) ?? "";
  }

  #readTokens() {
    this.tokens = tokensOf(this.id);
    this.#follow();
  }

  /** Ask for the rematch, or join it, with all seats of this device. Returns its id. */
  async rematch(key: string) {
    let id = "";
    for (const token of this.tokens.values()) {
      const created = await api.rematch(this.id, token, key);
      saveGame(created, savedGame(this.id)?.alone);
      id = created.game.id;
    }
    return id;
  }

  /** Get the current view, and again if another refresh was requested meanwhile. */
  async refresh() {
    this.#refreshAgain = this.#refreshing;
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      await this.#load();
    } catch (error) {
      if (error instanceof api.Problem) this.listener.problem(error);
    }
    this.#refreshing = false;
    if (this.#refreshAgain) await this.refresh();
  }

  async #load() {
    const [before, known] = [this.#seat(), this.#known()];
    const token = this.tokens.get(before ?? -1) ?? null;
    const loaded = await api.getGame(this.id, token, this.#etags.get(token ?? ""));
    if (loaded && this.#update(loaded.view, known)) this.#etags.set(token ?? "", loaded.etag);
    if (this.#seat() !== before) await this.#load();
  }

  /** The seat for the view: of this device's seats the one to act, else the one of the last view, else the first. */
  #seat() {
    const { turn, you, seats } = this.view ?? {};
    if (typeof turn === "number" && this.tokens.has(turn) && !seats?.[turn]?.stand_in) return turn;
    return typeof you === "number" && this.tokens.has(you) ? you : this.seats[0];
  }

  #known(): Known {
    return { version: this.view?.version ?? 0, rewinds: this.#rewinds };
  }

  /**
   * Store a view, unless a newer one has arrived before it. A view that is older than the one known when its request
   * began counts as newer: the server has lost events. Returns whether it is stored.
   */
  #update(view: GameView, known: Known) {
    const isRewound = view.version < known.version;
    if (known.rewinds < this.#rewinds || (!isRewound && view.version < this.#known().version)) return false;
    this.view = withOwnSeat(view, this.seats);
    keepView(view);
    this.attendance.update(view, this.tokens, this.seats[0]);
    if (view.status === "cancelled") forgetGame(this.id);
    if (isRewound) this.#rewind(this.view);
    else this.listener.view(this.view);
    return true;
  }

  /** Go on from an earlier view. */
  #rewind(view: GameView) {
    this.#rewinds++;
    this.#openedAt = Math.min(this.#openedAt, view.version);
    this.listener.rewind(view);
    this.#follow(view.version);
  }

  #follow(lastVersion = this.#stream?.lastVersion ?? 1) {
    this.#stream?.close();
    this.#stream = new Stream(this.id, this.tokens.get(this.seats[0]) ?? null, {
      event: (event) => this.#onEvent(event),
      connection: (connection) => this.#onConnection(connection),
      problem: this.listener.problem,
    });
    this.#stream.lastVersion = lastVersion;
    this.#stream.follow();
  }

  #onEvent(event: GameEvent) {
    const past = event.version <= this.#openedAt;
    if (this.tokens.size < 2) this.listener.event(event, past);
    else this.#told = this.#told.then(() => this.#tellShared(event, past)).catch(this.listener.problem);
    if (event.version > (this.view?.version ?? 0)) this.refresh();
  }

  /** Tell of an event with the cards that all seats of this device draw. */
  async #tellShared(event: GameEvent, past: boolean) {
    const isIncomplete = !past && hasUnnamedDraws(event, this.tokens);
    this.listener.event(isIncomplete ? await withOwnDraws(this.id, event, this.tokens) : event, past);
  }

  #onConnection(connection: Connection) {
    this.listener.connection(connection);
    if (connection === "live") this.refresh();
  }

  #reconnect() {
    this.#stream?.reconnect();
    this.attendance.reconnect();
    this.refresh();
  }

  #disconnect() {
    this.#stream?.disconnect();
    this.attendance.disconnect();
  }
}
