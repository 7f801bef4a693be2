/** The twelve of the castle and what became of each: windows on the page, squares in a text. */
import { h } from "../ui/dom.ts";
import { enemyCount } from "../words/reference.ts";
import { t } from "../words/texts.ts";

const CLASSES = { x: "exact", d: "defeated", "-": "standing" };
/** In a text. */
const SQUARES = { x: "🟨", d: "🟩", "-": "⬛" };
const IN_RANK = 4;

type Fall = keyof typeof SQUARES;

/** One square for each enemy, by rank. */
export function squareRow(falls: string) {
  const exact = [...falls].filter((fall) => fall === "x").length;
  const label = t("today.squares", { defeated: falls.length, enemies: enemyCount(), exact });
  const square = (fall: keyof typeof CLASSES) => h("span", { class: `square ${CLASSES[fall]}` });
  return h(
    "div",
    { class: "squares", role: "img", "aria-label": label },
    ...ranksOf(falls).map((rank) => h("span", { class: "rank-squares" }, ...rank.map(square))),
  );
}

/** The squares of a result, with their meanings. */
export const squares = (falls: string) => h("div", { class: "squares-with-key" }, squareRow(falls), squaresKey(falls));

/** What the squares of the fallen mean; null without any. */
export function squaresKey(falls: string) {
  const meanings = Object.entries({ x: t("today.exact"), d: t("today.defeated") })
    .filter(([fall]) => falls.includes(fall))
    .map(([fall, meaning]) => h("span", {}, h("span", { class: `square ${CLASSES[fall as Fall]}` }), meaning));
  return meanings.length ? h("p", { class: "quiet squares-key", "aria-hidden": "true" }, ...meanings) : null;
}

/** What became of each enemy, in the order of the castle: three ranks of four. */
function ranksOf(falls: string): Fall[][] {
  const all = [...falls.padEnd(enemyCount(), "-")] as Fall[];
  return Array.from({ length: all.length / IN_RANK }, (_, rank) => all.slice(rank * IN_RANK, (rank + 1) * IN_RANK));
}

/** The castle as text. */
export const squaresText = (falls: string) =>
  ranksOf(falls)
    .map((rank) => rank.map((fall) => SQUARES[fall]).join(""))
    .join(" ");
