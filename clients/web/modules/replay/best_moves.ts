/** The best actions of a review: in place of the move of a step, and, when they are asked for, at the step itself. */
import { agentName } from "../words/names.ts";
import { fill, h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { bestList } from "./judgement.ts";
import type { ReviewedMove } from "../types.ts";
import type { Seats } from "../words/names.ts";

export class BestMoves {
  #before = h("div", { class: "best-place" });
  #here = h("div", { class: "best-place" });
  title;
  ask;
  element;

  constructor(
    agent: string,
    readonly seats: Seats,
  ) {
    this.title = h("p", { class: "quiet", id: "best-title" }, t("review.best", { agent: agentName(agent) }));
    const summary = h("summary", { id: "here-title" }, t("review.here", { agent: agentName(agent) }));
    this.ask = h("details", { class: "here", id: "here" }, summary, this.#here);
    this.element = h("div", { class: "best-moves", id: "best-moves" }, this.ask, this.title, this.#before);
  }

  /** @param move of the step @param next the move after the step */
  show(move: ReviewedMove | undefined, next: ReviewedMove | undefined) {
    fill(this.#before, move && bestList(move, this.seats, "best-title"));
    fill(this.#here, next && bestList(next, this.seats, "here-title"));
    this.title.classList.toggle("absent", !move);
    this.ask.classList.toggle("absent", !next);
  }
}
