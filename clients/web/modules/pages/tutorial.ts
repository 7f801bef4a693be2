/** The tutorial: a coach at a real table, until the first enemy falls. */
import { cardsOf } from "regicide-client/cards";
import { explainThings } from "../rules/explainer.ts";
import { boardArea } from "../table/board.ts";
import { measure } from "../table/dock.ts";
import { PlayerArea } from "../table/player_area.ts";
import { TableState } from "../table/table_state.ts";
import { Theatre } from "../theatre/theatre.ts";
import { Coach, nextLabel } from "../tutorial/coach.ts";
import { Lesson, sequel } from "../tutorial/lesson.ts";
import { startHints } from "../storage/saved_hints.ts";
import { forgetTutorial, leaveEnd } from "../storage/saved_tutorial.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { houseBots, suggestedBot } from "../bots/house_bots.ts";
import { preference } from "../storage/preferences.ts";
import { fill, focus, h, prefersReducedMotion } from "../ui/dom.ts";
import { startGame } from "../ui/game_start.ts";
import { autorun, signal, untracked } from "../ui/signals.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { actionWords, type Shown } from "../words/narration.ts";
import { cardName } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { soundChoices } from "./sounds.ts";
import type { GameEvent, GameView } from "../types.ts";

/** The time to read what the other player has done. */
const READING_MS = 1_200;
/** What a step points at among the cards of the hand and the buttons. */
const NEXT = ":is(.hand, .own-buttons) [data-pointed]";

/** @param exit the address to which the lesson leads */
export async function tutorialPage(page: HTMLElement, exit: string) {
  const [lesson, bots] = await Promise.all([Lesson.open(), houseBots()]);
  const tutorial = new Tutorial(page, lesson, suggestedBot(bots, lesson.view.players), exit);
  return () => tutorial.close();
}

class Tutorial {
  #busy = signal(false);
  /** Whether the learner watches the other player. */
  #isWatching = false;
  #eventOver = () => {};
  #state = new TableState();
  #board = boardArea(() => this.#state.board.value, { preview: () => this.#state.preview.value });
  #flight = new SingleFlight();
  #coach;
  #area = new PlayerArea(this.#state, {
    act: (action) => this.#act(action),
    signal: () => {},
    takeBack: () => {},
    ask: () => Promise.reject(new Error("the tutorial has no advice")),
    lead: () => this.#coach.lead.value,
    now: Date.now,
  });

  table;
  theatre: Theatre<GameView>;
  stopExplaining;
  stopMeasuring;

  constructor(
    readonly page: HTMLElement,
    public lesson: Lesson,
    readonly bot: string,
    exit: string,
  ) {
    const goOn = { next: () => void this.#goOn(), again: () => void this.#again(), playOn: () => void this.#playOn() };
    this.#coach = new Coach(goOn, bot, { flight: this.#flight.busy, steps: () => this.#busy.value }, exit);
    const dock = h("div", { class: "dock" }, this.#coach.element, this.#area.element);
    this.table = h(
      "div",
      { class: "table tutorial", "data-settled": () => this.#state.settledVersion.value },
      this.#board,
      dock,
    );
    fill(page, h("h1", { class: "hidden" }, t("tutorial.title")), this.table);
    this.#area.element.addEventListener("click", (event) => this.#onSelection(event));
    soundChoices(this.#state);
    const { choice } = this.#state;
    autorun(() => (choice.codes.value, choice.action.value, untracked(() => this.#point())));
    this.stopExplaining = explainThings(page);
    this.theatre = new Theatre(this.table, {
      draw: (frame, settled, step) => this.#draw(frame, settled, step),
      slow: () => this.#isWatching,
      log: () => this.#eventOver(),
    });
    this.stopMeasuring = measure(dock, () => this.#scroll());
    lesson.events.forEach((event) => this.#state.addEvent(event));
    this.theatre.send({ type: "view", view: lesson.view });
  }

  close() {
    leaveEnd();
    this.theatre.close();
    this.#area.close();
    this.stopExplaining();
    this.stopMeasuring();
  }

  /** Draw a frame; the words of the next step follow with the settled one. */
  #draw(frame: GameView, settled: boolean, step: Shown | null) {
    this.#state.show(frame, settled, step);
    if (settled) this.#settle();
  }

  #settle() {
    const focused = document.activeElement?.closest(".own-buttons > *, .hand-card");
    this.#busy.value = false;
    this.#coach.show(this.lesson);
    this.#point();
    if (focused) focus(this.table.querySelector(".leads") ?? this.table.querySelector(NEXT));
    this.#scroll();
  }

  /** Point at what the step is about, and at what its action needs next; at nothing while steps are shown. */
  #point() {
    this.#pointed.forEach((each) => each.removeAttribute("data-pointed"));
    if (this.#busy.value) return;
    const { shows, action } = this.lesson.step;
    const selector = [shows ?? [], action ? this.#needed(action) : []].flat().join();
    if (selector) this.page.querySelectorAll(selector).forEach((each) => each.setAttribute("data-pointed", ""));
  }

  /** What the learner presses next for an action: its cards, cards that are not of it, or its button. */
  #needed(action: string) {
    const { choice } = this.#state;
    if (choice.action.value === action) return "#act";
    if (action === "yield") return "[data-action='yield']";
    const [wanted, chosen] = [this.#wanted, choice.codes.value];
    const missing = wanted.filter((code) => !chosen.includes(code));
    const codes = missing.length ? missing : chosen.filter((code) => !wanted.includes(code));
    return codes.map((code) => `.hand [data-card='${code}']`);
  }

  /** What the step is about. */
  get #pointed() {
    return [...this.page.querySelectorAll("[data-pointed]")];
  }

  /** Scroll what the step is about above the dock, which may cover the table on small screens. */
  #scroll() {
    const onTable = this.#pointed.filter((each) => this.#board.contains(each));
    onTable.reverse().forEach((each) => each.scrollIntoView({ block: "nearest" }));
  }

  /** Take the action of the step; another one is put back, and gets a remark. */
  async #act(action: string) {
    if (action === this.lesson.step.action) return this.#goOn();
    this.#state.choice.select([]);
    this.#coach.say(this.#remark());
  }

  /** Take the actions of the step, the learner's or the other player's, and show the next one. */
  async #goOn() {
    if (this.#busy.value) return;
    this.#busy.value = true;
    clearAlerts();
    const { lesson, theatre } = this;
    this.#coach.watch(lesson.step);
    try {
      if (lesson.step.action) theatre.send({ type: "act", action: lesson.step.action });
      this.#isWatching = Boolean(lesson.step.watched);
      for (const event of await lesson.act()) await this.#perform(event);
      this.#isWatching = false;
      theatre.send({ type: "view", view: { ...lesson.view } }); // another object, as the step may change nothing else
    } catch (error) {
      this.#busy.value = this.#isWatching = false;
      this.#coach.show(lesson);
      theatre.send({ type: "refused" });
      showError(error, () => void this.#resume());
    }
  }

  /** Show an event; one of the other player until it is over and read. */
  async #perform(event: GameEvent) {
    const over = new Promise<void>((resolve) => (this.#eventOver = resolve));
    this.#state.addEvent(event);
    this.theatre.send({ type: "event", event, past: false });
    if (!this.#isWatching) return;
    await over;
    if (preference("speed") !== "off" && !prefersReducedMotion())
      await new Promise((resolve) => setTimeout(resolve, READING_MS));
  }

  /** Get the state of the game again, after a failure. */
  async #resume() {
    await this.#open(() => Lesson.open());
  }

  /** Go on in a game with hints and a bot, or, without one, alone in both seats. */
  async #playOn() {
    clearAlerts();
    try {
      const game = await startGame(sequel(this.bot), this.#flight, !this.bot);
      if (!game) return;
      startHints(game);
      forgetTutorial();
    } catch (error) {
      showError(error);
    }
  }

  async #again() {
    await this.#open(() => Lesson.begin());
  }

  async #open(open: () => Promise<Lesson>) {
    clearAlerts();
    try {
      this.lesson = await open();
      this.#state.dropEvents(0);
      this.lesson.events.forEach((event) => this.#state.addEvent(event));
      this.theatre.send({ type: "rewind", view: this.lesson.view });
    } catch (error) {
      showError(error);
    }
  }

  /** What to do instead of another choice. */
  #remark() {
    const { step, index, view } = this.lesson;
    if (!step.action) return t("tutorial.read", { next: nextLabel(index) });
    return t("tutorial.other-action", { action: actionWords(step.action, view.seats) });
  }

  /** The cards of the step's action. */
  get #wanted() {
    const { action } = this.lesson.step;
    return action && action !== "yield" ? cardsOf(action) : [];
  }

  /** Let a card that the step is about replace others; another card gets a remark. */
  #onSelection({ target }: MouseEvent) {
    const { choice } = this.#state;
    const card = target instanceof Element ? target.closest(".hand [data-card]")?.getAttribute("data-card") : null;
    const wanted = this.#wanted;
    if (!card) return;
    if (wanted.includes(card)) choice.select(choice.codes.value.filter((code) => wanted.includes(code)));
    this.#remarkOnSelection();
  }

  /** A remark on a selected card that the step is not about. */
  #remarkOnSelection() {
    const { step, view } = this.lesson;
    const wanted = this.#wanted;
    const other = this.#state.choice.codes.value.find((code) => !wanted.includes(code));
    if (!other || !step.action) return this.#coach.say(other ? this.#remark() : "");
    const values = { card: cardName(other), action: actionWords(step.action, view.seats) };
    this.#coach.say(t("tutorial.other-card", values));
  }
}
