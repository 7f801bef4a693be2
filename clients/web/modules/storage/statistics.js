// @ts-check
/**
 * Today's deals that were played in this browser, in `localStorage`, and the statistics that follow from them.
 *
 * Of each day and number of players one game counts: the first one. Everything is derived from these entries, so that a
 * reload, another tab or a second look at a finished game counts nothing twice.
 */

import { ofApi } from "./api_address.js";
import { getValue, setValue } from "./items.js";

/** @import { DealOfDay, GameResult } from "../types" */

const DEALS = "regicide.deals";
const KEY = /^\d{4}-\d\d-\d\d\/\d$/;
const FALLS = /^[xd]*$/;
const MAX_ENTRIES = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How a game ended. `falls` has a letter for each defeated enemy, in order: x exactly, d otherwise.
 * @typedef {{ outcome: "won" | "lost", grade: GameResult["grade"], falls: string }} DayResult
 */
/** The game that counts for a deal, and its result. @typedef {{ game: string, result?: DayResult }} DayEntry */
/** Entries by date and number of players: `2026-11-23/1`. @typedef {Record<string, DayEntry>} DayEntries */

/** @typedef {Pick<DealOfDay, "date" | "players">} Deal */

/** The entries; what is damaged is left out. @returns {DayEntries} */
function read() {
  const entries = Object.entries(getValue(ofApi(DEALS)) ?? {});
  return Object.fromEntries(entries.filter(([key, entry]) => isKey(key) && isEntry(entry)));
}

/** @param {string} key */
const isKey = (key) => KEY.test(key) && !Number.isNaN(Date.parse(key.slice(0, "2026-11-23".length)));

/** @param {any} entry @returns {entry is DayEntry} */
const isEntry = (entry) => typeof entry?.game === "string" && (entry.result === undefined || isResult(entry.result));

/** @param {any} result @returns {result is DayResult} */
const isResult = (result) =>
  ["won", "lost"].includes(result?.outcome) &&
  [null, "gold", "silver", "bronze"].includes(result.grade) &&
  typeof result.falls === "string" &&
  FALLS.test(result.falls);

/** @param {DayEntries} entries */
function write(entries) {
  const newest = Object.entries(entries).sort(([one], [other]) => (one < other ? 1 : -1));
  setValue(ofApi(DEALS), Object.fromEntries(newest.slice(0, MAX_ENTRIES)));
}

/** @param {Deal} deal */
const keyOf = ({ date, players }) => `${date}/${players}`;

/** The game that counts for a deal. @param {Deal} deal @returns {DayEntry | undefined} */
export const dayEntry = (deal) => read()[keyOf(deal)];

/** The games that count for the deals of a day. @param {string} date */
export const dayEntriesOf = (date) =>
  Object.entries(read()).flatMap(([key, entry]) => (key.startsWith(`${date}/`) ? [entry] : []));

/** Let a game count for a deal, unless another one does. @param {Deal} deal @param {string} game */
export function noteGame(deal, game) {
  const entries = read();
  if (!entries[keyOf(deal)]) write({ ...entries, [keyOf(deal)]: { game } });
}

/** Let a game count no more: it never started, or does not exist. @param {Deal} deal @param {string} game */
export function forgetDayGame(deal, game) {
  const { [keyOf(deal)]: entry, ...others } = read();
  if (entry?.game === game && !entry.result) write(others);
}

/** Keep the result of a game if it counts. @param {Deal} deal @param {string} game @param {DayResult} result */
export function noteResult(deal, game, result) {
  noteGame(deal, game);
  const entries = read();
  const entry = entries[keyOf(deal)];
  if (entry?.game === game && !entry.result) write({ ...entries, [keyOf(deal)]: { game, result } });
}

/**
 * The statistics of the finished games.
 * @param {string} today the date of today's deal @param {number} enemies in a castle @param {DayEntries} [entries]
 */
export function statistics(today, enemies, entries = read()) {
  const played = Object.entries(entries).flatMap(([key, { result }]) =>
    result ? [{ date: key.split("/")[0] ?? "", result }] : [],
  );
  const count = (/** @type {(result: DayResult) => boolean} */ fits) =>
    played.filter(({ result }) => fits(result)).length;
  return {
    played: played.length,
    won: count(({ outcome }) => outcome === "won"),
    grades: {
      gold: count(({ grade }) => grade === "gold"),
      silver: count(({ grade }) => grade === "silver"),
      bronze: count(({ grade }) => grade === "bronze"),
    },
    /** The games by number of defeated enemies. */
    defeated: Array.from({ length: enemies + 1 }, (_, number) => count(({ falls }) => falls.length === number)),
    ...streaks(today, new Set(played.map(({ date }) => date))),
  };
}

/**
 * The days in a row up to today, or to yesterday if today's deal was not played yet, and the most days in a row.
 * @param {string} today @param {Set<string>} dates
 */
function streaks(today, dates) {
  const endingAt = (/** @type {string} */ date) => {
    let days = 0;
    for (let day = date; dates.has(day); day = dayBefore(day)) days++;
    return days;
  };
  const streak = endingAt(dates.has(today) ? today : dayBefore(today));
  return { streak, longest: Math.max(0, ...[...dates].map(endingAt)) };
}

/** @param {string} date a day, as `2026-11-23` */
const dayBefore = (date) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
