/**
 * What the page displays while views and events arrive one after another, as a state and a function from an input to the
 * next state, without the page. Events are shown step by step, then the view of the same version is displayed.
 * Where the steps do not follow from the frame, or are not to be shown, the view is displayed at once.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { durationsOf, nextFrames, type Step } from "./frames.ts";
import type { Speed } from "../storage/preferences.ts";
import type { BoardView, GameEvent, Preview, Suit } from "../types.ts";

/** A view of a game, or of a step of a replay. */
export type Versioned = BoardView & { version: number; previews?: Preview[] | null };

/** A step that is shown now: the displayed frame is the one after it. */
export type Motion = { step: Step; before: Versioned; duration: number };

export type Show = {
  speed: Speed; // of motions; off: there are none now
  view: Versioned | null; // the newest
  frame: Versioned | null; // what is displayed
  isSettled: boolean; // whether that is the view, and no step on the way to it
  version: number; // of the game up to the displayed event
  isHurried: boolean; // whether a bot that plays on for the reader is followed without steps
  isLost: boolean; // whether the frame is older than that: the next steps do not follow from it
  event: GameEvent | null; // whose steps are shown; an own action stays until the server has answered
  optimistic: { before: Versioned; steps: Step[] } | null; // of an own action without an answer
  motion: Motion | null;
  steps: TimedStep[]; // that follow the motion
  queue: GameEvent[]; // that follow the steps
  log: LoggedEvent[]; // the events that have been shown, or are not to be shown
};

type TimedStep = { step: Step; ms: number };
type LoggedEvent = { event: GameEvent; past: boolean };

export type Input =
  | { type: "view"; view: Versioned }
  | { type: "event"; event: GameEvent; past: boolean } // past: from before the page was opened
  | { type: "act"; action: string } // an own action is sent
  | { type: "refused" } // the server has not taken it
  | { type: "rewind"; view: Versioned } // from before the last events, which did not happen; or of any step of a replay
  | { type: "skip" } // show all that waits at once
  | { type: "hurry" } // and all that a bot does that plays on for the reader
  | { type: "ended"; motion: Motion; failed?: boolean }
  | { type: "timeout" } // of the events up to the view
  | { type: "speed"; speed: Speed };

export const EMPTY: Show = {
  speed: "normal",
  view: null,
  frame: null,
  isSettled: false,
  version: 0,
  isHurried: false,
  isLost: false,
  event: null,
  optimistic: null,
  motion: null,
  steps: [],
  queue: [],
  log: [],
};

/** With more events than these in the queue, all are shown at once, unless a bot plays on for the reader. */
const MAX_QUEUED = 8;

/** After an error, the view is displayed without the steps up to it. */
const LOST = { steps: [], isLost: true };

const FACTORS: Record<Speed, number> = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };
/** The part of the time that it takes while a bot plays on for the reader, who has nothing to do. */
const STAND_IN_FACTOR = 0.5;

/** The show after an input. */
export function next(show: Show, input: Input): Show {
  switch (input.type) {
    case "view":
      return received({ ...show, view: input.view });
    case "event":
      return enqueued(show, input.event, input.past);
    case "act":
      return acted(show, input.action);
    case "refused":
      return show.optimistic ? goOn({ ...stopped(show), ...unsettled(show.optimistic.before) }) : show;
    case "rewind":
      return jumped({ ...show, view: input.view, queue: [] });
    case "skip":
      return show.motion ? goOn(show, true) : show;
    case "hurry":
      return goOn({ ...show, isHurried: true });
    case "ended":
      return input.motion === show.motion ? goOn({ ...show, motion: null, ...(input.failed && LOST) }) : show;
    case "timeout":
      return isWaiting(show) ? goOn(jumped(show)) : show;
    case "speed":
      return input.speed === show.speed ? show : goOn({ ...show, speed: input.speed });
  }
}

/** Whether the events up to the view have not arrived yet. */
export const isWaiting = ({ motion, view, version }: Show) => !motion && view !== null && view.version > version;

function received(before: Show) {
  const show = { ...before, isHurried: before.isHurried && hasStandIn(before) };
  return goOn(show.frame && show.speed !== "off" ? show : jumped(show));
}

function enqueued(show: Show, event: GameEvent, past: boolean): Show {
  if (past || event.version <= show.version || show.speed === "off") return logged(show, [event], past);
  const queue = [...show.queue, event];
  return goOn({ ...show, queue }, show.isHurried || (queue.length > MAX_QUEUED && !hasStandIn(show)));
}

/** Whether a bot plays on for the reader: it may play a whole game at once, which is shown. */
const hasStandIn = ({ view }: Show) => Boolean(view && view.you !== null && view.seats[view.you]?.stand_in);

/** The show after the first steps of an own action, as far as they follow from the view before it. */
function acted(show: Show, action: string): Show {
  const before = show.frame;
  if (show.speed === "off" || show.motion || !before || before.you === null) return show;
  const event = { type: "action", seat: before.you, action, effects: foreseen(before, action) };
  const steps = nextFrames(before, event as unknown as GameEvent) ?? [];
  return goOn({ ...show, event: event as unknown as GameEvent, optimistic: { before, steps }, steps: timed(steps) });
}

/** The first effects of an own action: those of a play up to its damage, unless cards are healed or drawn before. */
function foreseen({ hand, enemy, previews }: Versioned, action: string) {
  if (action === "flip") return [{ type: "discard", cards: hand }];
  if (action.startsWith("-")) return [{ type: "discard", cards: cardsOf(action) }];
  const preview = previews?.find((each) => each.action === action);
  if (!preview?.damage || !enemy) return [];
  const cards = cardsOf(action);
  const powers = cards.map((card) => card.slice(-1) as Suit).filter((suit) => !preview.stopped.includes(suit));
  if (powers.includes("H") || powers.includes("D")) return [];
  const shield = powers.includes("S") ? [{ type: "shield", amount: totalValue(cards) }] : [];
  return [...shield, { type: "damage", amount: preview.damage }];
}

function timed(steps: Step[]): TimedStep[] {
  const durations = durationsOf(steps);
  return steps.map((step, index) => ({ step, ms: durations[index] }));
}

/** The show up to the next motion, or until nothing more follows. @param isInstant whether to end all motions */
function goOn(show: Show, isInstant: boolean = show.speed === "off" || show.isHurried): Show {
  const { event, frame, motion, optimistic, queue, steps, version, view } = show;
  if (motion && !isInstant) return show;
  if (steps.length) return goOn(begun(show), isInstant);
  if (motion) return goOn({ ...show, motion: null }, isInstant);
  if (event && !optimistic) return goOn({ ...logged(show, [event]), event: null }, isInstant);
  if (queue[0]?.version === version + 1) return goOn(opened(show), isInstant);
  const isDue =
    view && (view.version === version ? view !== frame && !optimistic : view.version > version && show.isLost);
  return isDue ? goOn(jumped(show), isInstant) : show;
}

/** The show after the next step has begun. */
function begun(show: Show): Show {
  const [{ step, ms }, ...steps] = show.steps;
  const before = show.frame as Versioned;
  const duration = ms * FACTORS[show.speed] * (hasStandIn(show) ? STAND_IN_FACTOR : 1);
  const motion = { step, before, duration };
  const frame = step.type === "over" ? before : step.frame; // the last board stays until the view shows the end
  return { ...show, ...unsettled(frame), motion, steps };
}

/** The show of the next event: of its steps that are not displayed yet. */
function opened(show: Show): Show {
  const { frame, optimistic } = show;
  const [event, ...queue] = show.queue;
  const before = optimistic?.before ?? frame;
  const steps = before && !show.isLost ? nextFrames(before, event) : null;
  const after = { ...show, queue, version: event.version, isLost: !steps };
  if (steps?.length === 0) return logged(after, [event]);
  const isExpected = optimistic && isSame(event, show.event) && optimistic.steps.every(isAlso(steps ?? []));
  const rest = timed(steps?.slice(isExpected ? optimistic.steps.length : 0) ?? []);
  return { ...after, event, optimistic: null, steps: rest, frame: isExpected ? frame : before };
}

/** Whether an event is that of an own action. */
const isSame = (event: GameEvent, own: GameEvent | null) =>
  event.type === "action" && own?.type === "action" && event.action === own.action && event.seat === own.seat;

/** Whether a step is among others at its place. */
const isAlso = (steps: Step[]) => (step: Step, index: number) => {
  const changeOf = (each: Step) => [each.type, "amount" in each && each.amount].join();
  return index in steps && changeOf(step) === changeOf(steps[index]);
};

/** The show with the view as its frame, after the events up to it. */
function jumped(show: Show): Show {
  const { view, queue } = show;
  const version = view?.version ?? 0;
  const after = logged(
    stopped(show),
    queue.filter((event) => event.version <= version),
  );
  const rest = queue.filter((event) => event.version > version);
  return { ...after, frame: view, isSettled: true, version, isLost: false, queue: rest };
}

/** The show without the steps of an event. */
const stopped = (show: Show): Show => ({ ...show, event: null, optimistic: null, motion: null, steps: [] });

const logged = (show: Show, events: GameEvent[], past = false): Show => ({
  ...show,
  log: [...show.log, ...events.map((event) => ({ event, past }))],
});

/** A step on the way to a view, without legal actions: the view may have others. */
const unsettled = (frame: BoardView) => ({
  frame: { ...frame, legal_actions: [], previews: null } as BoardView as Versioned,
  isSettled: false,
});
