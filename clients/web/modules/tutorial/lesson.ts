/** The game of the tutorial: a real one, whose seats this device plays. It is saved, so that the tutorial can be resumed. */
import { api, Problem } from "../server/api.ts";
import { withOwnSeat } from "../server/own_seat.ts";
import { savedName } from "../storage/saved_games.ts";
import { goesOn, savedTutorial, saveTutorial, type SavedTutorial } from "../storage/saved_tutorial.ts";
import { ACTIONS, actionsBefore, LEARNER, SEED, stepAfter, STEPS } from "./steps.ts";
import type { CreateGameRequest, GameEvent, GameView } from "../types.ts";

/** The version of a game before its first action. */
const FIRST_VERSION = 1;
const DEAL = { players: 2, seed: SEED, first_player: LEARNER };
const BO = { name: "Bo" };

const learner = () => ({ name: savedName() || null });

/** The game that goes on where the lesson ends. @param bot in the seat of Bo; without one, the learner has both seats */
export const sequel = (bot: string): CreateGameRequest => ({
  ...{ ...DEAL, actions: ACTIONS, advice: "all" },
  seats: [learner(), bot ? { agent: bot } : BO],
});

export class Lesson {
  /** @param view of the learner @param events of the game before the view */
  constructor(
    readonly saved: SavedTutorial,
    public view: GameView,
    readonly events: GameEvent[] = [],
  ) {}

  /** Resume the saved tutorial, or begin one: also after a finished one, unless its end is reloaded. */
  static async open() {
    const lesson = await resumed();
    return lesson && goesOn(lesson.saved) ? lesson : Lesson.begin();
  }

  static async begin() {
    const body: CreateGameRequest = { ...DEAL, seats: [learner(), BO], advice: "none" };
    const created = await api().createGame({ body });
    const saved = {
      id: created.game.id,
      tokens: created.seats.map(({ token }) => token),
      step: 0,
      steps: STEPS.length,
    };
    const view = await learnersView(saved);
    saveTutorial(saved);
    return new Lesson(saved, view);
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

  async #take(actions: string[]): Promise<GameEvent[]> {
    if (!actions.length) return [];
    const { id, tokens } = this.saved;
    const before = this.view.version;
    let { version, turn } = this.view;
    for (const action of actions) {
      const seat = { token: tokens[turn ?? LEARNER] };
      ({ version, turn } = await api().act({ game_id: id, body: { version, action } }, seat));
    }
    const [items, view] = await Promise.all([eventsAfter(before, this.saved), learnersView(this.saved)]);
    this.view = view;
    return items;
  }
}

/** The view of the learner, with previews. */
async function learnersView({ id, tokens }: SavedTutorial) {
  const view = await api().getGame({ game_id: id, include: ["previews"] }, { token: tokens[LEARNER] });
  return withOwnSeat(view, [LEARNER]);
}

/** The events that the learner sees after a version of the game. */
async function eventsAfter(version: number, { id, tokens }: SavedTutorial) {
  return (await api().getEvents({ game_id: id, after: version }, { token: tokens[LEARNER] })).items;
}

/** The saved tutorial, at the step that its game is at; null without one, or if the server has forgotten the game. */
async function resumed() {
  const found = savedTutorial();
  if (!found) return null;
  const saved = { ...found, steps: STEPS.length };
  try {
    const [view, events] = await Promise.all([learnersView(saved), eventsAfter(FIRST_VERSION, saved)]);
    const count = view.version - FIRST_VERSION;
    if (actionsBefore(saved.step) !== count) saved.step = stepAfter(count);
    if (saved.step < 0 || view.you !== LEARNER) return null;
    saveTutorial(saved);
    return new Lesson(saved, view, events);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
