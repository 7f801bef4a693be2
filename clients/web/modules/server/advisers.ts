/** The agents that give advice, and the wait for their answer. */
import { askAdvice, getAdvice, Problem } from "./api.ts";
import { pause } from "./pause.ts";
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
  game: string,
  token: string,
  wish: AdviceRequest & { limit: number },
  signal: AbortSignal,
): Promise<Advice> {
  const end = Date.now() + PATIENCE_MS;
  let advice = await askAdvice(game, token, wish, signal);
  while (advice.status === "pending") {
    if (Date.now() > end) throw new NoAdvice("late");
    advice = await nextAnswer(game, token, advice.id, wish.limit, signal);
    if (advice.status === "pending") await pause(PAUSE_MS, signal);
  }
  if (advice.status === "failed") throw new NoAdvice("failed");
  return advice;
}

/** Wait for an answer; without waiting in the request, if the server has no place for it. */
async function nextAnswer(game: string, token: string, id: string, limit: number, signal: AbortSignal) {
  try {
    return await getAdvice(game, token, id, { wait: WAIT_S, limit }, signal);
  } catch (error) {
    if (!(error instanceof Problem) || !error.retryAfterS) throw error;
    await pause(error.retryAfterS * 1000, signal);
    return getAdvice(game, token, id, { wait: 0, limit }, signal);
  }
}
