import { send } from "./api.mjs";

/** The fields of a frame of an event stream; comments, which are heartbeats, are ignored. */
function fields(frame) {
  const lines = frame.split("\n").filter((line) => !line.startsWith(":"));
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
}

/** The frames of a stream, which arrives in arbitrary pieces. */
async function* frames(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = "", read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (text + read.value).split("\n\n");
      text = parts.pop(); // an incomplete frame
      yield* parts.map(fields);
    }
  } finally {
    await reader.cancel();
  }
}

/** The events of a game after a version, each once, until the game is over. Reconnects after failures. */
export async function* follow({ path, headers }, after = 0, signal = undefined) {
  for (let pause = 2000; ; ) {
    try {
      const resume = { ...headers, Accept: "text/event-stream", "Last-Event-ID": String(after) };
      const stream = await send(`${path}/events`, { headers: resume, signal });
      if (stream.status === 204) return; // nothing more to tell
      for await (const { id, data, retry } of frames(stream.body)) {
        if (retry) pause = Number(retry);
        if (!data) continue;
        after = Number(id);
        yield JSON.parse(data);
      }
    } catch (error) {
      if (error.problem || signal?.aborted) throw error; // other errors are connection failures
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}
