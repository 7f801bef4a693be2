/** Records within their own links, `#/replay/RECORD/move-17`: compressed by deflate (RFC 1950), in Base64 for URLs. */
import { isGameId, NoGameAddress } from "../ui/route.ts";
import type { GameRecord } from "../types.ts";

/** Far more than a long game; it bounds what is unpacked. */
const MAX_CHARACTERS = 100_000;

/** Whether the id of a route is a record. */
export const isRecord = (id: string) => !isGameId(id) && id.length > 100 && id.length <= MAX_CHARACTERS;

/** The record that is the id of a route, which stays its id. Throws NoGameAddress. */
export async function linkedRecord(id: string): Promise<GameRecord> {
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return { ...(await new Response(unpacked).json()), id };
  } catch {
    throw new NoGameAddress(id);
  }
}
