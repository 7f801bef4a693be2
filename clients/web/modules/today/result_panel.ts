/** A result of today's deal: squares, the bots' results, and the text to paste or share. */
import { squares, squaresText } from "../story/castle.ts";
import { medal } from "../story/medal.ts";
import { sharing } from "../story/sharing.ts";
import { h } from "../ui/dom.ts";
import { agentName, theCard } from "../words/names.ts";
import { pageUrl } from "../ui/route.ts";
import { enemyCount } from "../words/reference.ts";
import { t, formatList, plural } from "../words/texts.ts";
import type { BotResult, DealOfDay, GameResult } from "../types.ts";
import type { DayResult } from "../storage/statistics.ts";

/** @param rank on the board */
export function resultPanel(
  deal: Pick<DealOfDay, "date" | "players">,
  result: DayResult,
  bots: BotResult[],
  rank: Element,
) {
  const text = resultText(deal, result, bots, pageUrl("#/today"));
  return h(
    "div",
    { class: "day-result" },
    h("p", { class: "day-count" }, result.grade && medal(result.grade), scoreText(result.falls.length, result.grade)),
    rank,
    squares(result.falls),
    comparison(result, bots),
    sharing(() => text, null),
  );
}

const scoreText = (defeated: number, grade: GameResult["grade"]) =>
  [t("today.count", { defeated, enemies: enemyCount() }), grade && t(`today.${grade}`)].filter(Boolean).join(" · ");

/** The results of the bots in order, and the player's own among them. */
export function comparison(own: DayResult, bots: BotResult[]) {
  if (!bots.length) return h("p", { class: "quiet" }, t("today.no-bots"));
  const you = { agent: null, outcome: own.outcome, defeated: own.falls.length, grade: own.grade };
  const playing = bots.filter(({ outcome }) => !outcome);
  return h(
    "div",
    { class: "bot-results" },
    h("h3", {}, t("today.bots")),
    h(
      "ol",
      {},
      ...finished([you, ...bots]).map(({ agent, defeated, grade }) =>
        agent === null
          ? comparisonRow(
              t("boards.you"),
              defeated ?? 0,
              scoreText(defeated ?? 0, grade),
              fellText(own.enemy, own.givenUp),
            )
          : comparisonRow(agentName(agent), defeated ?? 0, scoreText(defeated ?? 0, grade)),
      ),
      ...playing.map(({ agent }) => comparisonRow(agentName(agent), 0, t("today.bot-playing"))),
    ),
  );
}

/** @param fell where the player fell; undefined for a bot */
const comparisonRow = (name: string, defeated: number, text: string, fell?: string) =>
  h(
    "li",
    { class: fell === undefined ? null : "own" },
    h("strong", {}, name),
    h("progress", { max: enemyCount(), value: defeated, "aria-hidden": "true" }),
    h("span", {}, text),
    fell && h("span", { class: "fell" }, fell),
  );

/** The enemy at which the players fell or gave up; empty after a victory, and where it is not known. */
export const fellText = (enemy: string | null | undefined, isGivenUp = false) =>
  enemy ? t(isGivenUp ? "history.given-up" : "history.lost-to", { enemy: theCard(enemy) }) : "";

const MEDALS: Record<string, string> = { gold: "🥇", silver: "🥈", bronze: "🥉" };
const MAX_BOTS = 3;

export const modeText = (players: number) => (players > 1 ? plural("create.players", players) : t("today.solo"));

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

type Finished = Pick<BotResult, "outcome" | "defeated" | "grade">;

/** The results of games that are over, the best first. */
export const finished = <Result extends Finished>(results: Result[]) =>
  results
    .filter(({ outcome }) => outcome)
    .sort((one, other) => (other.defeated ?? 0) - (one.defeated ?? 0) || order(one) - order(other));

const order = ({ grade }: Finished) => Object.keys(MEDALS).indexOf(grade ?? "gold");
