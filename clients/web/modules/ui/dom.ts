/** Creating DOM elements. Texts are inserted as text, never as HTML. */
import { autorun, untracked } from "./signals.ts";

export type Child = Node | string | null | undefined | false;

/** Children, or a function that renders them from signals, and again when these change. */
type Children = Child[] | [() => Child | Child[]];

/**
 * Create an HTML element. Functions are event listeners (`on…`), or give an attribute of signals, and again when these
 * change; all other properties are attributes; true sets an empty attribute, null, undefined and false omit it.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, unknown> = {},
  ...children: Children
): HTMLElementTagNameMap[Tag] {
  return complete(document.createElement(tag), properties, children);
}

/** Create an SVG element. */
export const svg = (tag: string, attributes: Record<string, unknown> = {}, ...children: Children) =>
  complete(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** A sign of the interface. @param path in a square of 24 units */
export const icon = (path: string) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));

function complete<Kind extends Element>(element: Kind, properties: Record<string, unknown>, children: Children) {
  Object.entries(properties).forEach(([name, value]) => set(element, name, value));
  const [first] = children;
  if (typeof first === "function") render(element, first);
  else element.append(...insertable(children as Child[]));
  return element;
}

function render(parent: Element, content: () => Child | Child[]) {
  autorun(() => {
    const children = [content()].flat();
    untracked(() => fill(parent, ...children));
  });
}

function set(element: Element, name: string, value: unknown) {
  if (typeof value !== "function") setAttribute(element, name, value);
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
  else autorun(() => setAttribute(element, name, value()));
}

function setAttribute(element: Element, name: string, value: unknown) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** The children to insert: null, undefined and false are left out. */
const insertable = (children: Child[]): (Node | string)[] =>
  children.filter((child) => child !== null && child !== undefined && child !== false) as (Node | string)[];

/**
 * Replace the children of an element. The focus stays on the child with the same `data-focus`, or moves to the first
 * button; open `details` stay open.
 */
export function fill(parent: Element, ...children: Child[]) {
  const [key, opened] = [focusKey(parent), [...parent.querySelectorAll("details[open][data-focus]")]];
  parent.replaceChildren(...insertable(children));
  for (const details of opened) childWithKey(parent, details.getAttribute("data-focus"))?.setAttribute("open", "");
  if (key) focus(childWithKey(parent, key) ?? parent.querySelector("button"));
}

/** The descendant with a `data-focus`, or null. */
const childWithKey = (parent: Element, key: string | null) =>
  parent.querySelector(`[data-focus="${CSS.escape(key ?? "")}"]`);

/** Focus an element, if it exists, without scrolling. */
export const focus = (element: Element | null) =>
  element instanceof HTMLElement && element.focus({ preventScroll: true });

/** The `data-focus` of the focused element in a parent, or null. */
function focusKey(parent: Element) {
  const focused = (parent.getRootNode() as Partial<DocumentOrShadowRoot>).activeElement;
  return focused && parent.contains(focused) ? focused.getAttribute("data-focus") : null;
}

/** Short texts in a row, with dots between them; empty ones are left out. */
export const factList = (facts: Child[]) =>
  h("span", { class: "quiet facts" }, ...facts.filter(Boolean).map((fact) => h("span", {}, fact)));

/** A field with its label, and what belongs to it. */
export const labelled = (id: string, label: string, ...content: Child[]) =>
  h("div", { class: "field" }, h("label", { for: id }, label), ...content);

/** A button. */
export const button = (id: string, label: Child, act: () => void, properties: Record<string, unknown> = {}) =>
  h("button", { type: "button", id, "data-focus": id, onclick: act, ...properties }, label);

/** The element with an id, which must exist. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/** Whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const IDLE_TIMEOUT_MS = 2_000;

let shown = () => {};
const firstPage = new Promise<void>((resolve) => (shown = resolve));

/** Say that the first page is there: what waits for its turn may begin once it is painted. */
export function firstPageShown() {
  const painted = (list: PerformanceObserverEntryList) => list.getEntriesByName("first-contentful-paint").length > 0;
  new PerformanceObserver((list) => painted(list) && shown()).observe({ type: "paint", buffered: true });
}

/** Do something once the first page is painted and the browser is idle, or two seconds later. */
export async function whenIdle(act: () => void) {
  await firstPage;
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(act, IDLE_TIMEOUT_MS);
}
