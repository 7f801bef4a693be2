/** Whether the players of a game are there: a dot at each seat, with a text for screen readers. */
import { h } from "../ui/dom.ts";
import { formatMinutes, t } from "../words/texts.ts";
import type { GamePresence, SeatPresence, SeatView } from "../types.ts";

type Whereabouts = "here" | "away" | "not-yet" | "unknown";

export class Presences {
  /** Seats that have done something: their players have come, perhaps on the device of another one. */
  #active: Set<number> = new Set();
  /** The dots on the page, each with its seat. */
  #dots: Map<HTMLElement, number> = new Map();
  #presence: GamePresence | null = null;
  #own: number[] = [];

  update(presence: GamePresence) {
    this.#presence = presence;
    this.#renderAll();
  }

  /** Note that the player of a seat has done something. */
  noteActive(seat: number) {
    this.#active.add(seat);
  }

  /** Set the seats of this device, whose players are here. */
  setOwn(seats: number[]) {
    this.#own = seats;
    this.#renderAll();
  }

  /** Where the player of a seat is. */
  of(seat: number): Whereabouts {
    if (this.#own.includes(seat)) return "here";
    const found = this.#of(seat);
    if (!found) return "unknown";
    if (found.present) return "here";
    if (found.seen_at) return "away";
    return this.#active.has(seat) ? "unknown" : "not-yet";
  }

  /** How long a player is away, in milliseconds by the clock of the server. */
  awayMs(seat: number) {
    const seenAt = this.#of(seat)?.seen_at;
    return this.of(seat) === "away" && seenAt ? Date.parse(this.#presence?.now ?? "") - Date.parse(seenAt) : 0;
  }

  /** A new dot of a seat; null for an open seat and for a bot. */
  dot({ seat, held, agent }: SeatView) {
    if (!held || agent) return null;
    const dot = h("span", { class: "presence" });
    this.#dots.set(dot, seat);
    this.#render(dot, seat);
    return dot;
  }

  /** Add the dots to the seats of a board, except for those of this device. */
  mark(board: Element, seats: SeatView[]) {
    for (const seat of seats) {
      const dot = this.#own.includes(seat.seat) ? null : this.dot(seat);
      if (dot) board.querySelector(`.seat[data-seat="${seat.seat}"] .seat-head`)?.prepend(dot);
    }
  }

  #of(seat: number): SeatPresence | undefined {
    return this.#presence?.seats[seat];
  }

  /** Render the dots that are still on the page. */
  #renderAll() {
    for (const [dot, seat] of [...this.#dots]) {
      if (dot.isConnected) this.#render(dot, seat);
      else this.#dots.delete(dot);
    }
  }

  #render(dot: HTMLElement, seat: number) {
    const where = this.of(seat);
    if (dot.dataset.presence === where && where !== "away") return;
    const text = whereText(where, this.awayMs(seat));
    dot.dataset.presence = where;
    dot.title = text;
    dot.replaceChildren(...(text ? [h("span", { class: "hidden" }, text)] : []));
  }
}

/** Where a player is, in a few words. */
function whereText(where: Whereabouts, awayMs: number) {
  if (where === "here") return t("friends.here");
  if (where === "away") return t("friends.away", { time: formatMinutes(awayMs) });
  return where === "not-yet" ? t("friends.not-yet") : "";
}
