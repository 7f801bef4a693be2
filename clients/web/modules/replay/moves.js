// @ts-check
/** The list of the moves of a game, with links to their steps and, after a review, what they cost. */
import { fill, h } from "../ui/dom.js";
import { ofType } from "../effects.js";
import { effectText, recordedSentences } from "../words/narration.js";
import { replayHash } from "../ui/route.js";
import { t } from "../words/texts.js";
import { isBlunder, movesByStep } from "./chances.js";
import { betterText, costLabel, shareText } from "./judgement.js";

/** @import { GameRecord, GameReview, RecordedEvent, ReviewedMove } from "../types" */

export class MoveList {
  /** @type {Element[]} */
  #links = [];
  /** The agent of the shown review. */
  #agent = "";

  /** @param {GameRecord} record */
  constructor(record) {
    this.record = record;
    this.list = h("ol", { class: "move-list", tabindex: "0", "aria-labelledby": "moves-title" });
    const title = h("h2", { id: "moves-title" }, t("moves.title"));
    this.element = h("section", { class: "moves", "aria-labelledby": "moves-title" }, title, this.list);
    this.review(null);
  }

  /** Show the moves with a review, or without one. @param {GameReview | null} review */
  review(review) {
    const moves = review ? movesByStep(review) : new Map();
    this.#agent = review?.agent ?? "";
    fill(this.list, ...this.record.events.map((event, index) => this.#item(event, index + 1, moves.get(index + 1))));
    this.#links = [...this.list.querySelectorAll("a")];
  }

  /** Mark a step, and scroll the list to it. @param {number} step */
  show(step) {
    this.#links.forEach((link, index) =>
      index + 1 === step ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"),
    );
    const item = this.#links[step - 1]?.parentElement;
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 3;
  }

  /** @param {RecordedEvent} event @param {number} step @param {ReviewedMove | undefined} move */
  #item(event, step, move) {
    const { seats, id } = this.record;
    const [sentence] = recordedSentences(event, seats);
    const href = replayHash(id, step, this.#agent);
    const defeats = ofType(event.effects, "defeat").map((effect) => effectText(effect, seats));
    return h(
      "li",
      { class: move && isBlunder(move) ? "move blunder" : "move", "data-move": step },
      h("a", { href, "data-focus": `move-${step}` }, h("span", {}, `${step}.`), ` ${sentence}`),
      ...defeats.map((text) => h("span", { class: "quiet" }, text)),
      move && this.#judgement(move),
    );
  }

  /** The chance after a move, its cost, and what was better. @param {ReviewedMove} move */
  #judgement(move) {
    const better = betterText(move, this.record.seats);
    return h(
      "span",
      { class: "judgement" },
      h("span", { class: "hidden" }, t("review.chance"), " "),
      h("strong", { class: "chance" }, shareText(move.won_after)),
      costLabel(move),
      better && h("span", { class: "quiet" }, better),
    );
  }
}
