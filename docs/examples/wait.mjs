import { send } from "./api.mjs";

/** The views of a seat: the first at once, each further one as soon as it differs, until the game is over. */
export async function* views({ path, headers }, signal = undefined) {
  for (let etag = '""', over = false; !over; ) {
    const asked = { ...headers, "If-None-Match": etag, Prefer: "wait=30" };
    const answer = await send(path, { headers: asked, signal, cache: "no-store" });
    if (answer.status === 304) continue; // nothing new in half a minute
    etag = answer.headers.get("ETag");
    const view = await answer.json();
    over = view.result !== null;
    yield view;
  }
}
