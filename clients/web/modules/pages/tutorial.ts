/** The tutorial: a coach at a real table, until the first enemy falls. */
import { actionWords } from "../game/actions.ts";
import { explainThings } from "../rules/explainer.ts";
import { Board } from "../table/board.ts";
import { measure } from "../table/dock.ts";
import { PlayerArea } from "../table/player_area.ts";
import { listenForSkips, Theatre } from "../theatre/theatre.ts";
import { Stage } from "../theatre/stage.ts";
import { Coach, nextLabel } from "../tutorial/coach.ts";
import { Lesson } from "../tutorial/lesson.ts";
import { leaveEnd } from "../storage/saved_tutorial.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { fill, h } from "../ui/dom.ts";
import { cardsOf } from "../words/names.ts";
import { cardName } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { GameView } from "../types.ts";

export async function tutorialPage(page: HTMLElement) {
  const tutorial = new Tutorial(page, await Lesson.open());
  return () => tutorial.close();
}

class Tutorial {
  #busy = false;
  #stage = new Stage((frame) => this.#draw(frame as GameView, false));
  #theatre = this.#newTheatre();
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

  table;
  stopExplaining;
  stopSkipping;
  stopMeasuring;

  constructor(
    readonly page: HTMLElement,
    public lesson: Lesson,
  ) {
    const dock = h("div", { class: "dock" }, this.#coach.element, this.#area.element);
    this.table = h("div", { class: "table tutorial" }, this.#board.element, dock);
    fill(page, h("h1", { class: "hidden" }, t("tutorial.title")), this.table);
    this.#area.hand.element.addEventListener("click", (event) => this.#onSelection(event));
    this.stopExplaining = explainThings(page);
    this.stopSkipping = listenForSkips(
      this.table,
      () => this.#theatre.playing,
      () => this.#theatre.skip(),
    );
    this.stopMeasuring = measure(dock, () => this.#scroll());
    this.#theatre.receive(lesson.view);
  }

  close() {
    leaveEnd();
    this.#theatre.close();
    this.#stage.close();
    this.#area.close();
    this.stopExplaining();
    this.stopSkipping();
    this.stopMeasuring();
  }

  /** The theatre of one game. */
  #newTheatre() {
    return new Theatre({
      draw: (frame, settled) => this.#draw(frame, settled),
      enter: (step, before, duration) => this.#stage.enter(step, before, duration),
      finish: () => this.#stage.finish(),
      isInstant: () => this.#stage.isInstant(),
      open: () => {},
      withdraw: () => {},
      tell: () => {},
    });
  }

  /** Draw a frame; the words of the next step follow with the settled one. */
  #draw(frame: GameView, settled: boolean) {
    this.#board.show(frame);
    this.#area.show(frame, false, [], false, settled);
    this.table.dataset.settled = settled ? String(frame.version) : "";
    if (settled) this.#settle();
  }

  #settle() {
    this.#busy = false;
    this.#coach.show(this.lesson);
    this.#pointed.forEach((each) => each.classList.remove("pointed"));
    this.page.querySelectorAll(this.lesson.step.shows).forEach((each) => each.classList.add("pointed"));
    this.#scroll();
  }

  /** What the step is about. */
  get #pointed() {
    return [...this.page.querySelectorAll(".pointed")];
  }

  /** Scroll what the step is about above the dock, which may cover the table on small screens. */
  #scroll() {
    const onTable = this.#pointed.filter((each) => this.#board.element.contains(each));
    onTable.reverse().forEach((each) => each.scrollIntoView({ block: "nearest" }));
  }

  /** Take the action of the step; another one is not sent, and gets a remark. */
  async #act(action: string) {
    if (action === this.lesson.step.action) await this.#goOn();
    else this.#coach.say(this.#remark());
  }

  /** Take the actions of the step, the learner's or the other player's, and show the next one. */
  async #goOn() {
    if (this.#busy) return;
    this.#busy = true;
    clearAlerts();
    const [lesson, theatre] = [this.lesson, this.#theatre];
    try {
      if (lesson.step.action) theatre.expect(lesson.step.action);
      const events = await lesson.act();
      for (const event of events) theatre.tell(event, false);
      theatre.receive(lesson.view);
    } catch (error) {
      this.#busy = false;
      theatre.cancel();
      showError(error, () => void this.#resume());
    }
  }

  /** Get the state of the game again, after a failure. */
  async #resume() {
    await this.#open(() => Lesson.open());
  }

  async #again() {
    await this.#open(() => Lesson.begin());
  }

  async #open(open: () => Promise<Lesson>) {
    clearAlerts();
    try {
      this.lesson = await open();
      this.#theatre.close();
      this.#theatre = this.#newTheatre();
      this.#theatre.receive(this.lesson.view);
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

  /** The cards of the step's action. */
  get #wanted() {
    const { action } = this.lesson.step;
    return action && action !== "yield" ? cardsOf(action) : [];
  }

  /** Let a card that the step is about replace others; another card gets a remark. */
  #onSelection({ target }: MouseEvent) {
    const { hand } = this.#area;
    const card = target instanceof Element ? target.closest("[data-card]")?.getAttribute("data-card") : null;
    const wanted = this.#wanted;
    if (card && wanted.includes(card)) hand.select(hand.codes.filter((code) => wanted.includes(code)));
    this.#remarkOnSelection();
  }

  /** A remark on a selected card that the step is not about. */
  #remarkOnSelection() {
    const { step, view } = this.lesson;
    const wanted = this.#wanted;
    const other = this.#area.hand.codes.find((code) => !wanted.includes(code));
    if (!other || !step.action) return this.#coach.say(other ? this.#remark() : "");
    const values = { card: cardName(other), action: actionWords(step.action, view.seats) };
    this.#coach.say(t("tutorial.other-card", values));
  }
}
