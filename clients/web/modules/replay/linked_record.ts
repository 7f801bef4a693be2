/** Records within their own links, `#/replay/RECORD/move-17`: compressed by deflate (RFC 1950), in Base64 for URLs. */
import { isGameId, NoGameAddress } from "../ui/route.ts";
import { isGameRecord } from "./record_form.ts";
import type { GameRecord } from "../types.ts";

/** Far more than a long game. */
const MAX_CHARACTERS = 100_000;
/** The size of the longest record, with 2.5 KB for each action. */
const MAX_BYTES = 1_000_000;

/** Whether the id of a route is a record. */
export const isRecord = (id: string) => !isGameId(id) && id.length > 100 && id.length <= MAX_CHARACTERS;

/** The record that is the id of a route, which stays its id. Throws NoGameAddress. */
export async function linkedRecord(id: string): Promise<GameRecord> {
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).pipeThrough(bound());
    const record = await new Response(unpacked).json();
    if (isGameRecord(record)) return { ...record, id };
  } catch {
    // what is no record is refused below
  }
  throw new NoGameAddress(id);
}

/** A stream that fails after so many bytes as no record has. */
function bound() {
  let size = 0;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      size += part.length;
      if (size > MAX_BYTES) throw new RangeError("no record has that size");
      controller.enqueue(part);
    },
  });
}
