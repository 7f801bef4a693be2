/**
 * Today's deals that were played in this browser, in `localStorage`.
 *
 * Of each day and number of players one game counts: the first one. The statistics follow from these entries, so that a
 * reload, another tab or a second look at a finished game counts nothing twice.
 */

import { ofApi } from "./api_address.ts";
import { getValue, setValue } from "./items.ts";
import type { DealOfDay, GameResult } from "../types.ts";

const DEALS = "regicide.deals";
const KEY = /^\d{4}-\d\d-\d\d\/\d$/;
const MAX_ENTRIES = 1000;

/** How a game ended. `falls` has a letter for each defeated enemy, in order: x exactly, d otherwise. */
export type DayResult = {
  outcome: "won" | "lost";
  grade: GameResult["grade"];
  falls: string;
  givenUp?: boolean; // then its day counts in no streak
  enemy?: string; // the card of the enemy that stood at the end
};
/** The game that counts for a deal, and its result. */
type DayEntry = { game: string; result?: DayResult };
/** Entries by date and number of players: `2026-11-23/1`. */
export type DayEntries = Record<string, DayEntry>;

type Deal = Pick<DealOfDay, "date" | "players">;

/** The entries; what is damaged is left out. */
export function dayEntries(): DayEntries {
  const entries = Object.entries(getValue(ofApi(DEALS)) ?? {});
  return Object.fromEntries(entries.flatMap(([key, entry]) => (isKey(key) && isEntry(entry) ? [[key, entry]] : [])));
}

const isKey = (key: string) => KEY.test(key) && !Number.isNaN(Date.parse(key.slice(0, "2026-11-23".length)));

const isEntry = (entry: any): entry is DayEntry =>
  typeof entry?.game === "string" && (entry.result === undefined || isResult(entry.result));

/** Whether the end of a game is not damaged. */
export const isResult = (result: any): boolean =>
  ["won", "lost"].includes(result?.outcome) &&
  (result.grade === null || (result.outcome === "won" && ["gold", "silver", "bronze"].includes(result.grade))) &&
  typeof result.falls === "string" &&
  /^[xd]{0,12}$/.test(result.falls) &&
  ["boolean", "undefined"].includes(typeof result.givenUp) &&
  isEnemy(result.enemy ?? "KS");

const isEnemy = (card: unknown) => typeof card === "string" && /^[JQK][CDHS]$/.test(card);

function write(entries: DayEntries) {
  const newest = Object.entries(entries).sort(([one], [other]) => (one < other ? 1 : -1));
  setValue(ofApi(DEALS), Object.fromEntries(newest.slice(0, MAX_ENTRIES)));
}

const keyOf = ({ date, players }: Deal) => `${date}/${players}`;

/** The game that counts for a deal. */
export const dayEntry = (deal: Deal): DayEntry | undefined => dayEntries()[keyOf(deal)];

/** The games that count for the deals of a day. */
export const dayEntriesOf = (date: string) =>
  Object.entries(dayEntries()).flatMap(([key, entry]) => (key.startsWith(`${date}/`) ? [entry] : []));

/** The games that count for deals, of the newest day first. */
export const dayGames = () =>
  Object.entries(dayEntries())
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([, { game }]) => game);

/** Let a game count for a deal, unless another one does. */
export function noteGame(deal: Deal, game: string) {
  const entries = dayEntries();
  if (!entries[keyOf(deal)]) write({ ...entries, [keyOf(deal)]: { game } });
}

/** Let a game count no more: it never started, or does not exist. */
export function forgetDayGame(deal: Deal, game: string) {
  const { [keyOf(deal)]: entry, ...others } = dayEntries();
  if (entry?.game === game && !entry.result) write(others);
}

/** Keep the result of a game if it counts. */
export function noteResult(deal: Deal, game: string, result: DayResult) {
  noteGame(deal, game);
  const entries = dayEntries();
  const entry = entries[keyOf(deal)];
  if (entry?.game === game && !entry.result) write({ ...entries, [keyOf(deal)]: { game, result } });
}
