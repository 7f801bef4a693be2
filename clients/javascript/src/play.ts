/**
 * Plays one whole game over HTTP, every request and every answer typed by the OpenAPI document.
 *
 * REGICIDE_URL is the server, http://127.0.0.1:8000 if left out; PLAYERS (1 to 4) and SEED choose the game.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/types.js";

type View = components["schemas"]["GameView"];
type Problem = components["schemas"]["Problem"];

const api = createClient<paths>({ baseUrl: process.env.REGICIDE_URL ?? "http://127.0.0.1:8000" });

/** The content of an answer; a problem is thrown. */
function content<T>(answer: { data?: T | undefined; error?: Problem | undefined }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  }
  return answer.data;
}

/** Whose turn it is, as long as the game goes on. */
const turnOf = (view: View): number | null => (view.status === "active" ? view.turn : null);

async function play(players: number, seed?: string): Promise<View> {
  const created = content(await api.POST("/v1/games", { body: { players, ...(seed && { seed }) } }));
  const path = { game_id: created.game.id };
  let view = created.game;
  for (let seat = turnOf(view); seat !== null; seat = turnOf(view)) {
    const headers = { Authorization: `Bearer ${created.seats[seat]?.token}` };
    view = content(await api.GET("/v1/games/{game_id}", { params: { path }, headers }));
    const action = view.legal_actions[0] ?? "yield";
    const body = { version: view.version, action };
    view = content(await api.POST("/v1/games/{game_id}/actions", { params: { path }, headers, body }));
    console.log(`${body.version} seat ${seat}: ${action}`);
  }
  return view;
}

const end = await play(Number(process.env.PLAYERS ?? "2"), process.env.SEED);
console.log(`${end.result?.outcome}: ${end.result?.reason}; ${end.defeated} of 12 enemies defeated`);
