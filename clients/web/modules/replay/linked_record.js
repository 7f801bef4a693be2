// @ts-check
/** Records within their own links, `#/replay/RECORD/move-17`: compressed by deflate (RFC 1950), in Base64 for URLs. */
import { isGameId, NoGameAddress } from "../ui/route.js";

/** @import { GameRecord } from "../types" */

/** Far more than a long game; it bounds what is unpacked. */
const MAX_CHARACTERS = 100_000;

/** Whether the id of a route is a record. @param {string} id */
export const isRecord = (id) => !isGameId(id) && id.length > 100 && id.length <= MAX_CHARACTERS;

/** The record that is the id of a route, which stays its id. Throws NoGameAddress. @param {string} id @returns {Promise<GameRecord>} */
export async function linkedRecord(id) {
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return { ...(await new Response(unpacked).json()), id };
  } catch {
    throw new NoGameAddress(id);
  }
}
