// @ts-check
/** What to do at a step of a replay: play on from it, and copy the links of the step and of its puzzle. */
import { h } from "../ui/dom.js";
import { linkButtons } from "../ui/links.js";
import { beginningAt, puzzleHash } from "../game/puzzle.js";
import { pageUrl } from "../ui/route.js";
import { studyForm } from "../ui/study_form.js";
import { t } from "../words/texts.js";

/** @import { Agent, GameRecord } from "../types" */

export class StepActions {
  #step = 0;
  /** The seat to act; null after the end. @type {number | null} */
  #turn = null;

  /** @param {GameRecord} record @param {Agent[]} bots @param {() => string} address the hash of the step */
  constructor(record, bots, address) {
    this.record = record;
    this.form = studyForm({ seats: record.seats, bots, beginning: () => this.#beginning() });
    this.study = h(
      "details",
      { class: "study", id: "study" },
      h("summary", { class: "button" }, t("study.title")),
      this.form.element,
    );
    const links = linkButtons([
      { id: "copy-step", label: "link.step", url: () => pageUrl(address()) },
      { id: "copy-puzzle", label: "link.puzzle", url: () => pageUrl(this.#puzzleHash()) },
    ]);
    this.links = links;
    const buttons = h("div", { class: "buttons" }, this.study, ...links.buttons);
    this.element = h("div", { class: "replay-ways" }, buttons, links.place);
  }

  /** @param {number} step @param {number | null} turn the seat to act @param {boolean} isOver whether the rules have ended the game */
  show(step, turn, isOver) {
    [this.#step, this.#turn] = [step, turn];
    this.form.suggest(turn ?? 0);
    this.links.place.replaceChildren();
    this.study.hidden = this.links.buttons[1].hidden = isOver;
  }

  #beginning() {
    return beginningAt(this.record, this.#step);
  }

  #puzzleHash() {
    return puzzleHash({ ...this.#beginning(), seat: this.#turn });
  }
}
