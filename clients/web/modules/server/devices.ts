/** The devices of this player: what they have, how another one gets it, and their end. */
import { ofApi } from "../storage/api_address.ts";
import { getValue, setValue } from "../storage/items.ts";
import { saveTaken, savedGame, savedGames } from "../storage/saved_games.ts";
import { api, Problem } from "./api.ts";
import type { Device, Pairing } from "../types.ts";

const OWN_DEVICE = "regicide.device";

/** The id of the device that a game began on. */
export const FIRST = "first";

/** The name of this device, if it has taken games. */
export function ownName(): string | undefined {
  const { name } = getValue(ofApi(OWN_DEVICE)) ?? {};
  return typeof name === "string" ? name : undefined;
}

/** The tokens of this device in a game: of its seats, and of the owner. */
function tokensIn(id: string): string[] {
  const { tokens = {}, owner } = savedGame(id) ?? {};
  return [...Object.values(tokens), ...(owner ? [owner] : [])];
}

/** Get a code for another device, which gives it all games of this one, and how long it is valid. */
export async function pair(key: string): Promise<Pairing & { validMs: number }> {
  const games = savedGames().map(([id]) => ({ id, tokens: tokensIn(id) }));
  const { content, headers } = await api().send("createPairing", { body: { games } }, { key });
  const pairing = content as Pairing;
  return { ...pairing, validMs: Date.parse(pairing.expires_at) - sentBefore(headers, api().now()) };
}

/** A time before which an answer was sent: its date has whole seconds. @param now where it has none */
const sentBefore = (headers: Headers, now: number) => (Date.parse(headers.get("Date") ?? "") || now) + 1000;

/**
 * Exchange the code of another device for its games, and save them; what this device had before in these games ends. Returns how
 * many have no room here.
 */
export async function take(code: string, name: string, key: string): Promise<number> {
  const added = await api().addDevice({ body: { code, name } }, { key });
  setValue(ofApi(OWN_DEVICE), { name });
  const games = added.games.map(({ game: id, seats }) => ({ id, ...(seats[0] && { token: seats[0].token }) }));
  const { items } = await api().getViews({ body: { games } });
  const taken = added.games.flatMap(({ game: id, seats, owner }) => {
    const view = items.find((item) => item.id === id)?.view;
    return view ? [{ game: view, seats, ...(owner && { owner }) }] : [];
  });
  // the end of a device holds in rematches, in which this one may have no other token
  const former = taken.flatMap(({ game }) =>
    game.next ? [] : tokensIn(game.id).map((token) => ({ game: game.id, token })),
  );
  const withoutRoom = saveTaken(taken);
  await Promise.all(former.map(({ game, token }) => endSelf(game, token)));
  return withoutRoom;
}

/** End the device that has a token, unless that is not valid any more. */
async function endSelf(game_id: string, token: string) {
  const own = (await devicesOf(game_id, token)).find(({ current }) => current);
  if (own) await end(game_id, own.id, token);
}

/** End a device for the seat or the owner of a token, unless that is not valid any more. */
const end = (game_id: string, device_id: string, token: string) =>
  api()
    .endDevice({ game_id, device_id }, { token })
    .catch((error) => {
      if (!(error instanceof Problem && error.code === "unknown-token")) throw error;
    });

/** A device, and the games in which it has tokens. */
export type KnownDevice = Device & { games: string[] };

/** The devices that have tokens for a game of this one; none for a game in which this device has none any more. */
export async function devicesIn(id: string): Promise<Device[]> {
  const [token] = tokensIn(id);
  return token ? devicesOf(id, token) : [];
}

const devicesOf = (game_id: string, token: string): Promise<Device[]> =>
  api()
    .listDevices({ game_id }, { token })
    .then(
      ({ devices }) => devices,
      () => [],
    );

/** The devices that have games of this one, which comes first. The first ones of several games may be different devices. */
export async function listDevices(): Promise<KnownDevice[]> {
  const found = new Map<string, KnownDevice>();
  const ids = savedGames().map(([id]) => id);
  const devices = await Promise.all(ids.map(devicesIn));
  for (const [number, of] of devices.entries())
    for (const device of of) {
      const game = ids[number] ?? "";
      const key = device.current ? "" : device.id === FIRST ? `${FIRST}-${game}` : device.id;
      const known = found.get(key) ?? { ...device, games: [] };
      found.set(key, { ...known, name: known.name ?? device.name, games: [...known.games, game] });
    }
  return [...found.values()].sort((one, other) => Number(other.current) - Number(one.current));
}

/** End a device in all games that it has of this one. */
export const endDevice = ({ id, games }: KnownDevice) =>
  Promise.all(games.flatMap((game) => tokensIn(game).map((token) => end(game, id, token))));
