// @ts-check
/** The tutorial: a coach at a real table, until the first enemy falls. */
import { actionWords } from "../game/actions.js";
import { explainThings } from "../rules/explainer.js";
import { Board } from "../table/board.js";
import { PlayerArea } from "../table/player_area.js";
import { Coach, nextLabel } from "../tutorial/coach.js";
import { Lesson } from "../tutorial/lesson.js";
import { clearAlerts, showError } from "../ui/alerts.js";
import { fill, h } from "../ui/dom.js";
import { cardsOf } from "../words/names.js";
import { cardName } from "../words/reference.js";
import { t } from "../words/texts.js";

/** @param {HTMLElement} page */
export async function tutorialPage(page) {
  const tutorial = new Tutorial(page, await Lesson.open());
  return () => tutorial.close();
}

class Tutorial {
  #busy = false;
  #board = new Board();
  #coach = new Coach({
    next: () => void this.#goOn(),
    again: () => void this.#again(),
    playOn: () => (location.hash = `#/game/${this.lesson.leave()}`),
  });
  #area = new PlayerArea({
    act: (action) => this.#act(action),
    signal: () => {},
    takeBack: () => {},
    ask: () => Promise.reject(new Error("the tutorial has no advice")),
  });

  /** @param {HTMLElement} page @param {Lesson} lesson */
  constructor(page, lesson) {
    this.page = page;
    this.lesson = lesson;
    document.title = `${t("tutorial.title")} · ${t("title")}`;
    const dock = h("div", { class: "dock" }, this.#coach.element, this.#area.element);
    fill(
      page,
      h("h1", { class: "hidden" }, t("tutorial.title")),
      h("div", { class: "table tutorial" }, this.#board.element, dock),
    );
    this.#area.hand.element.addEventListener("click", () => this.#remarkOnSelection());
    this.stopExplaining = explainThings(page);
    this.#show();
  }

  close() {
    this.#area.close();
    this.stopExplaining();
  }

  #show() {
    const { view, step } = this.lesson;
    this.#board.show(view);
    this.#area.show(view, false, []);
    this.#coach.show(this.lesson);
    this.page.querySelectorAll(".pointed").forEach((each) => each.classList.remove("pointed"));
    this.page.querySelectorAll(step.shows).forEach((each) => each.classList.add("pointed"));
  }

  /** Take the action of the step; another one is not sent, and gets a remark. @param {string} action */
  async #act(action) {
    if (action === this.lesson.step.action) await this.#goOn();
    else this.#coach.say(this.#remark());
  }

  /** Take the actions of the step, the learner's or the other player's, and show the next one. */
  async #goOn() {
    if (this.#busy) return;
    this.#busy = true;
    clearAlerts();
    try {
      await this.lesson.act();
      this.#show();
    } catch (error) {
      showError(error, () => void this.#resume());
    } finally {
      this.#busy = false;
    }
  }

  /** Get the state of the game again, after a failure. */
  async #resume() {
    await this.#open(() => Lesson.open());
  }

  async #again() {
    await this.#open(() => Lesson.begin());
  }

  /** @param {() => Promise<Lesson>} open */
  async #open(open) {
    clearAlerts();
    try {
      this.lesson = await open();
      this.#show();
    } catch (error) {
      showError(error);
    }
  }

  /** What to do instead of another choice. */
  #remark() {
    const { step, view } = this.lesson;
    if (!step.action) return t("tutorial.read", { next: nextLabel(step.watched) });
    return t("tutorial.other-action", { action: actionWords(step.action, view.seats) });
  }

  /** A remark on a selected card that the step is not about. */
  #remarkOnSelection() {
    const { step, view } = this.lesson;
    const wanted = step.action && step.action !== "yield" ? cardsOf(step.action) : [];
    const other = this.#area.hand.codes.find((code) => !wanted.includes(code));
    if (!other || !step.action) return this.#coach.say(other ? this.#remark() : "");
    const values = { card: cardName(other), action: actionWords(step.action, view.seats) };
    this.#coach.say(t("tutorial.other-card", values));
  }
}
