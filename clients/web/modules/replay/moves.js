// @ts-check
/** The list of the moves of a game, with links to their steps and, after a review, what they cost. */
import { withFaces } from "../cards/small_faces.js";
import { fill, h } from "../ui/dom.js";
import { ofType } from "../effects.js";
import { effectText, recordedNarration } from "../words/narration.js";
import { replayHash } from "../ui/route.js";
import { t } from "../words/texts.js";
import { isBlunder, movesByStep, points } from "./chances.js";
import { betterText, costLabel, shareText } from "./judgement.js";

/** @import { GameRecord, GameReview, RecordedEvent, ReviewedMove } from "../types" */
/** @import { Sentence } from "../words/sentences.js" */

/** The number of a move, and its sentence. @param {number} step @param {Sentence} sentence */
const numbered = (step, sentence) => [
  h("span", { class: "move-number" }, `${step}.`),
  " ",
  h("span", {}, ...withFaces(sentence)),
];

export class MoveList {
  /** @type {Element[]} */
  #links = [];
  /** The chances to win by their steps. @type {Map<number, number>} */
  #chances = new Map();
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
    this.#chances = new Map(review ? points(this.record, review).map(({ step, chance }) => [step, chance]) : []);
    this.#agent = review?.agent ?? "";
    fill(this.list, ...this.record.events.map((event, index) => this.#item(event, index + 1, moves.get(index + 1))));
    this.#links = [...this.list.querySelectorAll("a")];
  }

  /** Mark a step, and scroll the list to it unless it is visible there. @param {number} step */
  show(step) {
    this.#links.forEach((link, index) =>
      index + 1 === step ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"),
    );
    const item = this.#links[step - 1]?.parentElement;
    if (item && !this.#isVisible(item)) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 3;
  }

  /** Whether an item is in the visible part of the list. @param {HTMLElement} item */
  #isVisible({ offsetTop, offsetHeight }) {
    const { scrollTop, clientHeight } = this.list;
    return offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight;
  }

  /** @param {RecordedEvent} event @param {number} step @param {ReviewedMove | undefined} move */
  #item(event, step, move) {
    const { seats, id } = this.record;
    const [sentence] = recordedNarration(event, seats);
    const href = replayHash(id, step, this.#agent);
    const defeats = ofType(event.effects, "defeat").map((effect) => effectText(effect, seats));
    return h(
      "li",
      { class: move && isBlunder(move) ? "move blunder" : "move", "data-move": step },
      h("a", { href, "data-focus": `move-${step}` }, ...numbered(step, sentence)),
      ...defeats.map((text) => h("span", { class: "quiet" }, text)),
      move && this.#judgement(move),
    );
  }

  /** The chance at the step of a move, its cost, and what was better. @param {ReviewedMove} move */
  #judgement(move) {
    const better = betterText(move, this.record.seats);
    return h(
      "span",
      { class: "judgement" },
      h("span", { class: "hidden" }, t("review.chance"), " "),
      h("strong", { class: "chance" }, shareText(this.#chances.get(move.number) ?? null)),
      costLabel(move),
      better && h("span", { class: "quiet" }, better),
    );
  }
}
