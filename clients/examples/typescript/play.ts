/**
 * Plays one game to its end with the client that openapi-generator makes for TypeScript (typescript-fetch): every seat
 * takes its first legal action. REGICIDE_URL is the server, http://127.0.0.1:8000 by default.
 */
import { Configuration, GamesApi, GameStatus, LobbyApi, ResponseError } from "./client/index.js";
import type { Effect, GameView } from "./client/index.js";

const basePath = process.env.REGICIDE_URL ?? "http://127.0.0.1:8000";

async function play(): Promise<GameView> {
  const lobby = new LobbyApi(new Configuration({ basePath }));
  const created = await lobby.createGame({ createGameRequest: { players: 2 } });
  const seats = created.seats.map(({ token }) => new GamesApi(new Configuration({ basePath, accessToken: token })));
  let view = created.game;
  for (let seat = seats[view.turn ?? 0]; seat && view.status === GameStatus.Active; seat = seats[view.turn ?? 0]) {
    view = await seat.getGame({ gameId: view.id });
    const action = { version: view.version, action: view.legalActions[0] ?? "yield" };
    view = await seat.act({ gameId: view.id, actionRequest: action });
  }
  return view;
}

/** The comparison with the type narrows a union: only a `defeat` has `exact`. */
const isExactDefeat = (effect: Effect): boolean => effect.type === "defeat" && effect.exact;

async function exactDefeats(gameId: string): Promise<number> {
  const events = await new GamesApi(new Configuration({ basePath })).getEvents({ gameId });
  const effects = (events?.items ?? []).flatMap((event) => (event.type === "action" ? event.effects : []));
  return effects.filter(isExactDefeat).length;
}

try {
  const view = await play();
  const exact = await exactDefeats(view.id);
  const { outcome, reason, defeated } = view.result ?? {};
  console.log(`${outcome}: ${reason}; ${defeated} of 12 enemies defeated, ${exact} of them exactly`);
} catch (error) {
  console.error(error instanceof ResponseError ? await error.response.text() : error);
  process.exit(1);
}
