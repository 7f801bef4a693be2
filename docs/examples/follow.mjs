import { send } from "./api.mjs";

/** A frame of a stream of events as an object of its fields; a comment says that the server is still there. */
function fields(frame) {
  const lines = frame.split("\n").filter((line) => !line.startsWith(":"));
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
}

/** The frames of a stream as they come, in whatever pieces. */
async function* frames(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = "", read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (text + read.value).split("\n\n");
      text = parts.pop(); // what is not complete yet
      yield* parts.map(fields);
    }
  } finally {
    await reader.cancel();
  }
}

/** The events of a game after a version, as they happen, each once, until the game is over. */
export async function* follow({ path, headers, look }, after = 0, signal = undefined) {
  for (let pause = 2000; ; ) {
    try {
      const asked = { ...headers, Accept: "text/event-stream", "Last-Event-ID": String(after) };
      const stream = await send(`${path}/events`, { headers: asked, signal });
      for await (const { id, data, retry } of frames(stream.body)) {
        if (retry) pause = Number(retry);
        if (!data) continue;
        after = Number(id);
        yield JSON.parse(data);
      }
      const view = await look();
      if (view.result !== null && view.version <= after) return;
    } catch (error) {
      if (error.problem || signal?.aborted) throw error; // everything else is a connection that broke off
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}
