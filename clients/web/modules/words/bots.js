// @ts-check
/** Bots in words: how strong and how fast they are, and whether they run. */
import { serverNow } from "../server/api.js";
import { formatAgo, formatDuration, t } from "./texts.js";

/** @import { Agent, TextKey } from "../types" */

/** An agent that runs asks for its turns again and again, and waits for an answer for a minute at most. */
const AWAKE_MS = 120_000;

/** The levels, with the smallest share of games that a bot of it wins. @type {[TextKey, number][]} */
const LEVELS = [
  ["bots.expert", 0.9],
  ["bots.strong", 0.6],
  ["bots.beginner", 0.05],
  ["bots.weakest", 0],
];

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

/** The level, the games won and the time per action, as far as they were measured. @param {Agent} bot @param {number} players */
export function strengthTexts(bot, players) {
  const rate = winRate(bot, players);
  if (rate === null || !bot.figures) return [];
  const [level] = LEVELS.find(([, least]) => rate >= least) ?? LEVELS[LEVELS.length - 1];
  return [
    t(level),
    t("bots.wins", { wins: Math.round(100 * rate) }),
    t("bots.time", { time: formatDuration(bot.figures.move_ms) }),
  ];
}

/** Whether an agent runs, or when it was last seen. @param {Agent} agent */
export function awakeText(agent) {
  if (isAwake(agent)) return t("bots.awake");
  if (!agent.last_seen) return t("bots.never-seen");
  return t("bots.asleep", { ago: formatAgo((serverNow() - Date.parse(agent.last_seen)) / 1000) });
}

/** What a bot does, how often it wins, how fast it is, and whether it runs. @param {Agent} bot @param {number} players */
export function botDescription(bot, players) {
  const measured = winRate(bot, players) === null ? "" : t("bots.about-wins");
  return [bot.description, measured, awakeText(bot)].filter(Boolean).join(" ");
}
