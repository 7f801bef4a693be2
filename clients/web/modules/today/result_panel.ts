/** A result of today's deal: squares, the bots' results, and the text to paste or share. */
import { squareRow, squares, squaresText } from "../story/castle.ts";
import { medal } from "../story/medal.ts";
import { sharing } from "../story/sharing.ts";
import { h, type Child } from "../ui/dom.ts";
import { agentName, theCard } from "../words/names.ts";
import { pageUrl } from "../ui/route.ts";
import { enemyCount } from "../words/reference.ts";
import { t, formatList, plural } from "../words/texts.ts";
import type { BotResult, DealOfDay, GameResult } from "../types.ts";
import type { DayResult } from "../storage/statistics.ts";

/** The title of a result: how many fell, the grade or the enemy that stood, and the rank. @param place on the board */
export const resultTitle = (players: number, result: DayResult, bots: BotResult[], place: () => string | undefined) => [
  h("h2", { class: "day-count" }, result.grade && medal(result.grade), scoreText(result.falls.length, null)),
  h("p", { class: "day-what" }, [modeText(players), endText(result)].filter(Boolean).join(" · ")),
  h("p", { class: "day-rank" }, () =>
    [place(), botRank(result, bots)].filter(Boolean).map((rank) => h("span", {}, rank)),
  ),
];

/** @param fallsOf what fell to a bot, once that is known @param ways on, beside those that share the result */
export function resultPanel(
  deal: Pick<DealOfDay, "date" | "players">,
  result: DayResult,
  bots: BotResult[],
  fallsOf: (agent: string) => string | undefined,
  ...ways: Child[]
) {
  const text = resultText(deal, result, bots, pageUrl("#/today"));
  return h(
    "div",
    { class: "day-result" },
    squares(result.falls),
    h(
      "div",
      { class: "buttons" },
      sharing(() => text, null),
      ...ways,
    ),
    comparison(result, bots, fallsOf),
  );
}

const endText = ({ grade, enemy, givenUp }: DayResult) =>
  grade ? t(`today.${grade}`) : fellText(enemy, givenUp).toLocaleLowerCase();

const scoreText = (defeated: number, grade: GameResult["grade"]) =>
  [t("today.count", { defeated, enemies: enemyCount() }), grade && t(`today.${grade}`)].filter(Boolean).join(" · ");

/** The own rank among the bots that have finished, in words; empty without any. */
export function botRank(own: DayResult, bots: BotResult[]) {
  const all = finished([asFinished(own), ...bots]);
  const rank = 1 + all.filter((each) => compare(each, asFinished(own)) < 0).length;
  return all.length > 1 ? t("today.bot-rank", { rank, total: all.length }) : "";
}

const asFinished = ({ outcome, falls, grade }: DayResult) => ({ agent: null, outcome, defeated: falls.length, grade });

/** The results of the bots in order, and the player's own among them. */
function comparison(own: DayResult, bots: BotResult[], fallsOf: (agent: string) => string | undefined) {
  if (!bots.length) return h("p", { class: "quiet" }, t("today.no-bots"));
  const playing = bots.filter(({ outcome }) => !outcome);
  return h(
    "div",
    { class: "bot-results" },
    h("h3", {}, t("today.bots")),
    h(
      "ol",
      {},
      ...finished([asFinished(own), ...bots]).map(({ agent, defeated, grade }) =>
        comparisonRow(agent, () => {
          const falls = agent === null ? own.falls : fallsOf(agent);
          return falls === undefined ? scoreText(defeated ?? 0, grade) : [grade && medal(grade), squareRow(falls)];
        }),
      ),
      ...playing.map(({ agent }) => comparisonRow(agent, () => t("today.bot-playing"))),
    ),
  );
}

/** @param agent null for the player */
const comparisonRow = (agent: string | null, result: () => Child | Child[]) =>
  h(
    "li",
    { class: agent === null && "own" },
    h("strong", {}, agent === null ? t("boards.you") : agentName(agent)),
    h("span", {}, result),
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
  results.filter(({ outcome }) => outcome).sort(compare);

/** Negative: the first result is the better one. */
const compare = (one: Finished, other: Finished) =>
  (other.defeated ?? 0) - (one.defeated ?? 0) || order(one) - order(other);

const order = ({ grade }: Finished) => Object.keys(MEDALS).indexOf(grade ?? "gold");
