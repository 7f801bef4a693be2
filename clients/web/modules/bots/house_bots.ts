/** The bots of the server, and the one that a page suggests. */
import { api } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { byStrength, isAwake } from "../words/bots.ts";
import type { Agent } from "../types.ts";

/** The bot that suits most players. */
export const FIRST_CHOICE = "planner-fast";

/** The house bots; none if the server does not list them. */
export const houseBots = (): Promise<Agent[]> =>
  orLast("bots", () => api().listAgents({ house: true, limit: 100 })).then(
    ({ items }) => items,
    () => [],
  );

/** The first choice if it runs, else the strongest that runs. */
export function suggestedBot(agents: Agent[], players: number) {
  const sorted = byStrength(agents, players);
  const running = sorted.filter(isAwake);
  const candidates = running.length ? running : sorted;
  return (candidates.find(({ name }) => name === FIRST_CHOICE) ?? candidates[0])?.name ?? "";
}
