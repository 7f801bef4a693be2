/**
 * A game on this device: followed by the client of the API, with the seats that the device has saved. The view is that of
 * the seat whose turn it is.
 */
import { Game, type GameListener, type GameOptions } from "regicide-client/game";
import { awaitAdvice } from "./advisers.ts";
import { api, Problem } from "./api.ts";
import { Attendance } from "./attendance.ts";
import { forgetGame, forgetSeat, savedGame, saveGame, tokensOf } from "../storage/saved_games.ts";
import { lastView, viewInTime } from "./last_state.ts";
import { withOwnSeat } from "./own_seat.ts";
import type { GameView } from "../types.ts";

/** As many as an answer may have. */
const MAX_ADVISED = 20;

type Listener = Required<Omit<GameListener, "problem">> & { problem: (error: unknown) => void };

export class Session {
  view: GameView | null = null;
  /** As soon as it is open. */
  game!: Game;
  #closed = new AbortController();
  attendance;

  constructor(
    readonly id: string,
    readonly listener: Listener,
  ) {
    this.attendance = new Attendance(id);
  }

  /** The seats of this device. */
  get seats() {
    return this.game?.seats.map(({ seat }) => seat) ?? [];
  }

  /** The saved seats, which another tab of this browser may have changed. */
  get #saved() {
    return [...tokensOf(this.id)].map(([seat, token]) => ({ seat, token }));
  }

  /** The token of the owner, if this device has created the game. */
  get owner() {
    return savedGame(this.id)?.owner ?? null;
  }

  /** Get the view, or the last one if the server is unreachable, and follow the game. */
  async open() {
    const late = new AbortController();
    try {
      this.game = await viewInTime(
        this.id,
        this.#opened({ signal: AbortSignal.any([late.signal, this.#closed.signal]) }),
      );
    } catch (error) {
      late.abort();
      this.game = await this.#opened({ view: lastView(this.id, error) });
    }
    this.#show(this.game.view, "view");
    this.game.subscribe({
      ...this.listener,
      view: (view) => this.#show(view, "view"),
      rewind: (view) => this.#show(view, "rewind"),
    });
    const adopt = () => String([...tokensOf(this.id).keys()]) === String(this.seats) || this.#readSeats();
    addEventListener("storage", adopt, { signal: this.#closed.signal });
  }

  #opened(options: GameOptions) {
    const { signal } = this.#closed;
    return Game.open(api(), this.id, {
      seats: this.#saved,
      previews: true,
      after: 1,
      rematch: true,
      signal,
      ...options,
    });
  }

  close() {
    this.#closed.abort();
    this.attendance.close();
  }

  #show(view: GameView, kind: "view" | "rewind") {
    this.view = withOwnSeat(view, this.seats);
    this.attendance.update(view, this.game.seats);
    if (view.status === "cancelled") forgetGame(this.id);
    this.listener[kind](this.view);
  }

  /** Take an action from the seat of the current view. Returns whether it is taken. */
  act(action: string) {
    return this.done(this.game.act(action));
  }

  /** Ask an agent what it would do from the seat of the current view. */
  async askAdvice(agent: string, signal: AbortSignal) {
    const { version, you } = this.game.view;
    const token = tokensOf(this.id).get(you ?? -1);
    try {
      return await awaitAdvice(this.id, token, { version, agent, limit: MAX_ADVISED }, signal);
    } catch (error) {
      if (error instanceof Problem) await this.game.refresh();
      throw error;
    }
  }

  /** Take a seat, unless another tab of this browser has just taken it. */
  takeSeat(seat: number, name: string | null) {
    const taken = api().takeSeat({ game_id: this.id, seat, body: { name } }, { token: null });
    const saved = taken.then(saveGame, (error) => {
      if (!tokensOf(this.id).has(seat)) throw error;
    });
    return this.done(saved.finally(() => this.#readSeats()));
  }

  /** Leave a seat of this device, while the game waits. */
  leaveSeat(seat: number) {
    const left = api().leaveSeat({ game_id: this.id, seat }, { token: tokensOf(this.id).get(seat) });
    return this.done(left.then(() => forgetSeat(this.id, seat)).finally(() => this.#readSeats()));
  }

  #readSeats() {
    this.game.seats = this.#saved;
  }

  /** Say for all seats of this device whether they agree to give the game up. */
  async sayGiveUp(agree: boolean) {
    for (const { token } of this.game.seats)
      if (!(await this.done(this.game.call("giveUp", { body: { agree } }, { token })))) break;
  }

  /** Wait for a call; a failure goes to the listener. Returns whether it has succeeded. */
  async done(call: Promise<unknown>) {
    try {
      await call;
      return true;
    } catch (error) {
      this.listener.problem(error);
      return false;
    }
  }

  /** Ask for the rematch, or join it, with all seats of this device. Returns its id. */
  async rematch(key: string) {
    let id = "";
    for (const { token } of this.game.seats) {
      const created = await api().rematch({ game_id: this.id }, { token, key });
      saveGame(created, savedGame(this.id)?.alone);
      id = created.game.id;
    }
    return id;
  }
}
