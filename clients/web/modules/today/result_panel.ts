/** A result of today's deal: squares, the bots' results, and the text to paste or share. */
import { squares, squaresText } from "../story/castle.ts";
import { medal } from "../story/medal.ts";
import { sharing } from "../story/sharing.ts";
import { h } from "../ui/dom.ts";
import { agentName } from "../words/names.ts";
import { pageUrl } from "../ui/route.ts";
import { enemyCount } from "../words/reference.ts";
import { t, formatList, plural } from "../words/texts.ts";
import type { BotResult, DealOfDay, GameResult } from "../types.ts";
import type { DayResult } from "../storage/statistics.ts";

export function resultPanel(deal: Pick<DealOfDay, "date" | "players">, result: DayResult, bots: BotResult[]) {
  const text = resultText(deal, result, bots, pageUrl("#/today"));
  return h(
    "div",
    { class: "day-result" },
    h("p", { class: "day-count" }, result.grade && medal(result.grade), scoreText(result.falls.length, result.grade)),
    squares(result.falls),
    botResults(bots),
    sharing(() => text, null),
  );
}

const scoreText = (defeated: number, grade: GameResult["grade"]) =>
  [t("today.count", { defeated, enemies: enemyCount() }), grade && t(`today.${grade}`)].filter(Boolean).join(" · ");

export function botResults(bots: BotResult[]) {
  const playing = bots.filter(({ outcome }) => !outcome);
  const items = [
    ...finished(bots).map(({ agent, defeated, grade }) => [agentName(agent), scoreText(defeated ?? 0, grade)]),
    ...playing.map(({ agent }) => [agentName(agent), t("today.bot-playing")]),
  ];
  if (!items.length) return h("p", { class: "quiet" }, t("today.no-bots"));
  const rows = items.flatMap(([agent, text]) => [h("dt", {}, agent), h("dd", {}, text)]);
  return h("div", { class: "bot-results" }, h("h3", {}, t("today.bots")), h("dl", {}, ...rows));
}

const MEDALS: Record<string, string> = { gold: "🥇", silver: "🥈", bronze: "🥉" };
const MAX_BOTS = 3;

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
    squaresText(falls),
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
      [agentName(agent), defeated, grade ? MEDALS[grade] : ""].filter((part) => part !== "").join(" "),
    );
  return items.length ? t("today.bots-line", { bots: formatList(items) }) : "";
}

/** The bots that have finished, the best first. */
export const finished = (bots: BotResult[]) =>
  bots
    .filter(({ outcome }) => outcome)
    .sort((one, other) => (other.defeated ?? 0) - (one.defeated ?? 0) || order(one) - order(other));

const order = ({ grade }: BotResult) => Object.keys(MEDALS).indexOf(grade ?? "gold");
