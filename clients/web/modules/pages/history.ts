/** The page of this device's finished games: figures, achievements, the games with their replays, and their file. */
import { achievements, figures, NUMBERS, type Achievement } from "../history/achievements.ts";
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
import { squareRow } from "../story/castle.ts";
import { modeText } from "../today/result_panel.ts";
import { medal } from "../story/medal.ts";
import { button, type Child, fill, h, svg } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { agentName } from "../words/names.ts";
import { formatMoment, formatShare, plural, t } from "../words/texts.ts";
import type { TextKey } from "../types.ts";

const MAX_SHOWN = 30;

/** The name of each achievement, and what it needs. */
const TEXTS: Record<Achievement["name"], [TextKey, TextKey]> = {
  victory: ["feat.victory", "feat.victory-rule"],
  gold: ["feat.gold", "feat.gold-rule"],
  "four-players": ["feat.four-players", "feat.four-players-rule"],
  "exact-king": ["feat.exact-king", "feat.exact-king-rule"],
  "exact-six": ["feat.exact-six", "feat.exact-six-rule"],
  "single-blow": ["feat.single-blow", "feat.single-blow-rule"],
  "four-cards": ["feat.four-cards", "feat.four-cards-rule"],
  companions: ["feat.companions", "feat.companions-rule"],
  wall: ["feat.wall", "feat.wall-rule"],
  "no-jester": ["feat.no-jester", "feat.no-jester-rule"],
  "last-card": ["feat.last-card", "feat.last-card-rule"],
  swift: ["feat.swift", "feat.swift-rule"],
  streak: ["feat.streak", "feat.streak-rule"],
  "every-table": ["feat.every-table", "feat.every-table-rule"],
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
  const [gold, silver, bronze] = figures(history, 1).grades;
  const tiles: [string, Child[] | string | number][] = [
    [t("today.played"), all.played],
    [t("today.won"), all.won],
    [t("history.streak"), all.streak],
    [t("history.longest"), all.longest],
    [t("history.exact"), all.exact],
    ...(all.fastest === null ? [] : [[t("history.fastest"), plural("ending.turns", all.fastest)] as [string, string]]),
    [t("history.grades"), [medal("gold"), `${gold} `, medal("silver"), `${silver} `, medal("bronze"), `${bronze}`]],
  ];
  return h(
    "section",
    { class: "panel", id: "figures", "aria-label": t("history.figures") },
    h(
      "dl",
      { class: "figures" },
      ...tiles.map(([name, value]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, ...(Array.isArray(value) ? value : [String(value)]))),
      ),
    ),
    tableOfPlayers(history),
  );
}

/** The games by the number of players. */
function tableOfPlayers(history: History) {
  const titles = [t("history.players"), t("today.played"), t("today.won"), "%", t("history.fastest-turns")];
  const row = (players: number) => {
    const { played, won, fastest } = figures(history, players);
    const cells = [played, won, formatShare(won / played), fastest ?? "–"];
    return played
      ? [h("tr", {}, h("th", { scope: "row" }, modeText(players)), ...cells.map((each) => h("td", {}, String(each))))]
      : [];
  };
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...titles.map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, ...[1, 2, 3, 4].flatMap(row)),
  );
}

function achievementsPanel(history: History) {
  const all = achievements(history);
  const earned = all.filter(({ game }) => game).length;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "achievements-title" },
    h("h2", { id: "achievements-title" }, t("history.achievements")),
    h("p", { class: "quiet" }, t("history.earned", { earned, all: all.length })),
    h("ul", { class: "achievements" }, ...all.map(achievement)),
  );
}

const SEAL =
  "M12 2l2.4 2.2 3.2-.5 1 3.1 2.9 1.5-1 3.1 1 3.1-2.9 1.5-1 3.1-3.2-.5L12 21l-2.4-2.4-3.2.5-1-3.1-2.9-1.5 1-3.1-1-3.1 2.9-1.5 1-3.1 3.2.5z";

function achievement({ name, game }: Achievement) {
  const [title, rule] = TEXTS[name];
  const mark = svg(
    "svg",
    { viewBox: "0 0 24 24", class: "seal", "aria-hidden": "true" },
    svg("path", { d: SEAL }),
    game ? svg("path", { d: "M8 12l3 3 5-6", class: "tick" }) : null,
  );
  return h(
    "li",
    { class: game ? "earned" : "", "data-feat": name },
    mark,
    h(
      "div",
      {},
      h("strong", {}, t(title)),
      h("p", {}, t(rule, NUMBERS)),
      game
        ? h("a", { href: `#/replay/${game}` }, t("ending.replay"))
        : h("p", { class: "hidden" }, t("history.not-earned")),
    ),
  );
}

function gamesPanel(history: History, showsAll: boolean, showAll: () => void) {
  const games = Object.entries(history).sort(([, one], [, other]) => other.at.localeCompare(one.at));
  const isCut = games.length > MAX_SHOWN && !showsAll;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "played-title", hidden: !games.length },
    h("h2", { id: "played-title" }, t("own.title")),
    h("ul", { class: "game-list" }, ...games.slice(0, isCut ? MAX_SHOWN : undefined).map(gameItem)),
    isCut ? button("show-all", plural("lobby.show-all", games.length), showAll) : null,
  );
}

function gameItem([id, { at, players, outcome, grade, falls, turns, deal, practice, bot }]: [string, PlayedGame]) {
  const facts = [
    turns === null ? "" : plural("ending.turns", turns),
    deal ? t("today.title") : "",
    practice ? t("practice.mark") : "",
    bot ? t("history.bot", { agent: agentName(bot) }) : "",
  ];
  const result = [t(outcome === "won" ? "ending.won" : "ending.lost"), grade ? t(`grade.${grade}`) : ""];
  return h(
    "li",
    { "data-outcome": outcome, "data-game": id },
    h(
      "a",
      { href: `#/replay/${id}` },
      h(
        "span",
        {},
        h("strong", {}, `${formatMoment(at)} · ${modeText(players)}`),
        squareRow(falls),
        h("span", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
      ),
      h("span", { class: "state" }, grade && medal(grade), result.filter(Boolean).join(" ")),
    ),
  );
}

/** The file of the games: to save, and to take in that of another device. */
function filePanel(changed: () => void) {
  const said = h("p", { role: "status", id: "file-said" });
  const field = h("input", { type: "file", accept: ".json,application/json", id: "history-file", class: "hidden" });
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
