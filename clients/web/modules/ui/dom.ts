/** Creating DOM elements. Texts are inserted as text, never as HTML. */

export type Child = Node | string | null | undefined | false;

/**
 * Create an HTML element. Functions are event listeners (`on…`), all other properties attributes; true sets an empty
 * attribute, null, undefined and false omit it.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  Object.entries(properties).forEach(([name, value]) => set(element, name, value));
  element.append(...insertable(children));
  return element;
}

/** Create an SVG element. */
export function svg(tag: string, attributes: Record<string, unknown> = {}, ...children: Child[]) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => set(element, name, value));
  element.append(...insertable(children));
  return element;
}

function set(element: Element, name: string, value: unknown) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
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
  const focused = document.activeElement;
  return focused && parent.contains(focused) ? focused.getAttribute("data-focus") : null;
}

/** A button. */
export const button = (id: string, label: string, act: () => void) =>
  h("button", { type: "button", id, "data-focus": id, onclick: act }, label);

/** The element with an id, which must exist. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/** Whether the user prefers reduced motion. */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
