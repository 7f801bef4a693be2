/** The table of a record: the board of each step, what happened, and the buttons and keys that choose the step. */
import { boards } from "regicide-client/records";
import { effectsOf, ofType } from "../effects.ts";
import { withFaces } from "../cards/small_faces.ts";
import { fill, h } from "../ui/dom.ts";
import { listen } from "../ui/keyboard.ts";
import { signal } from "../ui/signals.ts";
import { announce } from "../table/log.ts";
import { boardArea } from "../table/board.ts";
import { afterCourse } from "../table/course.ts";
import { measure } from "../table/dock.ts";
import { without } from "../theatre/frames.ts";
import type { Versioned } from "../theatre/show.ts";
import { Theatre } from "../theatre/theatre.ts";
import { plain, recordedNarration, type Sentence } from "../words/narration.ts";
import { t } from "../words/texts.ts";
import { endsWithoutAction, falls, isBlunder } from "./chances.ts";
import { endSentences } from "./end.ts";
import { StepBar } from "./step_bar.ts";
import type { BoardView, GameEvent, GameRecord, RecordedEvent, ReviewedMove } from "../types.ts";

/** Whether the space bar presses the element with the focus. */
const isPressed = () => document.activeElement?.matches("button, summary, input") ?? false;

export class RecordTable {
  step = 0;
  /** The steps before the moves that cost something, by a review. */
  #costly: number[] = [];
  /** The marks of cards in the hands. */
  #marks: Record<string, string> = {};
  #board = signal<BoardView | null>(null);
  #theatre;
  #stopListening;
  /** The board at each step. */
  boards: BoardView[];
  #bar;
  #stopMeasuring;
  narration = h("div", { class: "narration", id: "narration" });
  /** What happened, in a row that long texts leave upward. */
  told = h(
    "div",
    { class: "told", role: "group", "aria-label": t("replay.told") },
    h("div", { class: "caption" }, this.narration),
  );
  /** The buttons, and what belongs to them. */
  tray = h("div", { class: "tray" });
  element;

  /**
   * @param onStep called with each step that is chosen, and its board @param keys where keys are pressed
   * @param shown the boards, if the record has no positions
   */
  constructor(
    readonly record: GameRecord,
    readonly onStep: (step: number, board: BoardView) => void = () => {},
    keys?: EventTarget,
    shown?: BoardView[],
  ) {
    this.boards = shown ?? boards(record);
    const fallen = falls(record).map(({ step }) => step);
    const turns = [...this.boards.keys()].filter((step) => this.boards[step].phase !== "suffer" || step === this.last);
    const bar = new StepBar(this.last, (step) => this.go(step), turns);
    bar.mark("fall", fallen);
    this.#bar = bar;
    this.tray.append(bar.element);
    const dock = h("div", { class: "dock record-dock" }, this.told, this.tray);
    const board = boardArea(() => this.#board.value);
    this.element = h("div", { class: "table" }, board, dock);
    this.#stopMeasuring = measure(dock);
    this.#theatre = new Theatre(this.element, { draw: (board, settled) => this.#draw(board, settled) });
    const steps: Record<string, () => number> = {
      ArrowRight: () => this.step + 1,
      ArrowLeft: () => this.step - 1,
      Home: () => 0,
      End: () => this.last,
      e: () => bar.nextOf(fallen),
      m: () => bar.nextOf(this.#costly),
    };
    const actionOf = (key: string) => {
      if (key === " ") return isPressed() ? undefined : () => bar.toggle();
      return key in steps ? () => this.go(steps[key]()) : undefined;
    };
    this.#stopListening = listen(actionOf, keys);
  }

  get last() {
    return this.record.events.length;
  }

  /** Lay the hands where the hand of a game lies. */
  layHands() {
    this.tray.prepend(...this.element.querySelectorAll(".area-seats"));
  }

  /** Show a review: each step tells of the move that comes next. @param moves those that cost something */
  review(moves: ReviewedMove[]) {
    const steps = (costly: ReviewedMove[]) => costly.map(({ number }) => number - 1);
    this.#costly = steps(moves);
    this.#bar.mark("slight", steps(moves.filter((move) => !isBlunder(move))));
    this.#bar.mark("blunder", steps(moves.filter(isBlunder)));
    this.#bar.isReview = true;
    this.#bar.show(this.step);
    this.narration.hidden = true;
  }

  /** Mark the cards of the move that comes next. */
  judge(marks: Record<string, string>) {
    this.#marks = marks;
    this.#showMarks();
  }

  #showMarks() {
    for (const card of this.element.querySelectorAll<HTMLElement>(".seats [data-card]"))
      card.dataset.mark = this.#marks[card.dataset.card ?? ""] ?? "";
  }

  /** Play the steps from the first one on. */
  play() {
    this.go(0);
    this.#bar.play();
  }

  close() {
    this.#bar.stop();
    this.#theatre.close();
    this.#stopMeasuring();
    this.#stopListening();
  }

  go(step: number) {
    const shown = this.step;
    this.step = Math.max(0, Math.min(step, this.last));
    this.#bar.show(this.step);
    this.#show(this.step === shown + 1);
    this.onStep(this.step, this.boards[this.step]);
  }

  /** Show the step: what happens at once, its effects after they have been drawn. @param isNext whether it is played */
  #show(isNext: boolean) {
    const step = this.step;
    const view = { ...this.boards[step], version: step };
    fill(this.narration, h("strong", {}, ...withFaces(this.#sentences(step)[0])));
    if (!isNext) return this.#theatre.send({ type: "rewind", view });
    this.#theatre.send({ type: "skip" });
    this.#theatre.send({ type: "view", view });
    this.#theatre.send({
      type: "event",
      event: eventOf(this.record.events[step - 1], this.boards[step - 1], view),
      past: false,
    });
  }

  /** Draw a board; the settled one of the step has its effects. */
  #draw(board: Versioned, settled: boolean) {
    this.#board.value = afterCourse(board, this.boards[0].discard, this.record.events.slice(0, this.step));
    this.#showMarks();
    if (!settled || board.version !== this.step) return;
    const [opening, ...effects] = this.#sentences(this.step);
    const told = effects.map((sentence) => h("span", {}, " ", ...withFaces(sentence)));
    this.narration.append(h("span", { class: "told-effects" }, ...told));
    announce([opening, ...effects].map(plain).join(" "));
  }

  #sentences(step: number): Sentence[] {
    const event = this.record.events[step - 1];
    const sentences = event ? recordedNarration(withoutTurn(event), this.record.seats) : [[t("replay.start")]];
    const enemy = this.boards[step].enemy;
    if (event && enemy?.shield && ofType(event.effects, "strike").some(({ amount }) => amount))
      sentences.push([t("replay.strike", { attack: enemy.attack, shield: enemy.shield })]);
    if (step < this.last) return sentences;
    const [why, ...others] = endSentences(this.record, this.boards[step]);
    return [...sentences, ...(why && endsWithoutAction(this.record) ? [why] : []), ...others];
  }
}

/** An event without who is next, which the board shows, unless it tells at whose turn the game ended. */
const withoutTurn = (event: RecordedEvent) =>
  ofType(event.effects, "over").length
    ? event
    : { ...event, effects: event.effects.filter(({ type }) => type !== "turn") };

/** A recorded event as one of a game; a record of an earlier version does not name the cards that hearts healed. */
function eventOf(event: RecordedEvent, before: BoardView, after: Versioned) {
  const cards = without(before.discard, after.discard);
  const effects = effectsOf({ ...event, type: "action", agent: undefined }).map((effect) =>
    effect.type === "heal" ? { cards, ...effect } : effect,
  );
  return { ...event, type: "action", agent: undefined, effects, version: after.version } as GameEvent;
}
