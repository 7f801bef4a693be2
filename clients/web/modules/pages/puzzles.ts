/**
 * The puzzles of a week: one tries an action at the table, and sees the line of play that follows from it. All of it
 * works without the server.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { cardImage } from "../cards/images.ts";
import { withFaces } from "../cards/small_faces.ts";
import { explainThings } from "../rules/explainer.ts";
import { puzzleHash } from "../replay/puzzle.ts";
import {
  beginningOf,
  beginningOfWeek,
  keyOf,
  lineOf,
  puzzlesOf,
  viewOf,
  weekAt,
  WEEKS,
} from "../replay/puzzle_lines.ts";
import type { WeekPuzzle } from "../replay/puzzle_lines.ts";
import { RecordTable } from "../replay/record_table.ts";
import { linkButtons, menuWay } from "../replay/step_actions.ts";
import { loadCode } from "../server/release.ts";
import { soundChoices } from "./sounds.ts";
import { noteTrial, trials, type Tried } from "../storage/saved_puzzles.ts";
import { boardArea } from "../table/board.ts";
import { measure } from "../table/dock.ts";
import { PlayerArea } from "../table/player_area.ts";
import { TableState } from "../table/table_state.ts";
import { button, fill, focus, h } from "../ui/dom.ts";
import { pageUrl, type Route } from "../ui/route.ts";
import { endText, plain, recordedNarration, withoutStop } from "../words/narration.ts";
import { about } from "../words/names.ts";
import { formatWeek, t } from "../words/texts.ts";
import type { BoardView, GameRecord, TextKey } from "../types.ts";

/** Show the puzzles of a week, and one of them: those of the address, else of the current week the first unsolved one. */
export async function puzzlesPage(page: HTMLElement, route: Route) {
  const week = weekOf(route);
  const puzzles = new Puzzles(page, week, await loadCode(() => puzzlesOf(week)), route.step);
  return {
    close: () => puzzles.close(),
    follow: (next: Route) => next.kind === "puzzles" && weekOf(next) === week && puzzles.follow(next.step),
  };
}

const weekOf = ({ id }: Route) =>
  /^\d{1,3}$/.test(id) && Number(id) >= 1 && Number(id) <= WEEKS ? Number(id) : weekAt(Date.now());

/** The days of a week, between the ways to the week before it, and to the one after it if that has begun. */
function weekLinks(week: number) {
  const link = (to: number, label: TextKey, sign: string) =>
    h("a", { class: "week-link", href: `#/puzzles/${to || WEEKS}`, "aria-label": t(label), title: t(label) }, sign);
  return [
    link(week - 1, "puzzles.earlier", "‹"),
    h("strong", {}, formatWeek(beginningOfWeek(week, Date.now()))),
    week !== weekAt(Date.now()) && link((week % WEEKS) + 1, "puzzles.later", "›"),
  ];
}

class Puzzles {
  #index = 0;
  #part: Trial | Answer | null = null;
  /** On telephones, it opens the menu: the week, and the list of its puzzles. */
  #choice = h("button", { type: "button", class: "puzzle-choice", popovertarget: "puzzle-menu" });
  #menu = h("div", { class: "puzzle-menu", id: "puzzle-menu", popover: "auto" });
  #list = h("ol", { class: "puzzle-list", "aria-label": t("puzzles.list") });
  #progress = h("span", { class: "quiet", id: "puzzles-progress" });
  #table = h("div", { class: "puzzle-board" });
  #stopExplaining;

  /** @param number of the puzzle to show, from 1 on; 0 for the first unsolved one */
  constructor(
    page: HTMLElement,
    readonly week: number,
    readonly puzzles: WeekPuzzle[],
    number: number,
  ) {
    this.#menu.append(h("p", { class: "puzzle-week" }, ...weekLinks(week), this.#progress), this.#list);
    const head = h("div", { class: "puzzles-head" }, h("h1", {}, t("puzzles.title")), this.#choice, this.#menu);
    fill(page, h("div", { class: "puzzles" }, h("div", { class: "puzzle-side" }, head), this.#table));
    this.#stopExplaining = explainThings(page);
    const open = puzzles.findIndex((puzzle) => !trials()[keyOf(puzzle)]?.isSolved);
    if (!this.follow(number)) this.#show(Math.max(0, open));
  }

  /** Show a puzzle of an address; false if the week has no such number. */
  follow(number: number) {
    const isThere = number >= 1 && number <= this.puzzles.length;
    if (isThere) this.#show(number - 1);
    return isThere;
  }

  close() {
    this.#part?.close();
    this.#stopExplaining();
  }

  /** Show a puzzle to be tried. */
  #show(index: number) {
    this.#index = index;
    history.replaceState(null, "", this.#address);
    const puzzle = this.puzzles[index];
    this.#replace(new Trial(puzzle, (action) => this.#answer(puzzle, action)));
  }

  get #address() {
    return `#/puzzles/${this.week}/${this.#index + 1}`;
  }

  /** Show what follows from an action. */
  #answer(puzzle: WeekPuzzle, action: string) {
    noteTrial(keyOf(puzzle), action === puzzle.solution);
    const next = this.#index + 1 < this.puzzles.length ? () => this.#show(this.#index + 1) : null;
    const ways = { again: () => this.#show(this.#index), next, address: this.#address };
    const answer = new Answer(puzzle, action, ways);
    this.#replace(answer);
    answer.play();
  }

  /** The focus moves before its old place is removed, so that it is visible after a key only. */
  #replace(part: Trial | Answer) {
    const last = this.#part;
    last?.close();
    this.#part = part;
    this.#table.append(part.table);
    this.#showList();
    if (last) focus(part.first);
    last?.table.remove();
  }

  #showList() {
    if (this.#menu.matches(":popover-open")) this.#menu.hidePopover();
    const found = trials();
    const states = this.puzzles.map((puzzle) => found[keyOf(puzzle)]);
    const solved = states.filter((state) => state?.isSolved);
    const first = solved.filter((state) => state?.tries === 1).length;
    const more = first < solved.length && h("span", {}, ", ", t("puzzles.progress-first", { first }));
    fill(this.#progress, t("puzzles.progress", { solved: solved.length, puzzles: states.length }), more);
    fill(this.#list, ...this.puzzles.map((puzzle, index) => h("li", {}, this.#item(puzzle, index, states[index]))));
    const [{ grade }, state, number] = [this.puzzles[this.#index], states[this.#index], this.#index + 1];
    fill(this.#choice, t("puzzles.number", { number }), stateMark(state), dots(grade), gradeText(grade));
    this.#choice.ariaLabel = labelOf(grade, number, state);
  }

  #item({ grade }: WeekPuzzle, index: number, state: Tried | undefined) {
    return h(
      "button",
      {
        ...{ type: "button", class: "puzzle-item", "data-puzzle": index + 1 },
        ...{ "data-focus": `puzzle-${index + 1}`, "aria-label": labelOf(grade, index + 1, state) },
        "aria-current": index === this.#index && "true",
        onclick: () => this.#show(index),
      },
      h("span", { class: "puzzle-number" }, String(index + 1)),
      stateMark(state),
      dots(grade),
    );
  }
}

const labelOf = (grade: number, number: number, state: Tried | undefined) =>
  [t("puzzles.number", { number }), gradeText(grade), state && stateText(state)].filter(Boolean).join(", ");

/** A tick, which has the number of tries beside it, if there were several; a cross; or nothing. */
function stateMark(state: Tried | undefined) {
  if (!state) return h("span", { class: "puzzle-state" });
  const { isSolved, tries } = state;
  const sign = isSolved ? ["✓", tries > 1 && h("small", {}, String(tries))] : ["✗"];
  return h("span", { class: `puzzle-state ${isSolved ? "solved" : "missed"}` }, ...sign);
}

function stateText({ isSolved, tries }: Tried) {
  if (!isSolved) return t("puzzles.missed");
  return tries > 1 ? t("puzzles.solved-later", { tries }) : t("puzzles.solved");
}

const GRADE_TEXTS: TextKey[] = ["puzzles.easy", "puzzles.medium", "puzzles.hard"];

const gradeText = (grade: number) => t(GRADE_TEXTS[grade - 1]);

/** A grade as dots, of which some are filled. */
const dots = (grade: number) =>
  h(
    "span",
    { class: "grade", "aria-hidden": "true" },
    ...GRADE_TEXTS.map((_, index) => h("i", { class: index < grade ? "filled" : null })),
  );

/** The table of a puzzle, at which an action is chosen. */
class Trial {
  #state = new TableState();
  #area;
  #stopMeasuring;
  table;

  constructor(puzzle: WeekPuzzle, answer: (action: string) => void) {
    const none = () => {};
    this.#area = new PlayerArea(this.#state, {
      act: async (action) => answer(action),
      signal: none,
      takeBack: none,
      ask: () => Promise.reject(new Error("a puzzle has no advice")),
      now: Date.now,
      lead: () => ({ task: t("puzzles.task") }),
    });
    this.#state.show(viewOf(puzzle, keyOf(puzzle)), true, null);
    soundChoices(this.#state);
    const board = boardArea(() => this.#state.board.value, { preview: () => this.#state.preview.value });
    const dock = h("div", { class: "dock" }, this.#area.element);
    this.table = h("div", { class: "table", "data-settled": 1 }, board, dock);
    this.#stopMeasuring = measure(dock);
  }

  /** The first button of the choice. */
  get first() {
    return this.table.querySelector<HTMLElement>(".hand button, .own-buttons button");
  }

  close() {
    this.#area.close();
    this.#stopMeasuring();
  }
}

type Ways = { again: () => void; next: (() => void) | null; address: string };

/** The verdict on an action, and the line of play that follows from it. */
class Answer {
  #line;
  #tray;
  table;

  constructor(puzzle: WeekPuzzle, action: string, ways: Ways) {
    const { record, boards } = lineOf(puzzle, action);
    const laid = layLine(record, (step) => this.#line.go(step));
    this.#line = new RecordTable(record, laid.show, undefined, boards);
    this.#tray = this.#line.tray;
    this.#tray.prepend(
      verdict(puzzle, action, record, boards[boards.length - 1]),
      laid.element,
      nextWays(puzzle, action, ways),
    );
    this.table = this.#line.element;
  }

  /** The main button. */
  get first() {
    return this.#tray.querySelector<HTMLElement>(".main");
  }

  play() {
    this.#line.play();
  }

  close() {
    this.#line.close();
  }
}

/** The cards of a line of play, laid out in a row; a step is shown by a press on its cards. */
function layLine({ events, seats }: GameRecord, go: (step: number) => void) {
  const steps = events.map((event, index) => {
    const [sentence] = recordedNarration(event, seats);
    const words = withoutStop(sentence).filter((piece) => typeof piece === "string");
    const cards = cardsOf(event.action).map((code) => cardImage(code));
    return h(
      "button",
      {
        ...{ type: "button", class: event.action.startsWith("-") ? "laid discarded" : "laid" },
        ...{ "aria-label": plain(sentence), onclick: () => go(index + 1) },
      },
      h("span", { class: "label" }, words.join("").trim()),
      h("span", { class: "laid-cards" }, ...cards),
    );
  });
  const show = (step: number) => {
    steps.forEach((each, index) => each.setAttribute("aria-current", String(index + 1 === step)));
    steps[step - 1]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  return { element: h("ol", { class: "laid-line" }, ...steps.map((each) => h("li", {}, each))), show };
}

/** Why an action wins or loses. @param end the board after its line of play */
function reason({ solution }: WeekPuzzle, action: string, { events, seats, result }: GameRecord, end: BoardView) {
  if (action === solution) return t("puzzles.wins-because");
  if (events.length === 1 || !result) return t("puzzles.loses-at-once");
  const { seat, reason } = result;
  const values = { hand: totalValue(end.hands?.[seat] ?? []), strike: end.enemy?.strikes_for ?? 0 };
  const isShort = reason === "cannot-cover-damage";
  return `${t("puzzles.loses-because")} ${isShort ? about("puzzles.short", seats, seat, values) : endText(reason, seats, seat)}`;
}

/** The action with the faces of its cards, whether it wins or loses, and why. */
function verdict(puzzle: WeekPuzzle, action: string, record: GameRecord, end: BoardView) {
  const { events, seats } = record;
  const isSolved = action === puzzle.solution;
  const [taken] = recordedNarration(events[0], seats);
  return h(
    "section",
    { class: `puzzle-verdict ${isSolved ? "won" : "lost"}`, id: "puzzle-verdict", "aria-labelledby": "verdict-title" },
    h("h2", { id: "verdict-title" }, isSolved ? "✓ " : "✗ ", t(isSolved ? "puzzles.wins" : "puzzles.loses")),
    h("p", { role: "status" }, ...withFaces(withoutStop(taken)), ". ", reason(puzzle, action, record, end)),
  );
}

/** What to do after an answer. */
function nextWays(puzzle: WeekPuzzle, action: string, { again, next, address }: Ways) {
  const isDone = action === puzzle.solution && next;
  const links = linkButtons([{ id: "copy-puzzle", label: "link.puzzle", url: () => pageUrl(address) }]);
  const playOn = h(
    "a",
    { class: "button", href: puzzleHash(beginningOf(puzzle)), id: "play-puzzle" },
    t("puzzles.play-on"),
  );
  const main = { class: "main" };
  return h(
    "div",
    { class: "puzzle-ways" },
    next && button("next-puzzle", t("puzzles.next"), next, isDone ? main : {}),
    button("again-puzzle", t("puzzles.again"), again, isDone ? {} : main),
    ...menuWay("more", t("replay.more"), playOn, ...links.buttons, links.place),
  );
}
