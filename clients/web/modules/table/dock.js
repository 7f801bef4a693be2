// @ts-check
/**
 * The lower edge of a table: the line of what happened last, and the player's area. On wide screens the log is open beside
 * the table; on others the line is the button that opens it above the dock.
 */
import { h } from "../ui/dom.js";
import { t } from "../words/texts.js";

/** Here the log has a column of its own; the style sheets have the same bound. */
const WIDE = "(min-width: 75rem) and (min-height: 35rem)";

/**
 * @param {HTMLDetailsElement} log @param {HTMLElement} news @param {HTMLElement} own
 * @param {HTMLElement} [absence] who is missing, in place of news before the first action
 */
export function dock(log, news, own, absence) {
  const element = h("div", { class: "dock" }, h("div", { class: "area-news" }, newsButton(log, news, absence)), own);
  openOnWideScreens(log);
  measure(element);
  return element;
}

/** @param {HTMLDetailsElement} log @param {HTMLElement} news @param {HTMLElement} [absence] */
function newsButton(log, news, absence) {
  const toggle = () => (log.open = !log.open);
  const properties = { type: "button", class: "news", "data-focus": "news", title: t("log.title") };
  const button = h("button", { ...properties, onclick: toggle }, news, absence ?? null);
  const mark = () => button.setAttribute("aria-expanded", String(log.open));
  log.addEventListener("toggle", mark);
  mark();
  return button;
}

/** @param {HTMLDetailsElement} log */
function openOnWideScreens(log) {
  const wide = matchMedia(WIDE);
  const follow = () => (log.isConnected ? (log.open = wide.matches) : wide.removeEventListener("change", follow));
  log.open = wide.matches;
  wide.addEventListener("change", follow);
}

/** Tell the style sheets the height of a dock, also when it changes. Returns a function that ends this. @param {HTMLElement} element @param {() => void} [then] */
export function measure(element, then) {
  const observer = new ResizeObserver(() => (tellHeight(element), then?.()));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tell the style sheets the height of the dock, for what is shown above it. @param {HTMLElement} element */
const tellHeight = ({ offsetHeight }) => document.documentElement.style.setProperty("--dock", `${offsetHeight}px`);
