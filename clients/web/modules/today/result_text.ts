/** A result of today's deal as text to paste: squares, grade and the bots' results, and nothing of the cards. */
import { enemyCount } from "../words/reference.ts";
import { formatList, plural, t } from "../words/texts.ts";
import type { BotResult, DealOfDay } from "../types.ts";
import type { DayResult } from "../storage/statistics.ts";

/** The squares of an enemy that was defeated exactly, otherwise, and not. */
const SQUARES = { x: "🟨", d: "🟩", "-": "⬛" };
const MEDALS = { gold: "🥇", silver: "🥈", bronze: "🥉" } as Record<string, string>;
const IN_RANK = 4;
const MAX_BOTS = 3;

type Fall = keyof typeof SQUARES;

/** What became of each enemy, in the order of the castle: three ranks of four. */
export function ranksOf(falls: string): Fall[][] {
  const all = [...falls.padEnd(enemyCount(), "-")] as Fall[];
  return Array.from({ length: all.length / IN_RANK }, (_, rank) => all.slice(rank * IN_RANK, (rank + 1) * IN_RANK));
}

export const modeText = (players: number) =>
  players > 2 ? plural("create.players", players) : t(players === 1 ? "today.solo" : "today.twos");

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
