/**
 * A click on the table or a key skips the steps that are shown. Cards can be chosen meanwhile: clicks on them skip nothing.
 */

const KEYS = ["Enter", "Escape", " "];
/** What a click or the space bar acts on itself. */
const ACTIVE = "button, a, summary, input, select, textarea, .hand";

/** Listen for clicks and keys. Returns a function that stops that. */
export function listenForSkips(table: HTMLElement, isPlaying: () => boolean, skip: () => void) {
  const onPointerdown = ({ target }: PointerEvent) => void (isPlaying() && !isActive(target) && skip());
  const onKeydown = (event: KeyboardEvent) => {
    if (!isPlaying() || !KEYS.includes(event.key) || isElsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    skip();
  };
  table.addEventListener("pointerdown", onPointerdown);
  document.addEventListener("keydown", onKeydown, { capture: true });
  return () => document.removeEventListener("keydown", onKeydown, { capture: true });
}

const isActive = (target: EventTarget | null) => target instanceof Element && target.closest(ACTIVE) !== null;

/** Whether a key belongs to a dialog, or acts on the focused element: the space bar chooses a card. */
function isElsewhere({ key, target }: KeyboardEvent) {
  if (document.querySelector(":modal, :popover-open")) return true;
  const isCard = target instanceof Element && target.closest(".hand") !== null;
  return key !== "Escape" && isActive(target) && !(isCard && key === "Enter");
}
