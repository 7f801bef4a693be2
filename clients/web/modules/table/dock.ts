/**
 * The lower edge of a table: the line of what happened last, and the player's area. On wide screens the log is open beside
 * the table; on others the line is the button that opens it above the dock.
 */
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";

/** Here the log has a column of its own; the style sheets have the same bound. */
const WIDE = "(min-width: 75rem) and (min-height: 35rem)";

/** @param side the advice and the ways out @param absence who is missing, in place of news before the first action */
export function dock(
  log: HTMLDetailsElement,
  news: HTMLElement,
  own: HTMLElement,
  side: HTMLElement,
  absence?: HTMLElement,
) {
  const line = h("div", { class: "area-news" }, newsButton(log, news, absence), sideButton(side));
  const element = h("div", { class: "dock" }, line, own);
  openOnWideScreens(log);
  measure(element);
  return element;
}

function newsButton(log: HTMLDetailsElement, news: HTMLElement, absence?: HTMLElement) {
  const toggle = () => (log.open = !log.open);
  const properties = { type: "button", class: "news", "data-focus": "news", title: t("log.title") };
  const button = h("button", { ...properties, onclick: toggle }, news, absence ?? null);
  const mark = () => button.setAttribute("aria-expanded", String(log.open));
  log.addEventListener("toggle", mark);
  mark();
  return button;
}

/** Leads to what lies below the dock on a telephone; the style sheet shows one of its texts. */
function sideButton(side: HTMLElement) {
  const show = () => {
    side.scrollIntoView({ block: "start" });
    (side.querySelector("#ask, .ways summary") as HTMLElement | null)?.focus({ preventScroll: true });
  };
  const texts = [
    h("span", { class: "to-advice" }, t("advice.ask")),
    h("span", { class: "to-ways" }, t("friends.ways")),
  ];
  return h("button", { type: "button", class: "to-side", "data-focus": "to-side", onclick: show }, ...texts);
}

function openOnWideScreens(log: HTMLDetailsElement) {
  const wide = matchMedia(WIDE);
  const follow = () => (log.isConnected ? (log.open = wide.matches) : wide.removeEventListener("change", follow));
  log.open = wide.matches;
  wide.addEventListener("change", follow);
}

/** Tell the style sheets the height of a dock, also when it changes. Returns a function that ends this. */
export function measure(element: HTMLElement, then?: () => void) {
  const observer = new ResizeObserver(() => (tellHeight(element), then?.()));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tell the style sheets the height of the dock, for what is shown above it. */
const tellHeight = ({ offsetHeight }: HTMLElement) =>
  document.documentElement.style.setProperty("--dock", `${offsetHeight}px`);
