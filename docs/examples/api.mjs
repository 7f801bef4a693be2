/** An error response: `problem` is the server's description, `problem.code` its stable code. */
export class ProblemError extends Error {
  constructor(problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Send a request. Retries after connection failures and after the statuses 429, 502, 503 and 504. */
export async function send(url, options = {}, attempts = 6) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(url, options);
      if (response.ok || response.status === 304) return response;
      const described = response.headers.get("Content-Type")?.startsWith("application/problem+json");
      const problem = described ? await response.json() : { code: "no-problem", detail: `status ${response.status}` };
      if (![429, 502, 503, 504].includes(response.status)) throw new ProblemError(problem);
      if (attempt === attempts) throw new ProblemError(problem);
      await pause(1000 * Number(response.headers.get("Retry-After") ?? 0));
    } catch (error) {
      const final = error instanceof ProblemError || error.name === "AbortError";
      if (final || attempt === attempts) throw error;
    }
    await pause(100 * 2 ** attempt * Math.random());
  }
}

/** A game as seen from the seat of a token, or by a spectator without one. */
export function atSeat(server, id, token) {
  const path = `${server}/v1/games/${id}`;
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return {
    path,
    headers,
    getGame: async () => (await send(path, { headers })).json(),
    act: async ({ version }, action) => {
      const body = JSON.stringify({ version, action });
      const options = { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body };
      return (await send(`${path}/actions`, options)).json();
    },
  };
}

/** Create a game, once for each key of 22 characters or more, such as crypto.randomUUID(). */
export async function create(server, request, key) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  return (await send(`${server}/v1/games`, { method: "POST", headers, body: JSON.stringify(request) })).json();
}
