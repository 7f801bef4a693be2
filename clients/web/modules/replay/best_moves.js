// @ts-check
/** The best actions of a review: in place of the move of a step, and, when they are asked for, at the step itself. */
import { fill, h } from "../ui/dom.js";
import { t } from "../words/texts.js";
import { bestList } from "./judgement.js";

/** @import { ReviewedMove } from "../types" */
/** @import { Seats } from "../words/names.js" */

export class BestMoves {
  #before = h("div", { class: "best-place" });
  #here = h("div", { class: "best-place" });

  /** @param {string} agent @param {Seats} seats */
  constructor(agent, seats) {
    this.seats = seats;
    this.title = h("p", { class: "quiet", id: "best-title" }, t("review.best", { agent }));
    const summary = h("summary", { id: "here-title" }, t("review.here", { agent }));
    this.ask = h("details", { class: "here", id: "here" }, summary, this.#here);
    this.element = h("div", { class: "best-moves", id: "best-moves" }, this.title, this.#before, this.ask);
  }

  /** @param {ReviewedMove | undefined} move of the step @param {ReviewedMove | undefined} next the move after the step */
  show(move, next) {
    fill(this.#before, move && bestList(move, this.seats, "best-title"));
    fill(this.#here, next && bestList(next, this.seats, "here-title"));
    this.title.classList.toggle("absent", !move);
    this.ask.classList.toggle("absent", !next);
  }
}
