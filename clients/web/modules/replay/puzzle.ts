/**
 * Beginnings in the middle of a game, and their links. The link of a puzzle has the whole beginning: the seed with the
 * actions from its deal on, or a position; the number of players; and the seat that solves it.
 */
import { t } from "../words/texts.ts";
import type { Beginning, GameRecord, Puzzle } from "../types.ts";

const MAX_PLAYERS = 4;
/** The API takes as many. */
const MAX_ACTIONS = 1000;
/** Characters that a fragment may contain (RFC 3986), and that have no other meaning in these links. */
const READABLE = /%(?:2[BCF]|3[AD])/g;

/** A link that is not the link of a puzzle; the message says why. */
export class MalformedLink extends Error {}

/** The beginning of a game that goes on from a step of a record. */
export function beginningAt(record: GameRecord, step: number): Beginning {
  const { players, seed, first_player, events } = record;
  if (record.beginning === "position") return { players, position: step ? events[step - 1].position : record.start };
  return { players, seed, first_player, actions: events.slice(0, step).map(({ action }) => action) };
}

/** The hash of the link of a puzzle. */
export function puzzleHash({ players, seed, first_player, actions = [], position, seat }: Puzzle) {
  const fields = position
    ? { players, position, seat }
    : { players, seed, first: first_player, actions: actions.join(","), seat };
  const query = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `#/puzzle?${query.map(([name, value]) => `${name}=${encoded(String(value))}`).join("&")}`;
}

const encoded = (text: string) => encodeURIComponent(text).replace(READABLE, decodeURIComponent);

/** The puzzle of the query of a link. Throws MalformedLink. */
export function parsePuzzle(query: string): Puzzle {
  const fields = Object.fromEntries(query.split("&").map(parseField));
  if (Boolean(fields.seed) === Boolean(fields.position)) throw new MalformedLink(t("puzzle.bad-start"));
  const players = number(fields, "players", 1, MAX_PLAYERS) ?? missing("players");
  const seat = number(fields, "seat", 0, players - 1) ?? null;
  if (fields.position) return { players, position: fields.position, seat };
  const actions = (fields.actions ?? "").split(",").filter(Boolean);
  if (actions.length > MAX_ACTIONS)
    throw new MalformedLink(t("puzzle.too-many-actions", { count: actions.length, max: MAX_ACTIONS }));
  return { players, seed: fields.seed, first_player: number(fields, "first", 0, players - 1) ?? 0, actions, seat };
}

/** The name and the value of a field, in which `+` is not a space. */
function parseField(field: string) {
  const [name, ...value] = field.split("=");
  try {
    return [name, decodeURIComponent(value.join("="))];
  } catch {
    throw new MalformedLink(t("puzzle.bad-encoding", { name }));
  }
}

/** The number in a field; undefined without the field. */
function number(fields: Record<string, string>, name: string, low: number, high: number) {
  const text = fields[name];
  if (text === undefined) return undefined;
  if (!/^\d$/.test(text) || Number(text) < low || Number(text) > high)
    throw new MalformedLink(t("puzzle.bad-number", { name, value: text, low, high }));
  return Number(text);
}

function missing(name: string): never {
  throw new MalformedLink(t("puzzle.missing", { name }));
}
