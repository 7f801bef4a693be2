/** Displays a game as its show says: draws the frame, performs the motion, and passes on the events. */
import { isOver } from "regicide-client/selection";
import { preference, type Speed } from "../storage/preferences.ts";
import { prefersReducedMotion } from "../ui/dom.ts";
import type { Step } from "./frames.ts";
import { EMPTY, isWaiting, next, type Input, type Motion, type Show, type Versioned } from "./show.ts";
import { Stage } from "./stage.ts";
import type { GameEvent, GameView } from "../types.ts";

type Page<View> = {
  draw: (frame: View, settled: boolean, step: Step | null) => void; // only a settled frame has legal actions
  open?: (event: GameEvent) => void; // an event whose steps begin
  withdraw?: () => void; // the last opened event did not happen
  slow?: () => boolean; // whether motions are to be followed by somebody who learns them
  log?: (event: GameEvent, past: boolean) => void; // an event whose steps are over; past: from before the page was opened
};

/** After this time without the events up to a view, it is displayed without them. */
const EVENT_TIMEOUT_MS = 1_500;

/** Hears what all theatres of the page begin to show, and, by null, that the rest is skipped. */
let hear: (motion: Motion | null) => void = () => {};

/** Call a listener with each motion that begins, and with null if the rest is skipped; the element has none. */
export const onMotion = (listener: typeof hear) => void (hear = listener);

export class Theatre<View extends Versioned> {
  #show = EMPTY;
  /** Whether the game goes on at the drawn frame. */
  #isOpen = false;
  #stage;
  #closing = new AbortController();
  #timeout = 0;

  constructor(
    readonly table: HTMLElement,
    readonly page: Page<View>,
  ) {
    this.#stage = new Stage(table);
    const { signal } = this.#closing;
    const follow = () => this.send({ type: "speed", speed: this.#speed() });
    document.addEventListener("visibilitychange", follow, { signal });
    document.addEventListener("keydown", (event) => this.#onKeydown(event), { capture: true, signal });
    table.addEventListener("pointerdown", ({ target }) => isActive(target) || this.send({ type: "skip" }), { signal });
  }

  #onKeydown(event: KeyboardEvent) {
    const path = event.composedPath();
    const isHere = path.includes(this.table.getRootNode());
    if (!this.#show.motion || !isHere || !isSkip({ key: event.key, target: path[0] })) return;
    event.preventDefault();
    event.stopPropagation();
    this.send({ type: "skip" });
  }

  #speed() {
    const speed = currentSpeed();
    return speed !== "off" && this.page.slow?.() ? "slow" : speed;
  }

  /** Go on with an input, unless the page is closed. */
  send(input: Input) {
    if (this.#closing.signal.aborted) return;
    const before = this.#show;
    this.#show = next(next(before, { type: "speed", speed: this.#speed() }), input);
    if (input.type === "refused" && before.optimistic) this.page.withdraw?.();
    if (input.type === "skip" && before.motion) {
      hear(null);
      this.#stage.clear();
    }
    this.#display(before, this.#show);
  }

  close() {
    this.#closing.abort();
    clearTimeout(this.#timeout);
    this.#stage.close();
  }

  #display(before: Show, show: Show) {
    for (const { event, past } of show.log.slice(before.log.length)) this.page.log?.(event, past);
    if (show.event && show.event !== before.event) this.page.open?.(show.event);
    if (show.motion !== before.motion) this.#stage.finish();
    if (show.motion && show.motion !== before.motion) this.#perform(show.motion);
    else if (show.frame !== before.frame) this.#draw();
    clearTimeout(this.#timeout);
    if (isWaiting(show)) this.#timeout = setTimeout(() => this.send({ type: "timeout" }), EVENT_TIMEOUT_MS);
  }

  #draw() {
    const { frame, isSettled } = this.#show;
    const draw = () => this.page.draw(frame as View, isSettled, this.#show.motion?.step ?? null);
    const isEnd = isSettled && this.#isOpen && currentSpeed() !== "off";
    this.#isOpen = Boolean(frame && !isOver(frame as View & Pick<GameView, "status">));
    if (frame && prefersReducedMotion()) this.#stage.fade(draw);
    else if (isEnd && !this.#isOpen) this.#dissolve(draw);
    else if (frame) draw();
  }

  /** Draw the end, into which the whole page dissolves, until the next input; at once on pages of other sites. */
  #dissolve(draw: () => void) {
    if (!document.startViewTransition || this.table.getRootNode() !== document) return draw();
    const { signal } = this.#closing;
    const transition = document.startViewTransition(draw);
    transition.ready.catch(() => {}); // skipped
    for (const input of ["pointerdown", "keydown"])
      document.addEventListener(input, () => transition.skipTransition(), { once: true, signal });
  }

  async #perform(motion: Motion) {
    hear(motion);
    try {
      await this.#stage.perform(motion, () => this.#draw());
      this.send({ type: "ended", motion });
    } catch (error) {
      console.error(error);
      this.send({ type: "ended", motion, failed: true });
    }
  }
}

/** The speed of motions on the page now. */
const currentSpeed = (): Speed => (document.hidden || prefersReducedMotion() ? "off" : preference("speed"));

const KEYS = ["Enter", "Escape", " "];
/** What a click or the space bar acts on itself. */
const ACTIVE = "button, a, summary, input, select, textarea, .hand";

const isActive = (target: EventTarget | null) => target instanceof Element && target.closest(ACTIVE) !== null;

/**
 * Whether a key skips the steps that are shown: it belongs to no dialog, and does not act on the focused element, as the
 * space bar does, which chooses a card. Clicks on cards skip nothing, either.
 */
export function isSkip({ key, target }: Pick<KeyboardEvent, "key" | "target">) {
  if (!KEYS.includes(key) || document.querySelector(":modal, :popover-open")) return false;
  const isCard = target instanceof Element && target.closest(".hand") !== null;
  return key === "Escape" || !isActive(target) || (isCard && key === "Enter");
}
