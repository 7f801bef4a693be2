/** The words of the tutorial: the text of the step, remarks on other choices, and the buttons that lead on. */
import { fill, focus, h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { STEPS, stepText } from "./steps.ts";
import type { Lesson } from "./lesson.ts";

type Handlers = { next: () => void; again: () => void; playOn: () => void };

export class Coach {
  #count = h("span", { class: "label" });
  #text = h("p", { class: "coach-text", id: "coach-text", role: "status" });
  #remark = h("p", { class: "coach-remark", id: "coach-remark", role: "status" });
  #buttons = h("div", { class: "coach-buttons" });
  element;

  constructor(readonly handlers: Handlers) {
    const leave = h("a", { href: "#/", class: "quiet", id: "leave-tutorial" }, t("tutorial.leave"));
    const again = { type: "button", class: "plain", id: "again-tutorial", onclick: handlers.again };
    this.element = h(
      "section",
      { class: "coach", "aria-label": t("tutorial.title") },
      h("div", { class: "coach-head" }, this.#count, h("button", again, t("tutorial.again")), leave),
      h("div", { class: "coach-body" }, this.#text, this.#remark),
      this.#buttons,
    );
  }

  show({ step, index, view }: Lesson) {
    this.#count.textContent = t("tutorial.step", { step: index + 1, steps: STEPS.length });
    this.#text.textContent = stepText(step, view);
    this.say("");
    const hadFocus = this.#buttons.contains(document.activeElement);
    fill(this.#buttons, ...this.#buttonsOf(index));
    if (hadFocus) focus(this.#buttons.querySelector("button") ?? document.querySelector(".hand button"));
  }

  /** Show a remark, or none. */
  say(remark: string) {
    this.#remark.textContent = remark;
  }

  #buttonsOf(index: number) {
    const { action, watched } = STEPS[index];
    const properties = { type: "button", class: "main", id: "coach-next", "data-focus": "coach-next" };
    if (index === STEPS.length - 1) {
      const playOn = { ...properties, id: "play-on-tutorial", onclick: this.handlers.playOn };
      return [h("button", playOn, t("tutorial.play-on")), h("a", { class: "button", href: "#/" }, t("ending.new"))];
    }
    if (action) return [];
    return [h("button", { ...properties, onclick: this.handlers.next }, nextLabel(watched))];
  }
}

/** The label of the button that leads on. */
export const nextLabel = (watched: string[] | undefined) => t(watched ? "tutorial.watch" : "tutorial.next");
