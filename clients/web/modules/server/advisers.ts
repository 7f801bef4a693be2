/** The agents that give advice, and the wait for their answer. */
import { pause } from "regicide-client/retry";
import { api } from "./api.ts";
import type { Advice, AdviceRequest, Agent } from "../types.ts";

const PREFERRED = ["planner", "planner-fast"];
const WAIT_S = 20;
const PAUSE_MS = 500;
const PATIENCE_MS = 120_000;

/** The agent has given no advice: it failed, or did not answer in time. */
export class NoAdvice extends Error {
  constructor(readonly reason: "failed" | "late") {
    super(reason);
  }
}

/** The agents that give advice, the preferred ones first. */
export const advisersOf = (agents: Agent[]) => preferredFirst(agents.filter(({ advises }) => advises));

/** The agents that review games, the preferred ones first. */
export const reviewersOf = (agents: Agent[]) => preferredFirst(agents.filter(({ reviews }) => reviews));

function preferredFirst(agents: Agent[]) {
  const rank = ({ name }: Agent) => (PREFERRED.indexOf(name) + PREFERRED.length + 1) % (PREFERRED.length + 1);
  return agents.sort((one, other) => rank(one) - rank(other));
}

/**
 * Ask an agent for advice and wait for its answer. Throws NoAdvice, or the errors of a request.
 * @param signal ends the wait
 */
export async function awaitAdvice(
  game_id: string,
  token: string | undefined,
  body: AdviceRequest & { limit: number },
  signal: AbortSignal,
): Promise<Advice> {
  const end = Date.now() + PATIENCE_MS;
  const { limit } = body;
  let advice = await api().askAdvice({ game_id, body }, { token, signal });
  while (advice.status === "pending") {
    if (Date.now() > end) throw new NoAdvice("late");
    advice = await api().getAdvice({ game_id, advice_id: advice.id, limit, wait: WAIT_S }, { token, signal });
    if (advice.status === "pending") await pause(PAUSE_MS, signal);
  }
  if (advice.status === "failed") throw new NoAdvice("failed");
  return advice;
}
