/** The list of the keyboard shortcuts, behind a button of the header and the key `?`. */
import { t } from "../words/texts.ts";
import { h, icon } from "./dom.ts";
import { keyOf } from "./keyboard.ts";
import type { TextKey } from "../types.ts";

/** The keys of a game, then those of a replay. */
const KEYS: [string[], TextKey][][] = [
  [
    [["1", "…", "8"], "keys.toggle"],
    [["←", "→"], "keys.walk"],
    [["␣"], "keys.space"],
    [["Enter", "P"], "keys.confirm"],
    [["Y"], "keys.yield"],
    [["F"], "keys.flip"],
    [["C"], "keys.cheapest"],
    [["A"], "keys.ask"],
    [["1", "…", "4"], "keys.appoint"],
    [["E", "N"], "keys.signal"],
    [["Esc"], "keys.clear"],
    [["U"], "keys.undo"],
    [["L"], "keys.log"],
    [["D"], "keys.discard"],
    [["R"], "keys.rules"],
    [["?"], "keys.help"],
  ],
  [
    [["␣"], "keys.play"],
    [["←", "→"], "keys.step"],
    [["E"], "keys.enemy"],
    [["M"], "keys.costly"],
  ],
];
/** A keyboard, in a square of 24 units. */
const KEYBOARD = "M3 6h18v12H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8";

/** The button, and the list that it opens; Escape and a click elsewhere close it. */
export const keyHelp = () => [
  h(
    "button",
    {
      type: "button",
      class: "plain icon",
      id: "open-keys",
      "data-focus": "open-keys",
      popovertarget: "keys",
      "aria-label": t("keys.title"),
      "aria-keyshortcuts": "?",
      title: t("keys.title"),
    },
    icon(KEYBOARD),
  ),
  h(
    "section",
    { class: "settings key-help", id: "keys", popover: "auto", "aria-labelledby": "keys-title" },
    h("h2", { id: "keys-title" }, t("keys.title")),
    keyList(KEYS[0]),
    h("h3", {}, t("replay.title")),
    keyList(KEYS[1]),
  ),
];

const keyList = (keys: [string[], TextKey][]) =>
  h("dl", {}, ...keys.map(([names, key]) => h("div", {}, h("dt", {}, ...names.map(keyCap)), h("dd", {}, t(key)))));

const keyCap = (name: string) => (name === "…" ? name : h("kbd", {}, name));

/** Let the key `?` open and close the list, on all pages. */
export function listenForHelp() {
  document.addEventListener("keydown", (event) => {
    if (keyOf(event) !== "?" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    document.getElementById("keys")?.togglePopover();
  });
}

const isTyping = (target: EventTarget | null) => target instanceof Element && target.matches("input, select, textarea");
