/** The boards of today's deal, of everyone and of groups: the best results, the bots beside them, and one's own place. */
import { agentName } from "../words/names.ts";
import { newKey } from "regicide-client/api";
import { api } from "../server/api.ts";
import { squareRow } from "../story/castle.ts";
import { medal } from "../story/medal.ts";
import {
  forgetGroup,
  groupName,
  groups,
  hasRoomForGroup,
  MAX_GROUP_NAME,
  MAX_GROUPS,
  saveGroup,
  type Group,
} from "../storage/groups.ts";
import { savedGame, savedName, tokensOf } from "../storage/saved_games.ts";
import { dayEntries, dayEntriesOf, dayEntry } from "../storage/statistics.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { button, fill, h, labelled, type Child } from "../ui/dom.ts";
import { ownNameField } from "../ui/own_name.ts";
import { ask } from "../ui/question.ts";
import { pageUrl } from "../ui/route.ts";
import type { Signal } from "../ui/signals.ts";
import { runOnce } from "../ui/single_flight.ts";
import { formatSeconds, t, weekday } from "../words/texts.ts";
import { modeText } from "./result_panel.ts";
import { dayBefore } from "./statistics_panel.ts";
import type { BoardEntry, DayOnBoard, DealBoard } from "../types.ts";

const PUBLIC = "public";
/** The days that a board can show, each with its text. */
const SPANS = { day: "boards.day", yesterday: "boards.yesterday", week: "boards.week" } as const;
type Span = keyof typeof SPANS;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
const DAY_MS = 24 * 60 * 60 * 1000;

type Choice = { board: string; players: number; span: Span };
type Share = (url: string, label: string, text: string) => Element;

/** The hash of the page with the board of a group. */
export const groupHash = ({ key, name }: Group) => `#/today/${key}?name=${encodeURIComponent(name)}`;

/** What the boards of the day tell, by the number of players: the own place, in words, and what fell to each bot. */
export type Standings = Record<number, { place: string; falls: Record<string, string> }>;

export class BoardSection {
  #choice: Choice;
  #shown: DealBoard | null = null;
  #requests = 0;
  #rendered = "";
  #title = h("h2", { id: "boards-title" }, t("boards.title"));
  #controls = h("div", { class: "board-choice" }, this.#title);
  #content = h("div", { class: "board-content" });

  element = h(
    "section",
    { class: "panel day-board", id: "boards", "aria-labelledby": "boards-title" },
    this.#controls,
    this.#content,
  );

  /** @param date of today's deal @param opened the key of the group that the page was opened with; "" for none */
  constructor(
    readonly date: string,
    readonly modes: number[],
    opened: string,
    readonly share: Share,
    readonly standings: Signal<Standings>,
    readonly art: Element,
  ) {
    this.#choice = { board: opened || PUBLIC, players: this.#mode(), span: "day" };
  }

  /** The number of players of the result that can be entered, else of the first deal. */
  #mode() {
    return this.modes.find((players) => dayEntry({ date: this.date, players })?.result) ?? this.modes[0] ?? 1;
  }

  /** Get the board that is chosen, and show it; what is shown stays if the server does not respond. */
  async refresh() {
    this.#renderControls();
    const number = ++this.#requests;
    const found = this.#shown ? await this.#request(this.#choice) : await this.#firstBoard();
    if (number !== this.#requests) return;
    this.#content.inert = false;
    this.#shown = found;
    this.#renderControls();
    this.#render();
  }

  /** A board; without the bots while their results tell how hard a deal is that is not played yet. */
  async #request(choice: Choice, cursor?: string) {
    const { board, players, span } = choice;
    const days = { week: span === "week", date: this.#day(choice) };
    const found = await api().getBoard({ board_id: board, players, ...days, game: this.#ownGame(choice), cursor });
    return span === "yesterday" || dayEntry({ date: this.date, players })?.result ? found : { ...found, bots: [] };
  }

  /** The board of today; of yesterday while nobody is on that of today. */
  async #firstBoard() {
    const today = this.#choice;
    const found = await this.#request(today);
    if (!isEmpty(found) || dayEntry({ date: this.date, players: today.players })?.result) return found;
    const yesterday: Choice = { ...today, span: "yesterday" };
    const before = await this.#request(yesterday);
    if (isEmpty(before) || this.#choice !== today) return found;
    this.#choice = yesterday;
    return before;
  }

  #choose(choice: Partial<Choice>) {
    this.#try(() => this.#show(choice));
  }

  /** Show another board; until it is there, the last one does nothing. */
  #show(choice: Partial<Choice>) {
    this.#choice = { ...this.#choice, ...choice };
    this.#content.inert = true;
    return this.refresh();
  }

  #try(act: () => Promise<unknown>) {
    clearAlerts();
    return act().catch((error) => showError(error, () => this.#try(act)));
  }

  #day({ span }: Choice) {
    return span === "yesterday" ? dayBefore(this.date) : this.date;
  }

  /** The own game of the days that are shown: the newest one. */
  #ownGame(choice: Choice) {
    const { players, span } = choice;
    const entries = dayEntries();
    const days = span === "week" ? weekOf(this.date).reverse() : [this.#day(choice)];
    return days.map((day) => entries[`${day}/${players}`]?.game).find(Boolean);
  }

  #group = () => groups().find(({ key }) => key === this.#choice.board);

  #renderControls() {
    const { board, players, span } = this.#choice;
    const option = (id: string, label: Child, isChosen: boolean, choice: Partial<Choice>) =>
      button(id, label, () => this.#choose(choice), { "aria-pressed": String(isChosen) });
    const isBare = board === PUBLIC && !groups().length && (!this.#shown || isEmpty(this.#shown));
    const isPlayed = dayEntriesOf(this.date).some(({ result }) => result);
    const isHidden = isBare && !isPlayed && span === "day" && players === this.#mode();
    this.element.classList.toggle("bare", isHidden);
    if (isHidden) return fill(this.#controls, h("div", { class: "day-head" }, this.art, this.#title));
    // the numbers tell groups from the board of everyone, whatever their names
    const boards = groups().map(({ key, name }, index) => ({
      key,
      label: h("span", {}, `${index + 1}. `, h("bdi", {}, name)),
    }));
    const all: { key: string; label: Child }[] = boards.length
      ? [{ key: PUBLIC, label: t("boards.everyone") }, ...boards]
      : [];
    fill(
      this.#controls,
      this.#title,
      segments(
        t("boards.which"),
        ...this.modes.map((each) => option(`board-mode-${each}`, modeText(each), each === players, { players: each })),
      ),
      segments(
        t("boards.when"),
        ...(Object.keys(SPANS) as Span[]).map((each) =>
          option(`board-${each}`, t(SPANS[each]), each === span, { span: each }),
        ),
      ),
      segments(
        t("boards.whose"),
        ...all.map(({ key, label }) => option(`board-${key}`, label, key === board, { board: key })),
      ),
    );
  }

  async #makeGroup() {
    const field = h("input", { id: "group-name", maxlength: MAX_GROUP_NAME, required: true, autocomplete: "off" });
    const wanted = labelled("group-name", t("boards.group-name"), field);
    if (!(await ask(t("boards.ask-name"), t("boards.make"), wanted))) return;
    const group = { key: newKey(), name: groupName(field.value) || t("boards.unnamed") };
    saveGroup(group);
    await this.#show({ board: group.key });
    this.#content.querySelector("details")?.setAttribute("open", "");
  }

  #render() {
    const shown = this.#shown;
    const state = JSON.stringify([shown, this.#choice, groups(), dayEntries()]);
    if (!shown || state === this.#rendered) return;
    this.#rendered = state;
    fill(this.#content, this.#ownPlace(shown), this.#table(shown), this.#more(shown), ...this.#actions(shown));
  }

  /** The own game of the day that is shown, and whether its result is on the board. */
  #own({ entry }: DealBoard) {
    const date = this.#day(this.#choice);
    const own = dayEntry({ date, players: this.#choice.players });
    return { own, isEntered: Boolean(own?.result && entry?.results.some((each) => each.date === date)) };
  }

  /** Where the own result stands, or the way to enter it while this device has a token of its game. */
  #ownPlace(shown: DealBoard) {
    const { players, span } = this.#choice;
    const { entry, total } = shown;
    const { own, isEntered } = this.#own(shown);
    const text = entry ? t("boards.place", { rank: entry.rank, total }) : "";
    const falls = Object.fromEntries(
      shown.bots.map(({ agent, results }) => [agent, results[0] ? fallsOf(results[0]) : ""]),
    );
    if (span === "day") this.standings.value = { ...this.standings.value, [players]: { place: text, falls } };
    const place = text && h("p", { id: "own-place" }, text);
    if (own?.result && !isEntered && tokenOf(own.game)) return this.#entryForm(own.game, place);
    const isOpen = !own?.result && !isEntered && span !== "yesterday" && !isEmpty(shown);
    return h("div", { class: "own-place" }, place, isOpen && h("p", { class: "quiet" }, t("boards.play-first")));
  }

  #entryForm(game: string, place: Child) {
    const enter: HTMLButtonElement = h("button", { id: "enter-result" }, t("boards.enter"));
    const onsubmit = (event: SubmitEvent) => {
      event.preventDefault();
      void runOnce(enter, () => this.#try(() => this.#enter(game)));
    };
    const field = ownNameField("board-name", t("boards.enter-about"));
    const input = field.querySelector("input");
    input?.setAttribute("required", "");
    input?.setAttribute("data-focus", "board-name");
    return h("form", { class: "own-place", onsubmit }, place, field, enter);
  }

  async #enter(game: string) {
    const wish = { board_id: this.#choice.board, game_id: game, body: { name: savedName() } };
    await api().enterResult(wish, { token: tokenOf(game) });
    await this.refresh();
  }

  async #withdraw(game: string) {
    await api().withdrawResult({ board_id: this.#choice.board, game_id: game }, { token: tokenOf(game) });
    await this.refresh();
  }

  #table(shown: DealBoard) {
    const { items, bots, entry, next, date } = shown;
    const { span } = this.#choice;
    const found = ranked(items, bots, next === null);
    const isBefore = span !== "yesterday" && !this.#own(shown).own?.result;
    if (!found.length) return h("p", { class: "board-empty" }, t(isBefore ? "boards.empty-before" : "boards.empty"));
    const isBelow = entry && !found.some((each) => isSame(each, entry));
    const rows = [...found, ...(isBelow ? [entry] : [])].map((each) =>
      entryRow(each, Boolean(entry && isSame(each, entry)), span === "week" ? weekOf(date) : null),
    );
    const heads = [t("boards.rank"), t("boards.name"), t("boards.enemies"), t("boards.turns"), t("boards.time")];
    return h(
      "table",
      { class: "board-table" },
      h("caption", { class: "hidden" }, t("boards.title")),
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...rows),
    );
  }

  #more({ next }: DealBoard) {
    if (next === null) return null;
    const more: HTMLButtonElement = button("more-entries", t("boards.more"), () =>
      runOnce(more, () => this.#try(() => this.#append(next))),
    );
    return more;
  }

  async #append(cursor: string) {
    const number = this.#requests;
    const found = await this.#request(this.#choice, cursor);
    if (number !== this.#requests || !this.#shown) return;
    this.#shown = { ...found, items: [...this.#shown.items, ...found.items] };
    this.#render();
  }

  /** Below the table: what can be done with the own result, with the group, and without one. */
  #actions(shown: DealBoard) {
    const { own, isEntered } = this.#own(shown);
    const off: HTMLButtonElement = button("withdraw-result", t("boards.withdraw"), () =>
      runOnce(off, () => this.#try(() => this.#withdraw(own?.game ?? ""))),
    );
    const make = hasRoomForGroup()
      ? button("new-group", t("boards.new"), () => this.#try(() => this.#makeGroup()))
      : h("p", { class: "quiet" }, t("boards.no-room", { most: MAX_GROUPS }));
    const group = this.#group();
    const leave = group && button("leave-group", t("boards.leave"), () => void this.#leave(group), { class: "plain" });
    return [
      group && this.#invitation(group),
      h("div", { class: "buttons" }, isEntered && own && tokenOf(own.game) && off, make, leave),
    ];
  }

  async #leave({ key, name }: Group) {
    if (!(await ask(t("boards.ask-leave", { group: name }), t("boards.leave")))) return;
    forgetGroup(key);
    this.#choose({ board: PUBLIC });
  }

  #invitation(group: Group) {
    const { name } = group;
    return h(
      "details",
      { class: "more", "data-focus": "invite-friends" },
      h("summary", {}, t("boards.invite", { group: name })),
      h("p", { class: "quiet" }, t("boards.secret")),
      this.share(pageUrl(groupHash(group)), t("boards.link"), t("boards.share-text", { group: name })),
    );
  }
}

const isEmpty = ({ items, bots }: DealBoard) => !items.length && !bots.length;

/** Choices of which one is pressed, as one control; null without any. */
const segments = (label: string, ...buttons: Element[]) =>
  buttons.length ? h("div", { class: "segments", role: "group", "aria-label": label }, ...buttons) : null;

/** A token of this device for a game: the owner's, else a seat's. */
const tokenOf = (game: string) => savedGame(game)?.owner ?? [...tokensOf(game).values()][0];

/** The days of the week of a day, from Monday on. */
export function weekOf(date: string) {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const sinceMonday = (new Date(noon).getUTCDay() + 6) % 7;
  return DAYS.map((day) => new Date(noon + (day - sinceMonday) * DAY_MS).toISOString().slice(0, 10));
}

/**
 * The entries of people with the bots among them, each before the people who are not better than it.
 * @param isWhole whether all people are known: bots after the last one of a part are left out
 */
export function ranked(people: BoardEntry[], bots: BoardEntry[], isWhole: boolean) {
  const last = people.at(-1)?.rank ?? 0;
  const among = bots.filter(({ rank }) => isWhole || rank <= last);
  return [...among, ...people].sort((one, other) => one.rank - other.rank);
}

const isSame = (one: BoardEntry, other: BoardEntry) => JSON.stringify(one) === JSON.stringify(other);

/** @param week its days; null for the board of a day */
function entryRow(entry: BoardEntry, isOwn: boolean, week: string[] | null) {
  const { rank, name, agent, defeated, turns, seconds, results } = entry;
  const [newest] = results;
  const grade = !week && newest ? gradeOf(newest) : "";
  return h(
    "tr",
    { class: agent ? "bot" : isOwn ? "own" : null, "data-entry": name },
    h(
      "td",
      { class: "board-rank" },
      agent ? h("span", { "aria-label": t("boards.bot-rank", { rank }) }, "–") : String(rank),
    ),
    h(
      "th",
      { scope: "row" },
      h(
        "div",
        { class: "board-who" },
        h(
          "span",
          { class: "board-name" },
          h("bdi", {}, agent ? agentName(agent) : name),
          agent && h("span", { class: "board-tag" }, t("boards.bot")),
          isOwn && h("span", { class: "board-tag" }, t("boards.you")),
          !week && newest && replayLink(newest, name, t("boards.replay")),
        ),
        week ? weekRow(entry, week) : newest && squareRow(fallsOf(newest)),
      ),
    ),
    h(
      "td",
      {},
      String(defeated),
      grade && h("span", { class: "board-grade" }, newest?.grade ? medal(newest.grade) : null, grade),
    ),
    h("td", {}, String(turns)),
    h("td", {}, formatSeconds(seconds)),
  );
}

/** A result's defeated enemies, a letter for each. */
const fallsOf = ({ exact }: DayOnBoard) => exact.map((isExact) => (isExact ? "x" : "d")).join("");

const gradeOf = ({ grade, outcome }: DayOnBoard) =>
  grade ? t(`today.${grade}`) : outcome === "won" ? t("today.won") : "";

/** The link to the replay of a game whose day is over. */
const replayLink = ({ game }: DayOnBoard, name: string, text: string) =>
  game &&
  h("a", { href: `#/replay/${game}`, class: "board-replay", "aria-label": t("boards.replay-of", { name }) }, text);

/** The defeated enemies of each day. */
function weekRow({ results, name }: BoardEntry, week: string[]) {
  const cell = (day: string) => {
    const result = results.find(({ date }) => date === day);
    const count = result ? String(result.exact.length) : "";
    return h(
      "span",
      { class: result ? "board-day" : "board-day none" },
      h("abbr", { title: weekday(day, "long") }, weekday(day, "narrow")),
      (result && replayLink(result, name, count)) || h("span", {}, count),
    );
  };
  return h("span", { class: "board-week" }, ...week.map(cell));
}
