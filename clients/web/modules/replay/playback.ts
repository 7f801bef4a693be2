/** Shows the boards of a replay: one step forward as the action happened, any other at once. */
import { effectsOf } from "../effects.ts";
import { without } from "../game/cards.ts";
import { preference } from "../storage/preferences.ts";
import { durationsOf } from "../theatre/theatre.ts";
import { nextFrames } from "../theatre/frames.ts";
import { Stage } from "../theatre/stage.ts";
import type { BoardView, GameEvent, RecordedEvent } from "../types.ts";

export class Playback {
  /** The number of the last request: an older one is abandoned. */
  #request = 0;
  #shown = -1;
  /** Whether an action is shown now. */
  playing = false;
  stage;

  /** @param boards one for each step */
  constructor(
    readonly boards: BoardView[],
    readonly events: RecordedEvent[],
    readonly draw: (board: BoardView) => void,
  ) {
    this.stage = new Stage(draw);
  }

  /** Show a step. Returns whether it is shown completely, and no other step has been requested meanwhile. */
  async show(step: number) {
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

  /** Play the action that leads to a step, while it is wanted. */
  async #play(step: number, isWanted: () => boolean) {
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

/** A recorded event as one of a game; a record of an earlier version does not name the cards that hearts healed. */
function eventOf(event: RecordedEvent, before: BoardView, after: BoardView) {
  const cards = without(before.discard, after.discard);
  const effects = effectsOf({ ...event, type: "action", agent: undefined }).map((effect) =>
    effect.type === "heal" ? { cards, ...effect } : effect,
  );
  return { ...event, type: "action", agent: undefined, effects } as GameEvent;
}
