/** The buttons and the slider that choose the step of a replay, and the clock that plays it. */
import { h, svg } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { TextKey } from "../types.ts";

const STEP_INTERVAL_MS = 1600;
/** The shapes of the buttons, in a square of 24. */
const SHAPES = {
  "previous-turn": "M6 5v14M18 5l-8 7 8 7z",
  previous: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  "next-turn": "M18 5v14M6 5l8 7-8 7z",
  play: "M8 4l12 8-12 8z",
  pause: "M8 5v14M16 5v14",
};

/** The number of the last move, or that there is none. */
const countText = (step: number, steps: number) => (step ? t("replay.count", { step, steps }) : t("replay.beginning"));

/** The number of the move after a step, or that the game has ended. */
export const reviewedCount = (step: number, steps: number) =>
  step === steps ? t("replay.end") : countText(step + 1, steps);

export class StepBar {
  #timer = 0;
  #step = 0;
  /** Whether the steps have the numbers of the moves that come next, as in a review. */
  isReview = false;

  count = h("span", { class: "count", id: "step" });
  playing = iconButton("playing", "replay.play", () => this.toggle());
  slider;
  #marks = h("div", { class: "marks", "aria-hidden": "true" });
  element;

  /** @param last the last step @param turns the steps at which a turn begins, and the last one */
  constructor(
    readonly last: number,
    readonly go: (step: number) => void,
    readonly turns: number[],
  ) {
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: last,
      step: 1,
      "aria-label": t("replay.step"),
      oninput: () => go(Number(this.slider.value)),
    });
    this.count.style.minWidth = `${Math.max(countText(last, last).length, t("replay.end").length)}ch`;
    const previousTurn = () => go(turns.findLast((step) => step < this.#step) ?? 0);
    const nextTurn = () => go(turns.find((step) => step > this.#step) ?? last);
    this.element = h(
      "div",
      { class: "steps" },
      h("div", { class: "track" }, this.#marks, this.slider),
      h(
        "div",
        { class: "step-buttons" },
        iconButton("previous-turn", "replay.previous-turn", previousTurn),
        iconButton("previous", "replay.previous", () => go(this.#step - 1)),
        this.playing,
        iconButton("next", "replay.next", () => go(this.#step + 1)),
        iconButton("next-turn", "replay.next-turn", nextTurn),
      ),
      this.count,
    );
    this.#showPlaying();
  }

  show(step: number) {
    this.#step = step;
    if (step === this.last) this.stop();
    this.slider.value = String(step);
    const count = this.isReview ? reviewedCount(step, this.last) : countText(step, this.last);
    this.count.textContent = count;
    this.slider.setAttribute("aria-valuetext", count);
  }

  /** Mark steps above the slider. @param kind of the mark, in place of all earlier ones of it */
  mark(kind: "fall" | "slight" | "blunder", steps: number[]) {
    this.#marks.querySelectorAll(`.${kind}`).forEach((each) => each.remove());
    for (const step of steps) {
      const mark = h("span", { class: kind });
      mark.style.setProperty("--at", String(step / Math.max(1, this.last)));
      this.#marks.append(mark);
    }
  }

  /** The first of some steps after the current one; after the last of them the first. */
  nextOf = (steps: number[]) => steps.find((step) => step > this.#step) ?? steps[0] ?? this.#step;

  /** Play, or pause. */
  toggle() {
    return this.#timer ? this.stop() : this.play();
  }

  play() {
    const next = this.#step === this.last ? 0 : this.#step + 1;
    this.#timer = window.setInterval(() => this.go(this.#step + 1), STEP_INTERVAL_MS);
    this.#showPlaying();
    return this.go(next);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showPlaying();
  }

  #showPlaying() {
    named(this.playing, this.#timer ? "replay.pause" : "replay.play");
    this.playing.replaceChildren(icon(this.#timer ? SHAPES.pause : SHAPES.play));
  }
}

/** A button with a picture and a name. */
function iconButton(id: string, key: TextKey, onclick: () => void) {
  const made = h("button", { type: "button", class: "icon", id, "data-focus": id, onclick });
  const shape = SHAPES[id as keyof typeof SHAPES];
  if (shape) made.append(icon(shape));
  return named(made, key);
}

/** Give a button its name, also as a hint. */
function named(made: HTMLElement, key: TextKey) {
  made.setAttribute("aria-label", t(key));
  made.setAttribute("title", t(key));
  return made;
}

const icon = (path: string) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
