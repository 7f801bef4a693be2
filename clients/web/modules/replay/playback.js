// @ts-check
/** Shows the boards of a replay: one step forward as the action happened, any other at once. */
import { effectsOf } from "../effects.js";
import { without } from "../game/cards.js";
import { preference } from "../storage/preferences.js";
import { durationsOf } from "../theatre/durations.js";
import { nextFrames } from "../theatre/frames.js";
import { Stage } from "../theatre/stage.js";

/** @import { BoardView, GameEvent, RecordedEvent } from "../types" */

export class Playback {
  /** The number of the last request: an older one is abandoned. */
  #request = 0;
  #shown = -1;
  /** Whether an action is shown now. */
  playing = false;

  /** @param {BoardView[]} boards one for each step @param {RecordedEvent[]} events @param {(board: BoardView) => void} draw */
  constructor(boards, events, draw) {
    this.boards = boards;
    this.events = events;
    this.draw = draw;
    this.stage = new Stage(draw);
  }

  /** Show a step. Returns whether it is shown completely, and no other step has been requested meanwhile. @param {number} step */
  async show(step) {
    const request = ++this.#request;
    const isNext = step === this.#shown + 1;
    this.#shown = step;
    this.playing = false;
    this.stage.finish();
    if (isNext && step > 0 && !this.stage.isInstant()) await this.#play(step, () => request === this.#request);
    if (request === this.#request) this.draw(this.boards[step]);
    return request === this.#request;
  }

  close() {
    this.#request++;
    this.stage.close();
  }

  /** Play the action that leads to a step, while it is wanted. @param {number} step @param {() => boolean} isWanted */
  async #play(step, isWanted) {
    this.playing = true;
    let before = this.boards[step - 1];
    const steps = nextFrames(before, eventOf(this.events[step - 1], before, this.boards[step])) ?? [];
    const durations = durationsOf(steps, preference("speed"));
    for (const [index, each] of steps.entries()) {
      if (isWanted()) await this.stage.enter(each, before, durations[index]);
      before = each.frame;
    }
    if (isWanted()) this.playing = false;
  }
}

/** A recorded event as one of a game; a record of an earlier version does not name the cards that hearts healed. @param {RecordedEvent} event @param {BoardView} before @param {BoardView} after */
function eventOf(event, before, after) {
  const cards = without(before.discard, after.discard);
  const effects = effectsOf({ ...event, type: "action", agent: undefined }).map((effect) =>
    effect.type === "heal" ? { cards, ...effect } : effect,
  );
  return /** @type {GameEvent} */ ({ ...event, type: "action", agent: undefined, effects });
}
