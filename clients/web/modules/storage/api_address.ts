/**
 * The server of the API. The page asks before it sends requests to another origin than its own, and what belongs to games
 * is stored for the origin that has them.
 */
import { getValue, setValue } from "./items.ts";
import type { TextKey } from "../types.ts";

const CONSENTS = "regicide.api-origins";

/** The URL of the API at an address; null if requests cannot go there. */
function urlOf(address: string | null | undefined) {
  if (!address || !URL.canParse(address, location.href)) return null;
  const { protocol, origin, pathname } = new URL(address, location.href);
  return /^https?:$/.test(protocol) ? origin + pathname.replace(/\/$/, "") : null;
}

const originOf = (url: string) => new URL(url).origin;

/** The origins that the user has agreed to. */
function consents(): string[] {
  const saved = getValue(CONSENTS);
  return Array.isArray(saved) ? saved : [];
}

/** The API of the page: its `<meta name="regicide-api">`, else the server of the page. */
const own = urlOf(document.querySelector('meta[name="regicide-api"]')?.getAttribute("content")) ?? location.origin;
const requested = new URLSearchParams(location.search).get("api");
/** The API that the address names: `?api=URL`. */
const named = urlOf(requested) ?? own;
const served = document.querySelector('meta[name="regicide-served"]')?.getAttribute("content");
/** Whether the page comes from the server of an API, whose policy forbids requests to other servers. */
export const isServed = Boolean(served);
/** The origin of the page for other devices: that of the network if its server names it. */
export const sharedOrigin = served && URL.canParse(served) ? new URL(served).origin : location.origin;
let current = [location.origin, originOf(own), ...consents()].includes(originOf(named)) ? named : own;

/** The URL of the API, without a slash at its end. */
export const apiUrl = () => current;

/** Whether the address names an API, also in vain. */
export const namesApi = () => requested !== null;

/** The origin of the API that the address names. */
export const namedOrigin = () => originOf(named);

/** Why the page cannot send requests where its address says; null if it can. */
export function refusal(): TextKey | null {
  if (namesApi() && !urlOf(requested)) return "api.invalid";
  return isServed && ![location.origin, originOf(own)].includes(originOf(named)) ? "api.own-only" : null;
}

/** The origin that the address names and the user has not agreed to; null without one. */
export const unknownOrigin = () => (current === named ? null : originOf(named));

/** Use the API that the address names, and remember the consent to its origin. */
export function useNamedApi() {
  setValue(CONSENTS, [...consents(), originOf(named)]);
  current = named;
}

/** Keep the API of the page, take the other one out of the address, and forget the consent to it. */
export function keepOwnApi() {
  setValue(
    CONSENTS,
    consents().filter((each) => each !== originOf(named)),
  );
  const address = new URL(location.href);
  address.searchParams.delete("api");
  history.replaceState(null, "", address);
}

/** The name of an item that belongs to the origin of the API: only the page's own has no origin in it. */
export const ofApi = (name: string) => (originOf(current) === location.origin ? name : `${name}@${originOf(current)}`);
