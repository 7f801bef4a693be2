// @ts-check
/** The players of a game beyond their cards: who is there, who is missing, and who wants a rematch. */
import { PresenceWatch } from "../server/presence.js";
import { AbsenceArea } from "./absence.js";
import { Presences } from "./presence.js";
import { RematchArea } from "./rematch.js";

/** @import { GameEvent, GamePresence, GameView } from "../types" */

/** The time after opening the page in which it asks often for a player who has not come yet. */
const COMING_MS = 120_000;

/** Whether a player shows to be there by an event of a type. @type {Record<GameEvent["type"], boolean>} */
const SHOWS_PRESENCE = {
  action: true,
  signal: true,
  "give-up": true,
  advice: true,
  rematch: false,
  timeout: false,
  "seat-taken": false,
  "seat-left": false,
  "stand-in": false,
  cancelled: false,
};

/**
 * @typedef {object} Handlers
 * @property {() => number[]} own the seats of this device
 * @property {(key: string) => Promise<void>} rematch
 * @property {(error: unknown) => void} problem
 */

export class Attendance {
  absence = new AbsenceArea();
  presences = new Presences();
  /** Those in the rematch. */
  #next = new Presences();
  #openedAt = Date.now();
  /** @type {GameView | null} */
  #view = null;

  /** @param {Handlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.rematch = new RematchArea(handlers.rematch, handlers.problem);
    this.watch = new PresenceWatch((presence, id) => this.#update(presence, id));
  }

  close() {
    this.watch.close();
  }

  /** @param {GameView} view */
  show(view) {
    this.#view = view;
    this.presences.setOwn(this.handlers.own());
    this.watch.watch(this.#wish(view));
    this.#render();
  }

  /** Note what an event says about its player. @param {GameEvent} event */
  tell({ type, seat }) {
    if (type === "rematch") this.rematch.noteAsker(seat);
    else if (SHOWS_PRESENCE[type]) this.presences.noteActive(seat);
    if (this.#view) this.#render();
  }

  /** @param {GamePresence} presence @param {string} id */
  #update(presence, id) {
    const isHere = id === this.#view?.id;
    (isHere ? this.presences : this.#next).update(presence);
    const isComing = this.#others().some(({ seat }) => (isHere ? this.presences : this.#next).of(seat) === "not-yet");
    this.watch.soon = isComing && Date.now() < this.#openedAt + COMING_MS;
    this.#render();
  }

  #render() {
    if (!this.#view) return;
    const own = this.handlers.own();
    this.rematch.show(this.#view, own, this.#next);
    this.absence.show(this.#view, this.presences, own);
  }

  /** Which presence to ask for: in the rematch if there is one; not in a game that is over or has no other people. @param {GameView} view */
  #wish(view) {
    const own = this.handlers.own();
    if (view.status !== "waiting" && !this.#others().length) return null;
    if (!view.next && view.status !== "waiting" && view.status !== "active") return null;
    const isAwaited = view.status === "active" ? !own.includes(view.turn ?? -1) : true;
    const state = JSON.stringify(view.seats.map(({ held, agent }) => [held, agent]));
    return { id: view.next ?? view.id, again: own.length > 0 && isAwaited, state };
  }

  /** The seats of people on other devices. */
  #others() {
    const own = this.handlers.own();
    return this.#view?.seats.filter(({ seat, held, agent }) => held && !agent && !own.includes(seat)) ?? [];
  }
}
