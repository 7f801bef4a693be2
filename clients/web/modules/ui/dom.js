// @ts-check
/** Creating DOM elements. Texts are inserted as text, never as HTML. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Create an HTML element. Functions are event listeners (`on…`), all other properties attributes; true sets an empty
 * attribute, null, undefined and false omit it.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, unknown>} [properties] @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  Object.entries(properties).forEach(([name, value]) => set(element, name, value));
  element.append(...insertable(children));
  return element;
}

/**
 * Create an SVG element.
 * @param {string} tag @param {Record<string, unknown>} [attributes] @param {...Child} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([name, value]) => set(element, name, value));
  element.append(...insertable(children));
  return element;
}

/** @param {Element} element @param {string} name @param {unknown} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** The children to insert: null, undefined and false are left out. @param {Child[]} children @returns {(Node | string)[]} */
const insertable = (children) =>
  /** @type {(Node | string)[]} */ (
    children.filter((child) => child !== null && child !== undefined && child !== false)
  );

/**
 * Replace the children of an element. The focus stays on the child with the same `data-focus`, or moves to the first
 * button; open `details` stay open.
 * @param {Element} parent @param {...Child} children
 */
export function fill(parent, ...children) {
  const [key, opened] = [focusKey(parent), [...parent.querySelectorAll("details[open][data-focus]")]];
  parent.replaceChildren(...insertable(children));
  for (const details of opened) childWithKey(parent, details.getAttribute("data-focus"))?.setAttribute("open", "");
  if (key) focus(childWithKey(parent, key) ?? parent.querySelector("button"));
}

/** The descendant with a `data-focus`, or null. @param {Element} parent @param {string | null} key */
const childWithKey = (parent, key) => parent.querySelector(`[data-focus="${CSS.escape(key ?? "")}"]`);

/** Focus an element, if it exists, without scrolling. @param {Element | null} element */
export const focus = (element) => element instanceof HTMLElement && element.focus({ preventScroll: true });

/** The `data-focus` of the focused element in a parent, or null. @param {Element} parent */
function focusKey(parent) {
  const focused = document.activeElement;
  return focused && parent.contains(focused) ? focused.getAttribute("data-focus") : null;
}

/** A button. @param {string} id @param {string} label @param {() => void} act */
export const button = (id, label, act) => h("button", { type: "button", id, "data-focus": id, onclick: act }, label);

/** The element with an id, which must exist. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}
