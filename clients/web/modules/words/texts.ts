/** The texts of the user interface in the chosen language; English where a text is missing. */

import { loadCode } from "../server/release.ts";
import { dateLocale, keepLanguage, language, type Language } from "../storage/language.ts";
import type { TextKey, PluralKey } from "../types.ts";

export type Values = Record<string, string | number>;

type Part = Record<Language, () => Promise<{ default: Record<string, string> }>>;

/** The texts of the first load: build.mjs finds them. */
const FIRST: Part = {
  en: () => import("../../texts/en.json?first", { with: { type: "json" } }),
  es: () => import("../../texts/es.json?first", { with: { type: "json" } }),
  ca: () => import("../../texts/ca.json?first", { with: { type: "json" } }),
  it: () => import("../../texts/it.json?first", { with: { type: "json" } }),
};
/** The texts that the other pages alone need. */
const PAGES: Part = {
  en: () => import("../../texts/en.json?pages", { with: { type: "json" } }),
  es: () => import("../../texts/es.json?pages", { with: { type: "json" } }),
  ca: () => import("../../texts/ca.json?pages", { with: { type: "json" } }),
  it: () => import("../../texts/it.json?pages", { with: { type: "json" } }),
};

let texts: Record<string, string> = {};
let parts = [FIRST];

/** Load the texts of the current language. Throws ConnectionFailed, or loads the page again: see `loadCode`. */
export async function loadTexts() {
  const found = await loadCode(() => Promise.all(parts.map(textsOf)));
  texts = Object.assign({}, ...found);
}

/** Load the texts of the other pages, too. */
export async function loadPageTexts() {
  Object.assign(texts, await textsOf(PAGES));
  parts = [FIRST, PAGES];
}

async function textsOf(part: Part) {
  const [english, translated] = await Promise.all([part.en(), part[language()]()]);
  return { ...english.default, ...translated.default };
}

/** Change the language; it stays as it is without texts in the new one: throws ConnectionFailed. */
export async function setLanguage(chosen: Language) {
  const before = language();
  keepLanguage(chosen);
  try {
    await loadTexts();
  } catch (error) {
    keepLanguage(before);
    throw error;
  }
}

/** A text with its placeholders filled in. */
export const t = (key: TextKey, values?: Values) => fillIn(texts[key] ?? key, values);

/** A text as its pieces: placeholders become their values, which may be elements. */
export const pieces = <Piece>(key: TextKey, values: Record<string, Piece>): (string | Piece)[] =>
  (texts[key] ?? key)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part))
    .filter((part) => part !== "");

/** A text in the plural form of a count. */
export function plural(key: PluralKey, count: number, values?: Values) {
  const form = new Intl.PluralRules(language()).select(count);
  return fillIn(texts[`${key}.${form}`] ?? texts[`${key}.other`] ?? key, { count, ...values });
}

const fillIn = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));

/** A text that begins with a capital. */
export const capitalized = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

/** Items as a list in a sentence. */
export const formatList = (items: string[]) => new Intl.ListFormat(language(), { type: "conjunction" }).format(items);

/** A share as a percentage. */
export const formatShare = (share: number) => new Intl.NumberFormat(language(), { style: "percent" }).format(share);

const HALF_PERCENT = 0.005;

/** A chance as a percentage; only what is certain is 0 % or 100 %. */
export function formatChance(chance: number) {
  if (chance > 0 && chance < HALF_PERCENT) return `<${formatShare(0.01)}`;
  return chance < 1 && chance >= 1 - HALF_PERCENT ? `>${formatShare(0.99)}` : formatShare(chance);
}

/** The time of day of a time (RFC 3339), where the player is. */
export const formatTime = (time: string) =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: "short" }).format(new Date(time));

/** A time (RFC 3339) with its day, where the player is. */
export const formatMoment = (time: string) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** The day of a moment, in short; of another year, with that. */
export const formatDate = (time: string) => {
  const isOld = new Date(time).getFullYear() !== new Date().getFullYear();
  return new Intl.DateTimeFormat(dateLocale(), {
    ...{ day: "numeric", month: "short", year: isOld ? "numeric" : undefined },
  }).format(new Date(time));
};

/** A day, as `2026-11-23`, in words. */
export const formatDay = (date: string) =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: "full", timeZone: "UTC" }).format(new Date(date));

/** A week from its first day on. @param beginMs in milliseconds */
export const formatWeek = (beginMs: number) =>
  new Intl.DateTimeFormat(dateLocale(), { day: "numeric", month: "short", timeZone: "UTC" }).formatRange(
    beginMs,
    beginMs + 6 * 86_400_000,
  );

/** A time in milliseconds, with its unit: milliseconds, or seconds from one second on. */
export function formatDuration(milliseconds: number) {
  const [amount, unit] = milliseconds < 1000 ? [milliseconds, "millisecond"] : [milliseconds / 1000, "second"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, maximumFractionDigits: 1 }).format(amount);
}

const DAY_S = 86_400;

/** The units of times ago, with their seconds, longest first. */
const UNITS_S: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", DAY_S],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago a time was, such as "5 min. ago" and "yesterday". */
export function formatAgo(seconds: number) {
  const [unit, length] = UNITS_S.find(([, each]) => seconds >= each) ?? ["second", Infinity];
  const style = seconds < DAY_S ? "short" : "long";
  const amount = -Math.floor(seconds / length) || 0;
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto", style }).format(amount, unit);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A time in whole minutes, or in hours from two hours on. */
export function formatMinutes(durationMs: number) {
  const [unit, size] = durationMs < 2 * HOUR_MS ? ["minute", MINUTE_MS] : ["hour", HOUR_MS];
  const format = new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.max(1, Math.floor(durationMs / size)));
}

/** A time as minutes and seconds, and with hours from one on: "5:12". */
export function formatSeconds(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** The name of the day of the week of a day, as `2026-11-23`. */
export const weekday = (date: string, length: "long" | "narrow") =>
  new Intl.DateTimeFormat(dateLocale(), { weekday: length, timeZone: "UTC" }).format(Date.parse(date));

/** A time until something happens, in hours and minutes that begin: "3 hr 12 min". */
export function formatCountdown(durationMs: number) {
  const minutes = Math.max(1, Math.ceil(durationMs / MINUTE_MS));
  const inUnit = (amount: number, unit: string) =>
    new Intl.NumberFormat(language(), { style: "unit", unit }).format(amount);
  const hours = Math.floor(minutes / 60);
  return [hours && inUnit(hours, "hour"), (minutes % 60 || !hours) && inUnit(minutes % 60, "minute")]
    .filter(Boolean)
    .join(" ");
}
