/**
 * The puzzles of a week: positions in which one action wins, with the line of play after each legal action. They need no
 * server: a line has the effects of its actions, which `regicide-arena puzzles` has written.
 */
import { boards, parsePosition } from "regicide-client/records";
import { previewAt } from "./previews.ts";
import { nextFrames } from "../theatre/frames.ts";
import { t } from "../words/texts.ts";
import { weeks } from "./puzzle_weeks.ts";
import type { BoardView, GameEvent, GameRecord, GameView, Preview, Puzzle } from "../types.ts";

/** A puzzle as it is in a file of the pool. */
export type WeekPuzzle = {
  players: number;
  seed: string;
  first: number; // the first player
  actions: string; // from the deal to the position
  grade: number; // 1 to 3: how often bots miss the solution
  position: string;
  solution: string;
  lines: Record<string, string>; // the line of play from each legal action to the end
  kinds: Kinds; // of the effects in the lines
};

/** A file of the pool. */
type Week = { kinds: Kinds; puzzles: Omit<WeekPuzzle, "kinds">[] };

/** The weeks of the pool; then it begins again. */
export const WEEKS = weeks.length;
const WEEK_MS = 7 * 86_400_000;
/** The first Monday in the time of computers, in UTC. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** The number of the week in the pool, from 1 on. @param now in milliseconds */
export const weekAt = (now: number) => (weeksUntil(now) % WEEKS) + 1;

/** The last time that a week of the pool has begun, in milliseconds. */
export const beginningOfWeek = (week: number, now: number) =>
  FIRST_MONDAY_MS + WEEK_MS * (weeksUntil(now) - ((weekAt(now) - week + WEEKS) % WEEKS));

const weeksUntil = (now: number) => Math.floor((now - FIRST_MONDAY_MS) / WEEK_MS);

/** The puzzles of a week, the easiest first; of one grade, those of the fewest players, as one reads their hands. */
export async function puzzlesOf(week: number): Promise<WeekPuzzle[]> {
  const { kinds, puzzles } = (await weeks[week - 1]()).default as Week;
  return puzzles
    .map((puzzle) => ({ ...puzzle, kinds }))
    .sort((one, other) => one.grade - other.grade || one.players - other.players);
}

/** The beginning of a game that goes on from a puzzle. */
export const beginningOf = ({ players, seed, first, actions, position }: WeekPuzzle): Puzzle => ({
  ...{ players, seed, first_player: first, actions: actions.split(",") },
  seat: parsePosition(position).turn,
});

/** What tells a puzzle apart from others. */
export const keyOf = ({ seed, actions, solution }: WeekPuzzle) => `${seed}/${actions.split(",").length}/${solution}`;

/** What the player to act sees, with the hands of the others at their seats. */
export function viewOf(puzzle: WeekPuzzle, id: string): GameView {
  const board = startOf(puzzle);
  const you = board.turn ?? 0;
  const others = { next: null, deal: null, result: null, deadline: null, stand_in: null, seed: null };
  const actions = Object.keys(puzzle.lines);
  return {
    ...{ ...board, ...others, id, you, version: 1, hand: board.hands?.[you] ?? [] },
    hands: board.hands?.map((hand, seat) => (seat === you ? [] : hand)),
    legal_actions: actions,
    previews: actions.flatMap((action) => previewAt(board, action, outcomeOf(puzzle, action)) ?? []),
  } as unknown as GameView;
}

/** The line of play after an action, as a record, and its boards. */
export function lineOf(puzzle: WeekPuzzle, action: string): { record: GameRecord; boards: BoardView[] } {
  const shown: BoardView[] = [startOf(puzzle)];
  const events = puzzle.lines[action].split(";").map((text, index) => {
    const board = shown[index];
    const [taken, ...effects] = text.split(" ");
    const event = {
      ...{ type: "action", seat: board.turn ?? 0, version: index + 2, action: taken, agent: null, position: "" },
      effects: effects.map((each) => parseEffect(each, puzzle.kinds)),
    };
    const frames = nextFrames(board, event as unknown as GameEvent) ?? [];
    shown.push(frames.at(-1)?.frame ?? board);
    return event;
  });
  const [last, end] = [shown[shown.length - 1], events[events.length - 1].effects.find((each) => each.type === "over")];
  const result: Record<string, unknown> & { seat: number } = {
    ...end,
    seat: events[events.length - 1].seat,
    defeated: last.defeated,
    grade: null,
  };
  if (result.reason === "cannot-cover-damage") shown[events.length] = { ...last, short: result.seat };
  const { players, seed } = puzzle;
  const record = { id: "", players, seed, seats: seatsOf(puzzle), start: puzzle.position, events, result };
  return { record: record as unknown as GameRecord, boards: shown };
}

/** The end of the game by an action after which no card is drawn; null if it goes on. */
function outcomeOf({ lines, kinds }: WeekPuzzle, action: string) {
  const [, ...texts] = lines[action].split(";")[0].split(" ");
  const effects = texts.map((each) => parseEffect(each, kinds));
  const over = effects.find(({ type }) => type === "over");
  return over && !effects.some(({ type }) => type === "draw") ? (over.outcome as Preview["outcome"]) : null;
}

/** The seats, of which that of the player to act is the reader's; the others are partners, in the order of turns. */
function seatsOf({ players, position }: WeekPuzzle) {
  const { turn } = parsePosition(position);
  return Array.from({ length: players }, (_, seat) => {
    const number = (seat - turn + players) % players;
    const name = number ? t(players > 2 ? "puzzles.partner-number" : "puzzles.partner", { number }) : null;
    return { seat, name, agent: null, own: !number };
  });
}

/** The board with all hands. */
function startOf(puzzle: WeekPuzzle): BoardView {
  const { players, seed, position } = puzzle;
  const record = { players, seed, seats: seatsOf(puzzle), start: position, events: [], result: null };
  return boards(record as unknown as GameRecord)[0];
}

/** The kinds of effects by their letters: the type, then the names of the members. */
type Kinds = Record<string, string[]>;

function parseEffect(text: string, kinds: Kinds): Record<string, unknown> {
  const [type, ...names] = kinds[text[0]];
  const members = text.slice(1).split(":").map(parseMember);
  return { type, ...Object.fromEntries(names.map((name, index) => [name, members[index]])) };
}

/** A number, a truth value, a list, which begins with a bracket, or a text. */
function parseMember(text: string) {
  if (text.startsWith("[")) return text.slice(1).split(",").filter(Boolean);
  return /^(?:\d+|true|false)$/.test(text) ? JSON.parse(text) : text;
}
