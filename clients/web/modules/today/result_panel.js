// @ts-check
/** A result of today's deal: squares, the bots' results, and the text to paste or share. */
import { button, fill, h } from "../ui/dom.js";
import { pageUrl } from "../ui/route.js";
import { enemyCount } from "../words/reference.js";
import { t } from "../words/texts.js";
import { finished, ranksOf, resultText } from "./result_text.js";

/** @import { BotResult, DealOfDay, GameResult } from "../types" */
/** @import { DayResult } from "../storage/statistics.js" */

const CLASSES = { x: "exact", d: "defeated", "-": "standing" };

/** @param {Pick<DealOfDay, "date" | "players">} deal @param {DayResult} result @param {BotResult[]} bots */
export function resultPanel(deal, result, bots) {
  const text = resultText(deal, result, bots, pageUrl("#/today"));
  const place = h("div", { class: "copied", "aria-live": "polite" });
  const share = "share" in navigator && button("share-result", t("today.share"), () => void shareText(text));
  return h(
    "div",
    { class: "day-result" },
    h("p", { class: "day-count" }, scoreText(result.falls.length, result.grade)),
    squares(result.falls),
    botResults(bots),
    h(
      "div",
      { class: "buttons" },
      button("copy-result", t("today.copy"), () => void copyText(text, place)),
      share,
    ),
    place,
  );
}

/** What the squares mean. */
const meanings = () => ({ exact: t("today.exact"), defeated: t("today.defeated"), standing: t("today.standing") });

/** One square for each enemy, by rank, with its meaning. @param {string} falls */
export function squares(falls) {
  const exact = [...falls].filter((fall) => fall === "x").length;
  const label = t("today.squares", { defeated: falls.length, enemies: enemyCount(), exact });
  const square = (/** @type {keyof typeof CLASSES} */ fall) => h("span", { class: `square ${CLASSES[fall]}` });
  return h(
    "div",
    { class: "squares-with-key" },
    h(
      "div",
      { class: "squares", role: "img", "aria-label": label },
      ...ranksOf(falls).map((rank) => h("span", { class: "rank-squares" }, ...rank.map(square))),
    ),
    h(
      "p",
      { class: "quiet squares-key", "aria-hidden": "true" },
      ...Object.entries(meanings()).map(([kind, meaning]) =>
        h("span", {}, h("span", { class: `square ${kind}` }), meaning),
      ),
    ),
  );
}

/** @param {number} defeated @param {GameResult["grade"]} grade */
const scoreText = (defeated, grade) =>
  [t("today.count", { defeated, enemies: enemyCount() }), grade && t(`today.${grade}`)].filter(Boolean).join(" · ");

/** @param {BotResult[]} bots */
function botResults(bots) {
  const playing = bots.filter(({ outcome }) => !outcome);
  const items = [
    ...finished(bots).map(({ agent, defeated, grade }) => [agent, scoreText(defeated ?? 0, grade)]),
    ...playing.map(({ agent }) => [agent, t("today.bot-playing")]),
  ];
  if (!items.length) return h("p", { class: "quiet" }, t("today.no-bots"));
  const rows = items.flatMap(([agent, text]) => [h("dt", {}, agent), h("dd", {}, text)]);
  return h("div", { class: "bot-results" }, h("h3", {}, t("today.bots")), h("dl", {}, ...rows));
}

/** @param {string} text @param {Element} place */
async function copyText(text, place) {
  const field = h("textarea", {
    readonly: true,
    rows: text.split("\n").length + 1,
    id: "copied-result",
    "aria-label": t("today.copy"),
  });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  fill(place, h("p", { class: "quiet", role: "status" }, t(copied ? "today.copied" : "today.copy-it")), field);
}

/** Open the device's share sheet; nothing happens if it is closed. @param {string} text */
const shareText = (text) => navigator.share({ text }).catch(() => {});
