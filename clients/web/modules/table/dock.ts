/**
 * The lower edge of a table: the line of what happened last, and the player's area. The line is the button that opens the
 * log over the table; beside it are the buttons of what else lies there.
 */
import { closesElsewhere } from "../ui/disclosure.ts";
import { h, svg } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { Log } from "./log.ts";

/** @param absence who is missing, in place of news before the first action @param tools what is beside the line */
export function dock(log: Log, news: HTMLElement, own: HTMLElement, absence?: HTMLElement, tools: HTMLElement[] = []) {
  const name = h("span", { class: "log-name" }, icon("M5 6h14M5 12h14M5 18h9"), h("span", {}, t("log.title")));
  const summary = { class: "news", "data-focus": "news", title: t("log.title"), "aria-keyshortcuts": "l" };
  log.element.prepend(h("summary", summary, news, absence ?? null, name));
  const line = h("div", { class: "area-news" }, closesElsewhere(log.element), ...tools);
  const element = h("div", { class: "dock" }, line, own);
  measure(element);
  return element;
}

/** A sign of lines in a square of 24 units. */
export const icon = (path: string) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));

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
  if (element.isConnected) style.setProperty("--dock", `${Math.ceil(element.getBoundingClientRect().height)}px`);
  else style.removeProperty("--dock");
}
