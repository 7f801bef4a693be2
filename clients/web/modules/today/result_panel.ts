/** A result of today's deal: squares, the bots' results, and the text to paste or share. */
import { button, fill, h } from "../ui/dom.ts";
import { pageUrl } from "../ui/route.ts";
import { enemyCount } from "../words/reference.ts";
import { t, formatList, plural } from "../words/texts.ts";
import type { BotResult, DealOfDay, GameResult } from "../types.ts";
import type { DayResult } from "../storage/statistics.ts";

const CLASSES = { x: "exact", d: "defeated", "-": "standing" };

export function resultPanel(deal: Pick<DealOfDay, "date" | "players">, result: DayResult, bots: BotResult[]) {
  const text = resultText(deal, result, bots, pageUrl("#/today"));
  const place = h("div", { class: "copied", "aria-live": "polite" });
  const share = "share" in navigator && button("share-result", t("today.share"), () => void shareText(text));
  return h(
    "div",
    { class: "day-result" },
    h("p", { class: "day-count" }, scoreText(result.falls.length, result.grade)),
    squares(result.falls),
    botResults(bots),
    h(
      "div",
      { class: "buttons" },
      button("copy-result", t("today.copy"), () => void copyText(text, place)),
      share,
    ),
    place,
  );
}

/** What the squares mean. */
const meanings = () => ({ exact: t("today.exact"), defeated: t("today.defeated"), standing: t("today.standing") });

/** One square for each enemy, by rank, with its meaning. */
export function squares(falls: string) {
  const exact = [...falls].filter((fall) => fall === "x").length;
  const label = t("today.squares", { defeated: falls.length, enemies: enemyCount(), exact });
  const square = (fall: keyof typeof CLASSES) => h("span", { class: `square ${CLASSES[fall]}` });
  return h(
    "div",
    { class: "squares-with-key" },
    h(
      "div",
      { class: "squares", role: "img", "aria-label": label },
      ...ranksOf(falls).map((rank) => h("span", { class: "rank-squares" }, ...rank.map(square))),
    ),
    h(
      "p",
      { class: "quiet squares-key", "aria-hidden": "true" },
      ...Object.entries(meanings()).map(([kind, meaning]) =>
        h("span", {}, h("span", { class: `square ${kind}` }), meaning),
      ),
    ),
  );
}

const scoreText = (defeated: number, grade: GameResult["grade"]) =>
  [t("today.count", { defeated, enemies: enemyCount() }), grade && t(`today.${grade}`)].filter(Boolean).join(" · ");

function botResults(bots: BotResult[]) {
  const playing = bots.filter(({ outcome }) => !outcome);
  const items = [
    ...finished(bots).map(({ agent, defeated, grade }) => [agent, scoreText(defeated ?? 0, grade)]),
    ...playing.map(({ agent }) => [agent, t("today.bot-playing")]),
  ];
  if (!items.length) return h("p", { class: "quiet" }, t("today.no-bots"));
  const rows = items.flatMap(([agent, text]) => [h("dt", {}, agent), h("dd", {}, text)]);
  return h("div", { class: "bot-results" }, h("h3", {}, t("today.bots")), h("dl", {}, ...rows));
}

async function copyText(text: string, place: Element) {
  const field = h("textarea", {
    readonly: true,
    rows: text.split("\n").length + 1,
    id: "copied-result",
    "aria-label": t("today.copy"),
  });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  fill(place, h("p", { class: "quiet", role: "status" }, t(copied ? "today.copied" : "today.copy-it")), field);
}

/** Open the device's share sheet; nothing happens if it is closed. */
const shareText = (text: string) => navigator.share({ text }).catch(() => {});

/** The squares of an enemy that was defeated exactly, otherwise, and not. */
const SQUARES = { x: "🟨", d: "🟩", "-": "⬛" };
const MEDALS: Record<string, string> = { gold: "🥇", silver: "🥈", bronze: "🥉" };
const IN_RANK = 4;
const MAX_BOTS = 3;

type Fall = keyof typeof SQUARES;

/** What became of each enemy, in the order of the castle: three ranks of four. */
function ranksOf(falls: string): Fall[][] {
  const all = [...falls.padEnd(enemyCount(), "-")] as Fall[];
  return Array.from({ length: all.length / IN_RANK }, (_, rank) => all.slice(rank * IN_RANK, (rank + 1) * IN_RANK));
}

export const modeText = (players: number) =>
  players > 2 ? plural("create.players", players) : t(players === 1 ? "today.solo" : "today.twos");

/** A result as text to paste: squares, grade and the bots' results, and nothing of the cards. */
export const resultText = (
  { date, players }: Pick<DealOfDay, "date" | "players">,
  { grade, falls }: DayResult,
  bots: BotResult[],
  url: string,
) =>
  [
    t("today.headline", { date, mode: modeText(players), defeated: falls.length, enemies: enemyCount() }) +
      (grade ? ` ${MEDALS[grade] ?? ""}` : ""),
    ranksOf(falls)
      .map((rank) => rank.map((fall) => SQUARES[fall]).join(""))
      .join(" "),
    botsLine(bots),
    url,
  ]
    .filter(Boolean)
    .join("\n");

/** The best bots that have finished; empty without any. */
function botsLine(bots: BotResult[]) {
  const items = finished(bots)
    .slice(0, MAX_BOTS)
    .map(({ agent, defeated, grade }) =>
      [agent, defeated, grade ? MEDALS[grade] : ""].filter((part) => part !== "").join(" "),
    );
  return items.length ? t("today.bots-line", { bots: formatList(items) }) : "";
}

/** The bots that have finished, the best first. */
export const finished = (bots: BotResult[]) =>
  bots
    .filter(({ outcome }) => outcome)
    .sort((one, other) => (other.defeated ?? 0) - (one.defeated ?? 0) || order(one) - order(other));

const order = ({ grade }: BotResult) => Object.keys(MEDALS).indexOf(grade ?? "gold");
