// A game of two players to its end: north follows the event stream, south polls. REGICIDE_URL names the server.
import { randomUUID } from "node:crypto"; // in a browser: crypto.randomUUID()
import { atSeat, create } from "./api.mjs";
import { follow } from "./follow.mjs";
import { views } from "./wait.mjs";

const server = process.env.REGICIDE_URL ?? "http://127.0.0.1:8000";
const seed = process.env.SEED;
const { game, seats } = await create(server, { players: 2, ...(seed && { seed }) }, randomUUID());
const [north, south] = seats.map(({ token }) => atSeat(server, game.id, token));

/** Act as long as it is the seat's turn: a seat may act several times in a row. */
async function play(seat, view) {
  while (view.turn === view.you) view = await seat.act(view, view.legal_actions[0]);
  return view;
}

async function playNorth() {
  const view = await play(north, await north.getGame());
  const versions = [];
  for await (const event of follow(north, 1)) {
    versions.push(event.version);
    if (view.version < event.version) await play(north, await north.getGame());
  }
  return versions;
}

async function playSouth() {
  let last;
  for await (const view of views(south)) last = await play(south, view);
  return last;
}

const [versions, last] = await Promise.all([playNorth(), playSouth()]);
console.log(JSON.stringify({ id: game.id, versions, result: last.result }));
