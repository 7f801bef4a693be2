// @ts-check
/** Keyboard shortcuts of a page, which are ignored in text fields. */

/**
 * Add a listener; `actionOf` returns the action of a key, of which letters are lower case: Shift and Caps Lock change
 * nothing. A key that is held down acts once. Returns a function that removes the listener.
 * @param {(key: string) => (() => void) | undefined} actionOf
 */
export function listen(actionOf) {
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || isElsewhere(event)) return;
    if (event.key === "Enter" && isActivatable(event.target)) return;
    const action = actionOf(keyOf(event));
    if (!action) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  };
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** The key without Shift and Caps Lock: a digit by its place on the keyboard, a letter in lower case. @param {KeyboardEvent} event */
export function keyOf({ key, code }) {
  const digit = key === "?" ? null : /^Digit(\d)$/.exec(code);
  return digit?.[1] ?? (key.length === 1 ? key.toLowerCase() : key);
}

/** Whether a key belongs to a dialog or to an open popover. @param {KeyboardEvent} event */
const isElsewhere = ({ key, target }) =>
  Boolean(document.querySelector(":modal")) ||
  (target instanceof Element && target.closest("[popover]") !== null) ||
  (key === "Escape" && document.querySelector(":popover-open") !== null);

/** @param {EventTarget | null} target */
const isTextField = (target) =>
  target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/** Whether the Enter key activates the element. @param {EventTarget | null} target */
const isActivatable = (target) => target instanceof HTMLElement && target.matches("button, a, summary, input");
