/** The page of this device's finished games: figures, achievements, the games with their replays, and their file. */
import { achievements, counting, counts, figures, NUMBERS, type Achievement } from "../history/achievements.ts";
import { takeInGames } from "../history/keeping.ts";
import { api } from "../server/api.ts";
import {
  type History,
  historyFile,
  HistoryFault,
  MAX_FILE_BYTES,
  mergeHistory,
  parsedHistory,
  type PlayedGame,
  playedGames,
} from "../storage/history.ts";
import { squareRow, squaresKey } from "../story/castle.ts";
import { fellText, modeText } from "../today/result_panel.ts";
import { medal } from "../story/medal.ts";
import { cardImage } from "../cards/images.ts";
import { button, type Child, factList, fill, h } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { todayByClock } from "../today/tile.ts";
import { barChart, type Figure, figureList } from "../today/statistics_panel.ts";
import { agentName } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import { formatDate, formatList, formatShare, plural, t } from "../words/texts.ts";
import type { TextKey } from "../types.ts";

const MAX_SHOWN = 30;
/** The number of games from which their course says something. */
const MIN_COURSE = 5;
/** The last games, as many as can be read on a telephone. */
const MAX_COURSE = 12;
const GRADES = ["gold", "silver", "bronze"] as const;

/** The name of each achievement, what it needs, and the cards of its picture. */
const TEXTS: Record<Achievement["name"], [TextKey, TextKey, string[]]> = {
  victory: ["feat.victory", "feat.victory-rule", ["KD"]],
  gold: ["feat.gold", "feat.gold-rule", ["X1"]],
  "four-players": ["feat.four-players", "feat.four-players-rule", ["JC", "JH", "JS", "JD"]],
  "exact-king": ["feat.exact-king", "feat.exact-king-rule", ["KH"]],
  "exact-six": ["feat.exact-six", "feat.exact-six-rule", ["6H", "6S"]],
  "single-blow": ["feat.single-blow", "feat.single-blow-rule", ["KC"]],
  "four-cards": ["feat.four-cards", "feat.four-cards-rule", ["2C", "2D", "2H", "2S"]],
  companions: ["feat.companions", "feat.companions-rule", ["AH", "AS"]],
  wall: ["feat.wall", "feat.wall-rule", ["KS", "10S"]],
  "no-jester": ["feat.no-jester", "feat.no-jester-rule", ["X2"]],
  "last-card": ["feat.last-card", "feat.last-card-rule", ["3D"]],
  swift: ["feat.swift", "feat.swift-rule", ["AC"]],
  streak: ["feat.streak", "feat.streak-rule", ["QD", "QH", "QS"]],
  "every-table": ["feat.every-table", "feat.every-table-rule", ["JC", "QC", "KS"]],
};

/** Show what the device knows; games that it remembers from before follow. Returns a function that closes the page. */
export async function historyPage(page: HTMLElement) {
  const content = h("div", { class: "history" });
  let showsAll = false;
  const showAll = () => ((showsAll = true), show());
  const show = () => fill(content, ...parts(playedGames(), showsAll, showAll));
  show();
  fill(page, pageHead(t("history.title"), t("history.about")), content, filePanel(show));
  takeInGames().then(show, () => {});
  return () => {};
}

const parts = (history: History, showsAll: boolean, showAll: () => void) => [
  figuresPanel(history),
  gamesPanel(history, showsAll, showAll),
  achievementsPanel(history),
];

function figuresPanel(history: History) {
  const all = figures(history, null);
  if (!all.played) {
    const none = t(Object.keys(history).length ? "history.none-counts" : "history.none");
    return h("p", { class: "panel", id: "no-games" }, none);
  }
  const grades = figures(history, 1).grades.flatMap((count, index) => (count ? [[GRADES[index], count] as const] : []));
  const found: Figure[] = [
    [t("today.played"), [String(all.played)]],
    [t("today.won"), [String(all.won), h("small", { class: "quiet" }, formatShare(all.won / all.played))]],
    [t("history.longest"), all.longest ? [String(all.longest)] : []],
    [t("history.exact"), [String(all.exact)]],
    [t("history.fastest"), all.fastest ? [String(all.fastest)] : []],
    [t("history.partner"), all.partner ? [h("bdi", {}, all.partner)] : []],
    [t("history.grades"), grades.flatMap(([grade, count]) => [medal(grade), String(count)])],
  ];
  return h(
    "section",
    { class: "panel", id: "figures", "aria-label": t("history.figures") },
    all.played < MIN_COURSE ? null : course(history),
    figureList(found.filter(([, value]) => value.length)),
    winsByPlayers(history),
  );
}

/** The defeated enemies of the last games, one bar for each. */
function course(history: History) {
  const bars = counting(history)
    .slice(-MAX_COURSE)
    .map(([, { falls, outcome }]) => ({
      ...{ share: falls.length / enemyCount(), top: String(falls.length) },
      kind: `bar ${outcome}`,
    }));
  const label = bars.map(({ top }) => top).join(", ");
  return h("div", { class: "day-distribution" }, h("h3", {}, t("history.course")), barChart(bars, label));
}

/** The games won by the number of players; null if it is the same in all. */
function winsByPlayers(history: History) {
  const modes = [1, 2, 3, 4].filter((players) => figures(history, players).played);
  if (modes.length < 2) return null;
  const row = (players: number) => {
    const { played, won } = figures(history, players);
    return h(
      "li",
      {},
      h("strong", {}, modeText(players)),
      h("progress", { max: played, value: won, "aria-hidden": "true" }),
      h("span", {}, t("history.progress", { done: won, needed: played })),
    );
  };
  return h("div", { class: "bot-results" }, h("h3", {}, t("today.won")), h("ol", {}, ...modes.map(row)));
}

function achievementsPanel(history: History) {
  const all = achievements(history);
  const earned = all.filter(({ game }) => game).length;
  const share = ({ game, progress }: Achievement) => (game ? 1 : progress ? progress.done / progress.needed : 0);
  all.sort((one, other) => share(other) - share(one));
  const next = all.findIndex((each) => !each.game && share(each));
  if (next > 0) all.unshift(...all.splice(next, 1));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "achievements-title" },
    h("h2", { id: "achievements-title" }, t("history.achievements")),
    h("p", { class: "quiet" }, t("history.earned", { earned, all: all.length })),
    h("ul", { class: "achievements" }, ...all.map((each) => achievement(each, history))),
  );
}

const achievement = ({ name, game, progress }: Achievement, history: History) =>
  achievementCard(
    name,
    game !== null,
    game
      ? h("a", { href: hashOf(game, history[game]), title: wayText(history[game]) }, formatDate(history[game].at))
      : h("p", { class: "hidden" }, t("history.not-earned")),
    progress?.done && progress.done < progress.needed ? progressBar(progress) : null,
  );

/** An achievement with its picture. @param notes what else is said of it */
export function achievementCard(name: Achievement["name"], isEarned: boolean, ...notes: Child[]) {
  const [title, rule, cards] = TEXTS[name];
  return h(
    "li",
    { class: isEarned ? "earned" : null, "data-feat": name },
    h("span", { class: "feat-art", "aria-hidden": "true" }, ...cards.map((code) => cardImage(code))),
    h("div", {}, h("strong", {}, t(title)), h("p", {}, t(rule, NUMBERS)), ...notes),
  );
}

function progressBar({ done, needed }: { done: number; needed: number }) {
  const text = t("history.progress", { done, needed });
  return h(
    "p",
    { class: "feat-progress" },
    h("progress", { max: needed, value: done, "aria-hidden": "true" }),
    h("span", {}, text),
  );
}

function gamesPanel(history: History, showsAll: boolean, showAll: () => void) {
  const games = Object.entries(history).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  const isCut = games.length > MAX_SHOWN && !showsAll;
  const shown = games.slice(0, isCut ? MAX_SHOWN : undefined);
  const [counted, others] = [shown.filter(counts), shown.filter((each) => !counts(each))];
  return h(
    "section",
    { class: "panel", "aria-labelledby": "played-title", hidden: !games.length },
    h("h2", { id: "played-title" }, t("own.title")),
    squaresKey(shown.map(([, { falls }]) => falls).join("")),
    counted.length > 0 && h("ul", { class: "game-list" }, ...counted.map(gameItem)),
    others.length > 0 && h("h3", {}, t("history.apart")),
    others.length > 0 && h("ul", { class: "game-list" }, ...others.map(gameItem)),
    isCut ? button("show-all", plural("lobby.show-all", games.length), showAll) : null,
  );
}

function gameItem([id, game]: [string, PlayedGame]) {
  const { at, outcome, grade, falls, turns, deal, practice, bot } = game;
  const facts = [
    formatDate(at),
    fellText(game.enemy, game.reason === "given-up"),
    turns === null ? "" : plural("ending.turns", turns),
    deal ? t("history.deal") : "",
    practice ? t("practice.mark") : "",
    bot ? t("history.bot", { agent: agentName(bot) }) : "",
  ];
  const result = [t(outcome === "won" ? "ending.won" : "ending.lost"), grade ? t(`grade.${grade}`) : ""];
  return h(
    "li",
    { "data-outcome": outcome, "data-game": id },
    h(
      "a",
      { href: hashOf(id, game) },
      h("span", {}, h("strong", {}, whoText(game)), squareRow(falls), factList(facts)),
      h("span", { class: "state" }, grade && medal(grade), result.filter(Boolean).join(" ")),
    ),
  );
}

/** Whether there is a replay of a finished game: of the deal of a day when the day is over. */
const isTold = (game: PlayedGame | undefined) => !game?.deal || game.deal < todayByClock();

const wayText = (game: PlayedGame) => t(isTold(game) ? "ending.replay" : "today.to-game");

/** The page of a finished game: its replay, or its end until there is one. */
const hashOf = (id: string, game: PlayedGame | undefined) => `#/${isTold(game) ? "replay" : "game"}/${id}`;

/** With whom a game was played, or with how many where that is not known. */
function whoText({ players, partners }: PlayedGame) {
  if (partners?.length) return t("lobby.with", { names: formatList(partners) });
  return partners && players > 1 ? t("lobby.all-seats") : modeText(players);
}

/** The file of the games: to save, and to take in that of another device. */
function filePanel(changed: () => void) {
  const said = h("p", { role: "status", id: "file-said" });
  const field = h("input", { type: "file", accept: ".json,application/json", id: "history-file", hidden: true });
  field.addEventListener("change", async () => {
    const [file] = field.files ?? [];
    if (!file) return;
    said.textContent = await taken(file);
    field.value = "";
    changed();
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "file-title" },
    h("h2", { id: "file-title" }, t("history.file")),
    h("p", { class: "quiet" }, t("history.file-about")),
    h(
      "div",
      { class: "buttons" },
      button("export", t("history.export"), saveFile),
      button("import", t("history.import"), () => field.click()),
    ),
    field,
    said,
  );
}

/** Take the games of a file in. Returns what to say about it. */
async function taken(file: File) {
  try {
    if (file.size > MAX_FILE_BYTES) throw new HistoryFault("no-history");
    const { added, known, left } = mergeHistory(parsedHistory(await file.text()));
    const parts = [plural("history.added", added), known ? plural("history.known", known) : ""];
    return [...parts, left ? plural("history.no-room", left) : ""].filter(Boolean).join(" ");
  } catch (error) {
    if (!(error instanceof HistoryFault)) throw error;
    const texts = {
      "no-history": "history.other-file",
      "later-version": "history.later",
      damaged: "history.damaged",
      "no-storage": "history.no-storage",
    } as const;
    return t(texts[error.reason], { number: error.number });
  }
}

function saveFile() {
  const at = new Date(api().now()).toISOString();
  const url = URL.createObjectURL(new Blob([historyFile(at)], { type: "application/json" }));
  h("a", { href: url, download: `regicide-history-${at.slice(0, 10)}.json` }).click();
  URL.revokeObjectURL(url);
}
