// @ts-check
/** Whether the players of a game are there: a dot at each seat, with a text for screen readers. */
import { h } from "../ui/dom.js";
import { formatMinutes, t } from "../words/texts.js";

/** @import { GamePresence, SeatPresence, SeatView } from "../types" */

/** @typedef {"here" | "away" | "not-yet" | "unknown"} Whereabouts */

export class Presences {
  /** Seats that have done something: their players have come, perhaps on the device of another one. @type {Set<number>} */
  #active = new Set();
  /** The dots on the page, each with its seat. @type {Map<HTMLElement, number>} */
  #dots = new Map();
  /** @type {GamePresence | null} */
  #presence = null;
  /** @type {number[]} */
  #own = [];

  /** @param {GamePresence} presence */
  update(presence) {
    this.#presence = presence;
    this.#renderAll();
  }

  /** Note that the player of a seat has done something. @param {number} seat */
  noteActive(seat) {
    this.#active.add(seat);
  }

  /** Set the seats of this device, whose players are here. @param {number[]} seats */
  setOwn(seats) {
    this.#own = seats;
    this.#renderAll();
  }

  /** Where the player of a seat is. @param {number} seat @returns {Whereabouts} */
  of(seat) {
    if (this.#own.includes(seat)) return "here";
    const found = this.#of(seat);
    if (!found) return "unknown";
    if (found.present) return "here";
    if (found.seen_at) return "away";
    return this.#active.has(seat) ? "unknown" : "not-yet";
  }

  /** How long a player is away, in milliseconds by the clock of the server. @param {number} seat */
  awayMs(seat) {
    const seenAt = this.#of(seat)?.seen_at;
    return this.of(seat) === "away" && seenAt ? Date.parse(this.#presence?.now ?? "") - Date.parse(seenAt) : 0;
  }

  /** A new dot of a seat; null for an open seat and for a bot. @param {SeatView} seat */
  dot({ seat, held, agent }) {
    if (!held || agent) return null;
    const dot = h("span", { class: "presence" });
    this.#dots.set(dot, seat);
    this.#render(dot, seat);
    return dot;
  }

  /** Add the dots to the seats of a board, except for those of this device. @param {Element} board @param {SeatView[]} seats */
  mark(board, seats) {
    for (const seat of seats) {
      const dot = this.#own.includes(seat.seat) ? null : this.dot(seat);
      if (dot) board.querySelector(`.seat[data-seat="${seat.seat}"] .seat-head`)?.prepend(dot);
    }
  }

  /** @param {number} seat @returns {SeatPresence | undefined} */
  #of(seat) {
    return this.#presence?.seats[seat];
  }

  /** Render the dots that are still on the page. */
  #renderAll() {
    for (const [dot, seat] of [...this.#dots]) {
      if (dot.isConnected) this.#render(dot, seat);
      else this.#dots.delete(dot);
    }
  }

  /** @param {HTMLElement} dot @param {number} seat */
  #render(dot, seat) {
    const where = this.of(seat);
    if (dot.dataset.presence === where && where !== "away") return;
    const text = whereText(where, this.awayMs(seat));
    dot.dataset.presence = where;
    dot.title = text;
    dot.replaceChildren(...(text ? [h("span", { class: "hidden" }, text)] : []));
  }
}

/** Where a player is, in a few words. @param {Whereabouts} where @param {number} awayMs */
function whereText(where, awayMs) {
  if (where === "here") return t("friends.here");
  if (where === "away") return t("friends.away", { time: formatMinutes(awayMs) });
  return where === "not-yet" ? t("friends.not-yet") : "";
}
