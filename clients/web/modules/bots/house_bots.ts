/** The bots of the server, and the one that a page suggests. */
import { api } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { byStrength, isAwake, winRate } from "../words/bots.ts";
import type { Agent } from "../types.ts";

/** The bot that suits most players. */
export const FIRST_CHOICE = "planner-fast";

/** The house bots; none if the server does not list them. */
export const houseBots = (): Promise<Agent[]> =>
  orLast("bots", () => api().listAgents({ house: true, limit: 100 })).then(
    ({ items }) => items,
    () => [],
  );

/** A bot that wins at least this share of what the strongest one wins is a good partner, too. */
const GOOD_SHARE = 0.5;

/**
 * The first choice if it runs, else the strongest that runs; for further places of a table, the next good ones.
 * @param place among the bots of a table
 */
export function suggestedBot(agents: Agent[], players: number, place = 0) {
  const sorted = byStrength(agents, players);
  const running = sorted.filter(isAwake);
  const candidates = running.length ? running : sorted;
  if (!candidates.length) return "";
  const least = GOOD_SHARE * (winRate(candidates[0], players) ?? 0);
  const good = candidates.filter((bot) => (winRate(bot, players) ?? 0) >= least);
  const first = good.find(({ name }) => name === FIRST_CHOICE) ?? good[0];
  const inOrder = [first, ...good.filter((bot) => bot !== first)];
  return inOrder[place % inOrder.length].name;
}
