/** Bots in words: how strong and how fast they are, how they play, and whether they run. */
import { characterOf } from "./names.ts";
import { api } from "../server/api.ts";
import { formatAgo, formatChance, formatDuration, t } from "./texts.ts";
import type { Agent } from "../types.ts";

/** An agent that runs asks for its turns again and again, and waits for an answer for a minute at most. */
const AWAKE_MS = 120_000;

/** Times per action that a player does not notice. */
const AT_ONCE_MS = 1000;

/** A bot that won every measured game does not win every game. */
const MOST_WINS = 0.999;

/** The share of games that a bot wins with its like; null if it was not measured. */
export const winRate = ({ figures }: Agent, players: number) =>
  figures?.win_rates.find((each) => each.players === players)?.rate ?? null;

/** Whether an agent has asked for its turns lately. */
export const isAwake = ({ last_seen: seen }: Agent) => Boolean(seen) && api().now() - Date.parse(seen ?? "") < AWAKE_MS;

/** Bots by strength, those of equal strength by speed. */
export const byStrength = (bots: Agent[], players: number) =>
  [...bots].sort(
    (one, other) =>
      (winRate(other, players) ?? 0) - (winRate(one, players) ?? 0) ||
      (one.figures?.move_ms ?? 0) - (other.figures?.move_ms ?? 0),
  );

/** How often a bot wins, how fast it is, and how it plays, as far as that is known. */
export function botFacts(bot: Agent, players: number) {
  const rate = winRate(bot, players);
  const measured = rate === null || !bot.figures ? [] : [winsText(rate), speedText(bot.figures.move_ms)];
  return [...measured, inLine(manner(bot))].filter(Boolean);
}

/** How an agent plays: the line of its character, else its own description. */
export function manner({ name, description }: Pick<Agent, "name" | "description">) {
  const character = characterOf(name);
  return character ? t(`character.${character}`) : (description ?? "");
}

/** @param rate the share of games that a bot wins */
export const winsText = (rate: number) => t("bots.wins", { share: formatChance(Math.min(rate, MOST_WINS)) });

/** @param time milliseconds */
export const speedText = (time: number) =>
  time < AT_ONCE_MS ? t("bots.at-once") : t("bots.time", { time: formatDuration(time) });

/** A description as a part of a line. */
const inLine = (description: string) =>
  description.slice(0, 1).toLocaleLowerCase() + description.slice(1).replace(/\.$/, "");

/** Whether an agent runs, or when it was last seen. */
export function awakeText(agent: Agent) {
  if (isAwake(agent)) return t("bots.awake");
  if (!agent.last_seen) return t("bots.never-seen");
  return t("bots.asleep", { ago: formatAgo((api().now() - Date.parse(agent.last_seen)) / 1000) });
}
