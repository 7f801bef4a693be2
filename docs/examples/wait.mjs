import { send } from "./api.mjs";

/** The views of a seat: the current one, then each changed one, until the game is over. */
export async function* views({ path, headers }, signal = undefined) {
  for (let etag = '""', over = false; !over; ) {
    const conditional = { ...headers, "If-None-Match": etag, Prefer: "wait=30" };
    const response = await send(path, { headers: conditional, signal, cache: "no-store" });
    if (response.status === 304) continue; // unchanged for 30 seconds
    etag = response.headers.get("ETag");
    const view = await response.json();
    over = !["waiting", "active"].includes(view.status); // a cancelled game has no result
    yield view;
  }
}
