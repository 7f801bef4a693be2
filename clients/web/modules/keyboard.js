// @ts-check
/** Keys that work anywhere at the table, but not where somebody types. */

/** Listen to keys until the function that comes back is called. @param {(key: string) => (() => void) | undefined} find */
export function listen(find) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "Enter" && pressing(event.target)) return;
    const act = find(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof HTMLElement && target.matches("input:not([type=radio], [type=checkbox]), select, textarea");

/** Whether the enter key does something of its own there. @param {EventTarget | null} target */
const pressing = (target) => target instanceof HTMLElement && target.matches("button, a, summary, input");
