/**
 * The queue of the events of a game: each is shown step by step, one event after another, and then the view is drawn. The
 * page draws the view at once where the steps do not follow from what is drawn, or are not to be shown.
 */
import { nextFrames, type Step, type Change } from "./frames.ts";
import { preference, type Speed } from "../storage/preferences.ts";
import type { BoardView, GameEvent, GameView } from "../types.ts";

/** where frames are drawn */
type Stage = {
  draw: (frame: GameView, settled: boolean) => void; // draw a frame; only a settled one has legal actions
  enter: (step: Step, before: BoardView, duration: number) => Promise<void>; // draw the frame of a step, and show for a duration in milliseconds how it comes about
  finish: () => void; // end the current step
  isInstant: () => boolean; // whether the page shows no steps now
  open: (event: GameEvent) => void; // an event whose steps follow
  withdraw: () => void; // the last opened event did not happen
  tell: (event: GameEvent, past: boolean) => void; // an event that has been drawn; past: from before the page was opened
};

/** After this time without the events up to a view, it is drawn without them. */
const PATIENCE_MS = 1_500;
/** With more events than these in the queue, the page jumps to the view, unless a bot plays on for the reader. */
const MAX_QUEUED = 8;

export class Theatre {
  /** The newest view. */
  #view: GameView | null = null;
  /** What is drawn, and the version of the game that it shows. */
  #frame: GameView | null = null;
  #version = 0;
  /** Whether the drawn frame is older than its version: its next steps do not follow from it. */
  #lost = false;
  #queue: GameEvent[] = [];
  /** An own action that is drawn before the server has answered. */
  #expected: { action: string; before: GameView; steps: number } | null = null;
  #playing = false;
  #skipping = false;
  #closed = false;
  #patience = 0;

  constructor(readonly stage: Stage) {}

  /** Whether steps are shown now. */
  get playing() {
    return this.#playing;
  }

  /** A new view. */
  receive(view: GameView) {
    this.#view = view;
    if (this.#playing && this.stage.isInstant()) this.skip();
    else if (!this.#frame || this.stage.isInstant()) this.#jump();
    else this.#continue();
  }

  /** A new event. */
  tell(event: GameEvent, past: boolean) {
    const isDrawn = event.version <= this.#version || (this.stage.isInstant() && !this.#playing);
    if (past || isDrawn) return this.stage.tell(event, past);
    this.#queue.push(event);
    if (this.#isLate() || this.stage.isInstant()) this.skip();
    return this.#continue();
  }

  /**
   * Whether the queue is too long. A bot that plays on for the reader may play a whole game at once, which is shown.
   */
  #isLate() {
    const { seats = [], you = null } = this.#view ?? {};
    return this.#queue.length > MAX_QUEUED && !(you !== null && seats[you]?.stand_in);
  }

  /** Show the first steps of an own action, which the server has not answered yet. */
  async expect(action: string) {
    const before = this.#frame;
    if (this.stage.isInstant() || this.#playing || !before || before.you === null) return;
    const event = unanswered(action, before);
    const steps = nextFrames(before, event) ?? [];
    this.stage.open(event);
    this.#expected = { action, before, steps: steps.length };
    await this.#perform(steps);
    if (!this.#expected) this.#frame = before;
    await this.#continue();
  }

  /** The expected action failed: draw what was there before it. */
  cancel() {
    if (!this.#expected) return;
    this.#frame = this.#expected.before;
    this.#expected = null;
    this.stage.withdraw();
    this.#continue();
  }

  /** Show a view from before the last events, which did not happen. */
  rewind(view: GameView) {
    this.#queue = [];
    [this.#view, this.#version, this.#lost] = [view, 0, true];
    if (this.#expected) this.cancel();
    else if (!this.#playing) this.#continue();
    this.skip();
  }

  /** Show the rest of the queue at once. */
  skip() {
    if (!this.#playing) return;
    this.#skipping = true;
    this.stage.finish();
  }

  /** Draw the current frame again. */
  redraw() {
    if (this.#frame && !this.#playing) this.stage.draw(this.#frame, this.#frame === this.#view);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#patience);
    this.stage.finish();
  }

  /** Show what follows from the queue and the view, unless steps are shown: then it is called after them. */
  async #continue() {
    clearTimeout(this.#patience);
    while (!this.#playing && !this.#closed && this.#queue[0]?.version === this.#version + 1) {
      await this.#show(this.#queue.shift() as GameEvent);
    }
    if (this.#playing || this.#closed) return;
    this.#skipping = false;
    const version = this.#view?.version ?? 0;
    if (version === this.#version && !this.#expected) this.#settle();
    else if (version > this.#version && this.#lost) this.#jump();
    else if (version > this.#version) this.#patience = setTimeout(() => this.#jump(), PATIENCE_MS);
  }

  async #show(event: GameEvent) {
    this.#version = event.version;
    const steps = this.#stepsOf(event);
    this.#lost ||= !steps;
    if (steps?.length) {
      this.stage.open(event);
      await this.#perform(steps);
    }
    if (!this.#closed) this.stage.tell(event, false);
  }

  /** The steps of an event that are not drawn yet; null if they do not follow. */
  #stepsOf(event: GameEvent) {
    const [frame, expected] = [this.#frame, this.#expected];
    const steps = frame && !this.#lost ? nextFrames(expected?.before ?? frame, event) : null;
    if (!expected || steps?.length === 0) return steps;
    this.#expected = null;
    const isExpected = event.type === "action" && event.action === expected.action && event.seat === frame?.you;
    return isExpected && steps ? steps.slice(expected.steps) : steps;
  }

  /** Draw steps one after another; after an error, the view is drawn without the steps up to it. */
  async #perform(steps: Step[]) {
    this.#playing = true;
    try {
      await this.#enter(steps);
    } catch (error) {
      console.error(error);
      this.#lost = true;
    } finally {
      this.#playing = false;
    }
  }

  async #enter(steps: Step[]) {
    const durations = durationsOf(steps, preference("speed"));
    for (const [index, step] of steps.entries()) {
      const before = this.#frame as GameView;
      this.#frame = unsettled(step.frame);
      if (this.#skipping || this.stage.isInstant()) this.stage.draw(this.#frame, false);
      else await this.stage.enter({ ...step, frame: this.#frame }, before, durations[index]);
      if (this.#closed) return;
    }
  }

  /** Tell of the events up to the view, and draw it. */
  #jump() {
    const { version } = this.#view as GameView;
    for (const event of this.#queue.filter((each) => each.version <= version)) this.stage.tell(event, false);
    this.#queue = this.#queue.filter((each) => each.version > version);
    this.#version = version;
    this.#settle();
  }

  /** Draw the view, which has the version of the frame. */
  #settle() {
    this.#frame = this.#view;
    this.#expected = null;
    this.#lost = false;
    if (this.#frame) this.stage.draw(this.#frame, true);
  }
}

/** A frame without legal actions: the next view may have others. */
const unsettled = (frame: BoardView) => ({ ...(frame as GameView), legal_actions: [], previews: null });

/** The event of an own action without the effects that the server alone knows. */
function unanswered(action: string, { you, hand }: GameView) {
  const cards = action === "flip" ? hand : action.startsWith("-") ? action.slice(1).split("-") : null;
  const effects = cards ? [{ type: "discard", cards }] : [];
  return { type: "action", seat: you, action, effects } as unknown as GameEvent;
}

const KEYS = ["Enter", "Escape", " "];
/** What a click or the space bar acts on itself. */
const ACTIVE = "button, a, summary, input, select, textarea, .hand";

/**
 * Skip the steps that are shown by a click on the table, or a key. Cards can be chosen meanwhile: clicks on them skip
 * nothing. Returns a function that stops that.
 */
export function listenForSkips(table: HTMLElement, isPlaying: () => boolean, skip: () => void) {
  const onPointerdown = ({ target }: PointerEvent) => void (isPlaying() && !isActive(target) && skip());
  const onKeydown = (event: KeyboardEvent) => {
    if (!isPlaying() || !KEYS.includes(event.key) || isElsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    skip();
  };
  table.addEventListener("pointerdown", onPointerdown);
  document.addEventListener("keydown", onKeydown, { capture: true });
  return () => document.removeEventListener("keydown", onKeydown, { capture: true });
}

const isActive = (target: EventTarget | null) => target instanceof Element && target.closest(ACTIVE) !== null;

/** Whether a key belongs to a dialog, or acts on the focused element: the space bar chooses a card. */
function isElsewhere({ key, target }: KeyboardEvent) {
  if (document.querySelector(":modal, :popover-open")) return true;
  const isCard = target instanceof Element && target.closest(".hand") !== null;
  return key !== "Escape" && isActive(target) && !(isCard && key === "Enter");
}

/** The time of an action at normal speed, without the fall of an enemy. */
const SHORTEST_MS = 500;
const LONGEST_MS = 900;

/** The fall of an enemy takes this time in addition, until the next one has turned up. */
const FALL_MS = 800;
const FALL = new Set(["defeat", "clear", "reveal"]);

/**
 * The share of each step in the time of its action or of the fall, in milliseconds before that is fitted into its limits.
 */
const SHARES_MS: Record<Change["type"], number> = {
  play: 260,
  yield: 160,
  flip: 120,
  discard: 280,
  heal: 200,
  deal: 240,
  shield: 180,
  damage: 360,
  defeat: 400,
  clear: 170,
  reveal: 230,
  strike: 280,
  "cancel-immunity": 180,
  turn: 40,
  over: 40,
};

const FACTORS: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };

/** The time of each step in milliseconds: 500 to 900 together at normal speed, and 800 for the fall of an enemy. */
export function durationsOf(steps: Pick<Change, "type">[], speed: Speed): number[] {
  const isFall = ({ type }: Pick<Change, "type">) => FALL.has(type);
  const fall = totalOf(steps.filter(isFall));
  const rest = totalOf(steps.filter((step) => !isFall(step)));
  const scales = { fall: FALL_MS / fall, rest: Math.min(Math.max(rest, SHORTEST_MS), LONGEST_MS) / rest };
  return steps.map((step) => SHARES_MS[step.type] * scales[isFall(step) ? "fall" : "rest"] * FACTORS[speed]);
}

const totalOf = (steps: Pick<Change, "type">[]) => steps.reduce((sum, { type }) => sum + SHARES_MS[type], 0);
