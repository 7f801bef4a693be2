// @ts-check
/** A result of today's deal as text to paste: squares, grade and the bots' results, and nothing of the cards. */
import { enemyCount } from "../words/reference.js";
import { formatList, plural, t } from "../words/texts.js";

/** @import { BotResult, DealOfDay } from "../types" */
/** @import { DayResult } from "../storage/statistics.js" */

/** The squares of an enemy that was defeated exactly, otherwise, and not. */
const SQUARES = { x: "🟨", d: "🟩", "-": "⬛" };
const MEDALS = /** @type {Record<string, string>} */ ({ gold: "🥇", silver: "🥈", bronze: "🥉" });
const IN_RANK = 4;
const MAX_BOTS = 3;

/** @typedef {keyof typeof SQUARES} Fall */

/** What became of each enemy, in the order of the castle: three ranks of four. @param {string} falls @returns {Fall[][]} */
export function ranksOf(falls) {
  const all = /** @type {Fall[]} */ ([...falls.padEnd(enemyCount(), "-")]);
  return Array.from({ length: all.length / IN_RANK }, (_, rank) => all.slice(rank * IN_RANK, (rank + 1) * IN_RANK));
}

/** @param {number} players */
export const modeText = (players) =>
  players > 2 ? plural("create.players", players) : t(players === 1 ? "today.solo" : "today.twos");

/**
 * @param {Pick<DealOfDay, "date" | "players">} deal @param {DayResult} result @param {BotResult[]} bots @param {string} url
 */
export const resultText = ({ date, players }, { grade, falls }, bots, url) =>
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

/** The best bots that have finished; empty without any. @param {BotResult[]} bots */
function botsLine(bots) {
  const items = finished(bots)
    .slice(0, MAX_BOTS)
    .map(({ agent, defeated, grade }) =>
      [agent, defeated, grade ? MEDALS[grade] : ""].filter((part) => part !== "").join(" "),
    );
  return items.length ? t("today.bots-line", { bots: formatList(items) }) : "";
}

/** The bots that have finished, the best first. @param {BotResult[]} bots */
export const finished = (bots) =>
  bots
    .filter(({ outcome }) => outcome)
    .sort((one, other) => (other.defeated ?? 0) - (one.defeated ?? 0) || order(one) - order(other));

/** @param {BotResult} bot */
const order = ({ grade }) => Object.keys(MEDALS).indexOf(grade ?? "gold");
