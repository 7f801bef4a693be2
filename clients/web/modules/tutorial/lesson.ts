/** The game of the tutorial: a real one, whose seats this device plays. It is saved, so that the tutorial can be resumed. */
import { act, createGame, getEvents, getGame, Problem } from "../server/api.ts";
import { withOwnSeat } from "../server/own_seat.ts";
import { savedName, saveGame } from "../storage/saved_games.ts";
import { forgetTutorial, goesOn, savedTutorial, saveTutorial, type SavedTutorial } from "../storage/saved_tutorial.ts";
import { actionsBefore, LEARNER, SEED, stepAfter, STEPS } from "./steps.ts";
import type { CreatedGame, GameEvent, GameView } from "../types.ts";

/** The version of a game before its first action. */
const FIRST_VERSION = 1;

export class Lesson {
  /** @param view of the learner */
  constructor(
    readonly saved: SavedTutorial,
    public view: GameView,
  ) {}

  /** Resume the saved tutorial, or begin one: also after a finished one, unless its end is reloaded. */
  static async open() {
    const lesson = await resumed();
    return lesson && goesOn(lesson.saved) ? lesson : Lesson.begin();
  }

  static async begin() {
    const created = await createGame({
      players: 2,
      seed: SEED,
      first_player: LEARNER,
      seats: [{ name: savedName() || null }, { name: "Bo" }],
      advice: "none",
    });
    const saved = {
      id: created.game.id,
      tokens: created.seats.map(({ token }) => token),
      step: 0,
      steps: STEPS.length,
    };
    const lesson = new Lesson(saved, created.game);
    await lesson.#look();
    saveTutorial(saved);
    return lesson;
  }

  /** The current step. */
  get step() {
    return STEPS[this.saved.step];
  }

  get index() {
    return this.saved.step;
  }

  /** Take the action of the step and go on. Returns the events of its actions. */
  async act() {
    const events = await this.#take(this.step.action ? [this.step.action] : (this.step.watched ?? []));
    this.saved.step += 1;
    saveTutorial(this.saved);
    return events;
  }

  /** Save the game as one whose seats a person plays alone, and forget the tutorial. Returns its id. */
  leave() {
    const { id, tokens } = this.saved;
    const seats = tokens.map((token, seat) => ({ seat, token }));
    saveGame({ game: this.view, seats, owner: null } as CreatedGame, true);
    forgetTutorial();
    return id;
  }

  async #take(actions: string[]): Promise<GameEvent[]> {
    if (!actions.length) return [];
    const { id, tokens } = this.saved;
    const before = this.view.version;
    let { version, turn } = this.view;
    for (const action of actions) ({ version, turn } = await act(id, tokens[turn ?? LEARNER], version, action));
    const [{ items }] = await Promise.all([getEvents(id, before, tokens[LEARNER]), this.#look()]);
    return items;
  }

  /** Get the view of the learner, with previews. */
  async #look() {
    const seen = await getGame(this.saved.id, this.saved.tokens[LEARNER]);
    if (seen) this.view = withOwnSeat(seen.view, [LEARNER]);
  }
}

/** The saved tutorial, at the step that its game is at; null without one, or if the server has forgotten the game. */
async function resumed() {
  const found = savedTutorial();
  if (!found) return null;
  const saved = { ...found, steps: STEPS.length };
  try {
    const seen = await getGame(saved.id, saved.tokens[LEARNER]);
    const count = (seen?.view.version ?? 0) - FIRST_VERSION;
    if (actionsBefore(saved.step) !== count) saved.step = stepAfter(count);
    if (!seen || saved.step < 0 || seen.view.you !== LEARNER) return null;
    return new Lesson(saved, withOwnSeat(seen.view, [LEARNER]));
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
