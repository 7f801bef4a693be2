import { send } from "./api.mjs";

const PROSPECTS = { yes: "you survive", no: "you cannot cover it", depends: "it depends on your draws" };

/** What an action leads to, in a few words. */
export function inWords({ damage, defeats, exact, health_left, healed, drawn, strike, covers, stopped, outcome }) {
  const cards = drawn.reduce((sum, count) => sum + count, 0);
  const parts = [
    damage && (defeats ? `kills${exact ? " exactly" : ""}` : `${damage} damage, leaves ${health_left}`),
    healed && `heals ${healed}`,
    cards && `draws ${cards}`,
    stopped.length && `immune to ${stopped.join()}`,
    strike && `strikes for ${strike}: ${PROSPECTS[covers]}`,
    outcome,
  ];
  return parts.filter(Boolean).join("; ");
}

/** The view of a seat, and what follows from each of its plays: a text for each action. */
export async function foresee({ path, headers }) {
  const view = await (await send(`${path}?include=previews`, { headers })).json();
  return { view, texts: Object.fromEntries(view.previews.map((preview) => [preview.action, inWords(preview)])) };
}
