/** Keyboard shortcuts of a page, which are ignored in text fields. Once one is used, the page shows the keys of its buttons. */

/**
 * Add a listener; `actionOf` returns the action of a key, of which letters are lower case: Shift and Caps Lock change
 * nothing. A key that is held down acts once. Returns a function that removes the listener.
 * @param keys where keys are pressed
 */
export function listen(actionOf: (key: string) => (() => void) | undefined, keys: EventTarget = document) {
  const onKeydown = (pressed: Event) => {
    const event = pressed as KeyboardEvent;
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target) || isElsewhere(event)) return;
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && isActivatable(event.target)) return;
    const action = actionOf(keyOf(event));
    if (!action) return;
    event.preventDefault();
    document.documentElement.dataset.keys = "";
    if (!event.repeat || event.key.startsWith("Arrow")) action();
  };
  keys.addEventListener("keydown", onKeydown);
  return () => keys.removeEventListener("keydown", onKeydown);
}

/** The elements of pages that are pressed by keys alike on all of them: the log, the discard pile, "Take back". */
const PRESSED = ["l", "d", "u"];

/** Presses the element of a key; undefined without one. */
export function pressing(key: string) {
  const element = PRESSED.includes(key) && document.querySelector<HTMLElement>(`#page [aria-keyshortcuts="${key}"]`);
  return element && element.ariaDisabled !== "true" ? () => element.click() : undefined;
}

/** The key without Shift and Caps Lock: a digit by its place on the keyboard, a letter in lower case. */
export function keyOf({ key, code }: KeyboardEvent) {
  const digit = key === "?" ? null : /^Digit(\d)$/.exec(code);
  return digit?.[1] ?? (key.length === 1 ? key.toLowerCase() : key);
}

/** Whether a key belongs to a dialog or to an open popover; the key of the rules closes their dialog, too. */
const isElsewhere = ({ key, target }: KeyboardEvent) =>
  Boolean(document.querySelector(/^r$/i.test(key) ? ":modal:not(#rules)" : ":modal")) ||
  (target instanceof Element && target.closest("[popover]") !== null) ||
  (key === "Escape" && document.querySelector(":popover-open") !== null);

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/** Whether the Enter key activates the element. */
const isActivatable = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("button, a, summary, input");
