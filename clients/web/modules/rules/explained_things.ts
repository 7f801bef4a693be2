/**
 * The things of a page that are explained: they get `data-explain`, whichever module draws them, and all but cards can have the
 * focus. One of them is a stop of the Tab key; arrow keys lead from there to the others.
 */

/** Selectors, and the name of the thing. */
const THINGS: [string, (element: HTMLElement) => string][] = [
  [".enemy .enemy-card .open-card", ({ dataset }) => `enemy:${dataset.card}`],
  [".hand [data-card], .table .open-card[data-card]", ({ dataset }) => `card:${dataset.card}`],
  [".enemy .health", () => "number:health"],
  [".enemy .numbers > .attack", () => "number:attack"],
  [".enemy .numbers > .shield", () => "number:shield"],
  [".enemy .numbers > .strikes", () => "number:strikes"],
  [".enemy .immunity", () => "immunity"],
  [".played", () => "played"],
  [".table [data-pile]", ({ dataset }) => `pile:${dataset.pile}`],
  [".table .seat", () => "seat"],
  [".table [data-action='yield'], .table [data-action='flip']", ({ dataset }) => `action:${dataset.action}`],
];
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 } as Record<string, number>;

/** Mark the explained things of a page, and those that it draws later. Returns a function that ends this. */
export function markThings(page: HTMLElement) {
  /** The thing that had the focus last. */
  let thing = "";
  const mark = () => {
    for (const [selector, nameOf] of THINGS) page.querySelectorAll(selector).forEach((each) => name(each, nameOf));
    rove(page, thing);
  };
  const onFocus = (event: FocusEvent) => {
    thing = isStop(event.target) ? (event.target.dataset.explain ?? "") : "";
    if (thing) rove(page, thing);
  };
  const onKeydown = (event: KeyboardEvent) => isStop(event.target) && step(page, event);
  const observer = new MutationObserver(() => (mark(), refocus(page, thing)));
  observer.observe(page, { childList: true, subtree: true });
  page.addEventListener("focusin", onFocus);
  page.addEventListener("keydown", onKeydown);
  mark();
  return () => {
    observer.disconnect();
    page.removeEventListener("focusin", onFocus);
    page.removeEventListener("keydown", onKeydown);
  };
}

function name(element: Element, nameOf: (element: HTMLElement) => string) {
  if (!(element instanceof HTMLElement) || element.dataset.explain) return;
  element.dataset.explain = nameOf(element);
  if (!element.matches("button, [data-card]")) element.dataset.stop = "";
}

const isStop = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && "stop" in target.dataset;

const stops = (page: HTMLElement) => [...page.querySelectorAll("[data-stop]")] as HTMLElement[];

/** Let the Tab key reach one thing, the last one with the focus or the first. */
function rove(page: HTMLElement, thing: string) {
  const all = stops(page);
  const reached = all.find(({ dataset }) => dataset.explain === thing) ?? all[0];
  for (const stop of all) stop.tabIndex = stop === reached ? 0 : -1;
}

/** Move the focus by an arrow key. */
function step(page: HTMLElement, event: KeyboardEvent) {
  const [all, by] = [stops(page), STEPS[event.key]];
  if (!by) return;
  event.preventDefault();
  all.at((all.indexOf(event.target as HTMLElement) + by) % all.length)?.focus();
}

/** Return the focus to a thing that was drawn again. */
function refocus(page: HTMLElement, thing: string) {
  if (!thing || (document.activeElement !== document.body && document.activeElement !== page)) return;
  stops(page)
    .find(({ dataset }) => dataset.explain === thing)
    ?.focus({ preventScroll: true });
}
