/**
 * The lower edge of a table: the line of what happened last, and the player's area. The line is the button that opens the
 * log above the dock; on wide screens the log has a place of its own beside the table.
 */
import { closesElsewhere } from "../ui/disclosure.ts";
import { h, svg } from "../ui/dom.ts";
import { t } from "../words/texts.ts";

/** @param absence who is missing, in place of news before the first action @param ways buttons beside the line */
export function dock(
  log: HTMLDetailsElement,
  news: HTMLElement,
  own: HTMLElement,
  absence?: HTMLElement,
  ways: HTMLElement[] = [],
) {
  const line = h("div", { class: "area-news" }, newsButton(log, news, absence), ...ways);
  const element = h("div", { class: "dock" }, line, own);
  measure(element);
  return element;
}

function newsButton(log: HTMLDetailsElement, news: HTMLElement, absence?: HTMLElement) {
  const toggle = () => (log.open = !log.open);
  const properties = {
    type: "button",
    class: "news",
    "data-focus": "news",
    title: t("log.title"),
    "aria-keyshortcuts": "l",
  };
  const button = h("button", { ...properties, onclick: toggle }, news, absence ?? null);
  closesElsewhere(log, button);
  const mark = () => button.setAttribute("aria-expanded", String(log.open));
  log.addEventListener("toggle", mark);
  mark();
  return button;
}

const FLAG = "M6 21V4h12l-3 4 3 4H6";

/** A flag in place of the button that leads to the ways out, where that one has no place beside the table. */
export function waysFlag() {
  const label = t("give-up.do");
  return h(
    "button",
    {
      ...{ type: "button", class: "to-ways icon", "data-focus": "to-ways", title: label, "aria-label": label },
      onclick: () => document.getElementById("ways")?.click(),
    },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: FLAG })),
  );
}

/** Tell the style sheets the height of a dock, also when it changes. Returns a function that ends this. */
export function measure(element: HTMLElement, then?: () => void) {
  const observer = new ResizeObserver(() => (tellHeight(element), then?.()));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tell the style sheets the height of the dock, for what is shown above it; none once it has left the page. */
function tellHeight(element: HTMLElement) {
  const root = element.getRootNode();
  const { style } = root instanceof ShadowRoot ? (root.host as HTMLElement) : document.documentElement;
  if (element.isConnected) style.setProperty("--dock", `${element.offsetHeight}px`);
  else style.removeProperty("--dock");
}
