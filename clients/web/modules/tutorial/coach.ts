/** The words of the tutorial: the text of the step, remarks on other choices, and the buttons that lead on, below the hand. */
import { face } from "../bots/face.ts";
import { agentName } from "../words/names.ts";
import { fill, h, type Child } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import { LAST, type Step, STEPS, stepText } from "./steps.ts";
import type { SingleFlight } from "../ui/single_flight.ts";
import type { Lesson } from "./lesson.ts";

type Handlers = { next: () => void; again: () => void; playOn: () => void };

/** The address of the home page. */
const HOME = "#/";

/** @param bot the partner after the lesson; empty: none */
const partnerText = (bot: string) =>
  bot ? t("tutorial.with-bot", { bot: agentName(bot) }) : t("tutorial.without-bot");

export class Coach {
  #count = h("span", { class: "coach-count" });
  #text = h("p", { class: "coach-text", id: "coach-text", role: "status" });
  #remark = h("p", { id: "coach-remark", role: "status" });
  /** The texts of all steps, unseen: the coach has the height of the longest, so that the table stays where it is. */
  #room = h("div", { class: "coach-room", "aria-hidden": "true" });
  /** In place of the task and of the buttons of the hand; null where the step is an action. */
  lead = signal<{ task: string; buttons: Child[] } | null>(null);
  element;

  /** @param bot the partner after the lesson; empty: none @param busy attributes of the button that leads to it, and whether steps are shown @param exit the address of the home page, or of a game that waits */
  constructor(
    readonly handlers: Handlers,
    readonly bot: string,
    readonly busy: { flight: SingleFlight["busy"]; steps: () => boolean },
    readonly exit: string,
  ) {
    const leave = h("a", { href: exit, class: "button plain", id: "leave-tutorial" }, t("tutorial.leave"));
    const again = { type: "button", class: "plain", id: "again-tutorial", onclick: handlers.again };
    this.element = h(
      "section",
      { class: "coach", "aria-label": t("tutorial.title") },
      bot && face(bot),
      this.#room,
      h("div", { class: "coach-words" }, this.#text, this.#remark),
      h("div", { class: "coach-foot" }, this.#count, h("button", again, t("tutorial.again")), leave),
    );
  }

  show({ step, index, view }: Lesson) {
    this.element.style.setProperty("--done", String((index + 1) / STEPS.length));
    this.#count.textContent = t("tutorial.step", { step: index + 1, steps: STEPS.length });
    this.#text.textContent = stepText(step, view);
    fill(this.#room, ...STEPS.map((each) => h("p", { class: "coach-text" }, stepText(each, view))));
    this.say("");
    const buttons = this.#buttonsOf(index);
    this.lead.value = buttons && { task: index === LAST ? partnerText(this.bot) : "", buttons };
  }

  /** Say nothing of a step that is being done; of the other player's actions, what there is to see. */
  watch({ action, watched }: Step) {
    if (action || watched) this.#text.textContent = watched ? t("tutorial.watching") : "";
    this.say("");
  }

  /** Show a remark in place of the text; an empty one: the text. */
  say(remark: string) {
    this.#remark.textContent = remark;
  }

  #buttonsOf(index: number) {
    const properties = { type: "button", class: "main leads", id: "coach-next", "data-focus": "coach-next" };
    if (index === LAST) {
      const isAwaited = this.exit !== HOME;
      const playOn = { ...properties, ...this.busy.flight, id: "play-on-tutorial", onclick: this.handlers.playOn };
      const way = h(
        "a",
        { class: isAwaited ? "button main leads" : "button", id: "after-tutorial", href: this.exit },
        t(isAwaited ? "tutorial.to-seat" : "ending.new"),
      );
      if (isAwaited) return [way, h("button", { ...playOn, class: null }, nextLabel(index))];
      return [h("button", playOn, nextLabel(index)), way];
    }
    if (STEPS[index].action) return null;
    const isOff = () => this.busy.steps() && "true";
    return [h("button", { ...properties, "aria-disabled": isOff, onclick: this.handlers.next }, nextLabel(index))];
  }
}

/** The label of the button that leads on. */
export function nextLabel(index: number) {
  if (index === LAST) return t("tutorial.play-on");
  return t(STEPS[index].watched ? "tutorial.watch" : "tutorial.next");
}
