// @ts-check
/** Bots in words: how strong and how fast they are, how they play, and whether they run. */
import { serverNow } from "../server/api.js";
import { formatAgo, formatChance, formatDuration, plural, t } from "./texts.js";

/** @import { Agent } from "../types" */

/** An agent that runs asks for its turns again and again, and waits for an answer for a minute at most. */
const AWAKE_MS = 120_000;

/** Times per action that a player does not notice. */
const AT_ONCE_MS = 1000;

/** A bot that won every measured game does not win every game. */
const MOST_WINS = 0.999;

/** The share of games that a bot wins with its like; null if it was not measured. @param {Agent} bot @param {number} players */
export const winRate = ({ figures }, players) =>
  figures?.win_rates.find((each) => each.players === players)?.rate ?? null;

/** Whether an agent has asked for its turns lately. @param {Agent} agent */
export const isAwake = ({ last_seen: seen }) => Boolean(seen) && serverNow() - Date.parse(seen ?? "") < AWAKE_MS;

/** Bots by strength, those of equal strength by speed. @param {Agent[]} bots @param {number} players */
export const byStrength = (bots, players) =>
  [...bots].sort(
    (one, other) =>
      (winRate(other, players) ?? 0) - (winRate(one, players) ?? 0) ||
      (one.figures?.move_ms ?? 0) - (other.figures?.move_ms ?? 0),
  );

/** How often a bot wins, how fast it is, and how it plays, as far as that is known. @param {Agent} bot @param {number} players */
export function botFacts(bot, players) {
  const rate = winRate(bot, players);
  const measured = rate === null || !bot.figures ? [] : [winsText(rate), speedText(bot.figures.move_ms)];
  return [...measured, inLine(bot.description ?? "")].filter(Boolean);
}

/** @param {number} rate the share of games that a bot wins */
export const winsText = (rate) => t("bots.wins", { share: formatChance(Math.min(rate, MOST_WINS)) });

/** @param {number} time milliseconds */
const speedText = (time) => (time < AT_ONCE_MS ? t("bots.at-once") : t("bots.time", { time: formatDuration(time) }));

/** A description as a part of a line. @param {string} description */
const inLine = (description) => description.slice(0, 1).toLocaleLowerCase() + description.slice(1).replace(/\.$/, "");

/** Whether an agent runs, or when it was last seen. @param {Agent} agent */
export function awakeText(agent) {
  if (isAwake(agent)) return t("bots.awake");
  if (!agent.last_seen) return t("bots.never-seen");
  return t("bots.asleep", { ago: formatAgo((serverNow() - Date.parse(agent.last_seen)) / 1000) });
}

/** What the figures of a bot are about, and whether it does not run. @param {Agent} bot @param {number} players */
export function botNote(bot, players) {
  const measured = winRate(bot, players) === null ? "" : plural("bots.about-wins", players);
  return [measured, isAwake(bot) ? "" : awakeText(bot)].filter(Boolean).join(" ");
}
