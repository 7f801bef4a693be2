/** What goes wrong: a problem as the server describes it; `problem.code` says which. */
export class Refused extends Error {
  constructor(problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The answer to a request. Where none came, or none could be given just now, it is sent again. */
export async function send(url, options = {}, attempts = 6) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(url, options);
      if (answer.ok || answer.status === 304) return answer;
      const told = answer.headers.get("Content-Type")?.startsWith("application/problem+json");
      const problem = told ? await answer.json() : { code: "no-answer", detail: `status ${answer.status}` };
      if (![429, 502, 503, 504].includes(answer.status)) throw new Refused(problem);
      if (attempt === attempts) throw new Refused(problem);
      await pause(1000 * Number(answer.headers.get("Retry-After") ?? 0));
    } catch (error) {
      const asked = error instanceof Refused || error.name === "AbortError";
      if (asked || attempt === attempts) throw error;
    }
    await pause(100 * 2 ** attempt * Math.random());
  }
}

/** A game as its seat sees it that the token is of, or a spectator, without one. */
export function atSeat(server, id, token) {
  const path = `${server}/v1/games/${id}`;
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return {
    path,
    headers,
    look: async () => (await send(path, { headers })).json(),
    act: async ({ version }, action) => {
      const body = JSON.stringify({ version, action });
      const said = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
      return (await send(`${path}/actions`, said)).json();
    },
  };
}

/** A new game. With the same key, which nobody can guess, it can be asked for again and again, and is made once. */
export async function create(server, wish, key) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  return (await send(`${server}/v1/games`, { method: "POST", headers, body: JSON.stringify(wish) })).json();
}
