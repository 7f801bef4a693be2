// @ts-check
/** Keyboard shortcuts of a page, which are ignored in text fields. */

/** Add a listener; `actionOf` returns the action of a key. Returns a function that removes it. @param {(key: string) => (() => void) | undefined} actionOf */
export function listen(actionOf) {
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    if (event.key === "Enter" && isActivatable(event.target)) return;
    const action = actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** @param {EventTarget | null} target */
const isTextField = (target) =>
  target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/** Whether the Enter key activates the element. @param {EventTarget | null} target */
const isActivatable = (target) => target instanceof HTMLElement && target.matches("button, a, summary, input");
