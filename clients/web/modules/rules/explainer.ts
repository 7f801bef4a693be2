/**
 * Explanations in a popover beside the thing: with a mouse by hovering, with the keyboard by focus, on a touch screen by
 * pressing and holding, or by a tap on a thing that does nothing else. It covers neither the thing nor a main button, and
 * that of a card none of the hand; the first press anywhere and any key close it, and it stays closed until the mouse or
 * the focus has moved on.
 */
import { fill, h } from "../ui/dom.ts";
import { suitOf } from "../cards/images.ts";
import { actionText, card, cardName, jesterPower, kindText, suitName, suitPower } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { Suit, TextKey } from "../types.ts";

const HOLD_MS = 450;
const HOVER_MS = 500;
const FOCUS_MS = 350;
/** The time for the mouse to reach the popover. */
const LEAVE_MS = 200;
/** A touch that moves further scrolls, in pixels. */
const MOVE_PX = 10;
const GAP_PX = 8;

/** Explain the things of a page. Returns a function that ends this. */
export function explainThings(page: HTMLElement) {
  const explainer = new Explainer(page);
  const unmark = markThings(page, () => explainer.place());
  return () => (explainer.close(), unmark());
}

const thingOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest("[data-explain]") : null;

class Explainer {
  #timer = 0;
  /** The thing that is explained. */
  #thing: HTMLElement | null = null;
  /** The box of the thing, or its last one if it has been drawn again. */
  #box = new DOMRect();
  /** The thing under the mouse. */
  #pointed: HTMLElement | null = null;
  /** The thing whose explanation the current press has closed. */
  #closed: HTMLElement | null = null;
  /** Where a touch began. */
  #touch: { x: number; y: number } | null = null;
  /** Whether the touch was a hold, whose click does not count. */
  #held = false;
  #controller = new AbortController();
  #popover = h("div", { class: "explanation", id: "explanation", role: "tooltip", popover: "manual" });

  constructor(readonly page: HTMLElement) {
    document.body.append(this.#popover);
    this.#on(document, "pointerdown", (event) => this.#onPointerdown(event));
    this.#on(page, "pointermove", (event) => this.#onPointermove(event));
    this.#on(page, "pointerup", () => this.#endTouch());
    this.#on(page, "pointercancel", () => this.#endTouch());
    this.#on(page, "pointerleave", () => this.#onHover(null));
    this.#on(page, "click", (event) => this.#onClick(event));
    this.#on(page, "contextmenu", (event) => this.#touch && event.preventDefault());
    this.#on(page, "focusin", (event) => this.#onFocus(event.target));
    this.#on(page, "focusout", () => this.hide());
    this.#on(document, "keydown", (event) => this.#onKeydown(event as KeyboardEvent));
    this.#on(document, "scroll", () => this.hide());
    this.#on(this.#popover, "pointerenter", () => clearTimeout(this.#timer));
    this.#on(this.#popover, "pointerleave", () => this.#later(LEAVE_MS, () => this.hide()));
  }

  close() {
    this.hide();
    this.#controller.abort();
    this.#popover.remove();
  }

  /** Listen before the page's own listeners. */
  #on(target: EventTarget, type: string, listener: (event: any) => void) {
    target.addEventListener(type, listener, { signal: this.#controller.signal, capture: target !== this.#popover });
  }

  #later(delayMs: number, then: () => void) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, delayMs);
  }

  #onPointerdown({ pointerType, target, clientX, clientY }: PointerEvent) {
    this.#held = false;
    this.#closed = this.#isOpen ? this.#thing : null;
    this.hide();
    const thing = this.page.contains(target as Node) ? thingOf(target) : null;
    if (pointerType === "mouse" || !thing) return;
    this.#touch = { x: clientX, y: clientY };
    this.#later(HOLD_MS, () => {
      this.#held = true;
      this.show(thing);
    });
  }

  #onPointermove({ pointerType, target, clientX, clientY }: PointerEvent) {
    if (pointerType === "mouse") this.#onHover(thingOf(target));
    if (!this.#touch || this.#held) return;
    if (Math.hypot(clientX - this.#touch.x, clientY - this.#touch.y) > MOVE_PX) this.#endTouch();
  }

  #endTouch() {
    if (this.#touch && !this.#held) clearTimeout(this.#timer);
    this.#touch = null;
  }

  #onClick(event: MouseEvent) {
    if (this.#held) {
      this.#held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    clearTimeout(this.#timer);
    const thing = thingOf(event.target);
    const acts = event.target instanceof Element && event.target.closest("button, a, summary, input, select");
    if (thing && !acts && thing !== this.#closed) this.show(thing);
    else this.hide();
  }

  /** The mouse is on a thing, or on none: as it moves, and not as things are drawn below it. */
  #onHover(thing: HTMLElement | null) {
    if (thing === this.#pointed) return;
    this.#pointed = thing;
    this.#later(thing ? HOVER_MS : LEAVE_MS, () => (thing ? this.show(thing) : this.hide()));
  }

  #onFocus(target: EventTarget | null) {
    const thing = thingOf(target);
    if (!thing || thing !== target || !thing.matches(":focus-visible")) return;
    this.#fill(thing);
    this.#later(FOCUS_MS, () => this.show(thing));
  }

  #onKeydown(event: KeyboardEvent) {
    if (event.key === "Escape" && this.#isOpen) event.stopPropagation();
    this.hide();
  }

  /** Explain a thing. */
  show(thing: HTMLElement) {
    if (!thing.isConnected || !this.#fill(thing)) return;
    this.#popover.showPopover();
    this.place();
  }

  get #isOpen() {
    return this.#popover.matches(":popover-open");
  }

  /** Write the explanation, which describes the thing to screen readers. */
  #fill(thing: HTMLElement) {
    const explanation = explanationOf(thing.dataset.explain ?? "");
    if (!explanation) return false;
    this.hide();
    this.#thing = thing;
    const { title, sentences } = explanation;
    const why = thing.dataset.why ? [h("p", { class: "why-dimmed" }, thing.dataset.why)] : [];
    fill(this.#popover, h("strong", {}, title), ...sentences.map((each) => h("p", {}, each)), ...why);
    describe(thing, true);
    return true;
  }

  hide() {
    clearTimeout(this.#timer);
    if (this.#thing) describe(this.#thing, false);
    this.#thing = null;
    if (this.#isOpen) this.#popover.hidePopover();
  }

  /** Place an open popover at the nearest place that covers nothing that stays visible; close it without one. */
  place() {
    if (!this.#isOpen) return;
    if (this.#thing?.isConnected) this.#box = this.#thing.getBoundingClientRect();
    const { width, height } = this.#popover.getBoundingClientRect();
    const visible = this.#thing?.matches(".hand-card") ? ".main, .hand" : ".main";
    const free = [...this.page.querySelectorAll(visible)].map((each) => each.getBoundingClientRect());
    const place = placeBeside(this.#box, [this.#box, ...free], width, height);
    if (place) Object.assign(this.#popover.style, { left: `${place.left}px`, top: `${place.top}px` });
    else this.#popover.hidePopover();
  }
}

/** The place of a box that overlaps none of the others, above or below one of them or beside it, nearest to the thing. */
function placeBeside(thing: DOMRect, others: DOMRect[], width: number, height: number) {
  const inside = (at: number, size: number, room: number) => Math.max(GAP_PX, Math.min(at, room - size - GAP_PX));
  const tops = others.flatMap(({ top, bottom }) => [top - height - GAP_PX, bottom + GAP_PX]);
  const lefts = others.flatMap(({ left, right }) => [left - width - GAP_PX, right + GAP_PX]);
  const [middle, centre] = [thing.top + (thing.height - height) / 2, thing.left + (thing.width - width) / 2];
  return [...tops, middle]
    .flatMap((top) =>
      [centre, ...lefts].map(
        (left) => new DOMRect(inside(left, width, innerWidth), inside(top, height, innerHeight), width, height),
      ),
    )
    .filter((place) => others.every((other) => distance(place, other) > 0))
    .sort((one, other) => distance(one, thing) - distance(other, thing))[0];
}

/** The distance of two boxes; 0 if they overlap. */
const distance = (one: DOMRect, other: DOMRect) =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  );

/** Add or remove the explanation as the last description of a thing. */
function describe(thing: HTMLElement, on: boolean) {
  const others = (thing.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== "explanation");
  const ids = on ? [...others, "explanation"] : others;
  if (ids.length) thing.setAttribute("aria-describedby", ids.join(" "));
  else thing.removeAttribute("aria-describedby");
}

type Explanation = { title: string; sentences: string[] };

/** Things with a text of their own, and the label that the table gives them. */
const THINGS: Record<string, [TextKey, TextKey]> = {
  "number:attack": ["enemy.attack", "rules.number.attack"],
  "number:shield": ["enemy.shield", "rules.number.shield"],
  "number:strikes": ["enemy.strikes", "rules.number.strikes"],
  "number:health": ["enemy.health", "rules.number.health"],
  "pile:castle": ["pile.castle", "rules.pile.castle"],
  "pile:tavern": ["pile.tavern", "rules.pile.tavern"],
  "pile:discard": ["pile.discard", "rules.pile.discard"],
  "pile:jesters": ["pile.jesters", "rules.pile.jesters"],
  played: ["played.title", "rules.played"],
  seat: ["rules.seat.title", "rules.seat"],
  immunity: ["rules.immunity.title", "rules.immunity"],
};

/** The explanation of a thing; null if there is none. */
function explanationOf(thing: string): Explanation | null {
  const [title, sentence] = THINGS[thing] ?? [];
  if (title && sentence) return { title: t(title), sentences: [t(sentence)] };
  const [kind, name = ""] = thing.split(":");
  return EXPLAINED[kind]?.(name) ?? null;
}

const EXPLAINED: Record<string, (name: string) => Explanation> = {
  card: (code) => ({ title: cardName(code), sentences: [valueText(code), ...cardTexts(code)] }),
  enemy: (code) => ({ title: cardName(code), sentences: [enemyText(code), t("rules.immunity")] }),
  suit: (suit) => ({ title: suitName(suit), sentences: [suitPower(suit as Suit)] }),
  action: (action) => ({
    title: t(action === "yield" ? "do.yield" : "rules.flip.title"),
    sentences: [actionText(action)],
  }),
};

const valueText = (code: string) => t("rules.card.value", { value: card(code).value });

function enemyText(code: string) {
  const { attack, health, value } = card(code);
  return t("rules.enemy", { attack: attack ?? 0, health: health ?? 0, value });
}

/** The power of a card, and how it is played if that is special. */
function cardTexts(code: string) {
  const [suit, { kind }] = [suitOf(code), card(code)];
  const power = suit ? t("rules.card.power", { suit: suitName(suit), power: suitPower(suit) }) : jesterPower();
  return kind === "companion" || kind === "jester" ? [kindText(kind), power] : [power];
}

/** Selectors, and the name of the thing. */
const KINDS: [string, (element: HTMLElement) => string][] = [
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
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Mark the explained things of a page, and those that it draws later, with `data-explain`, whichever module draws them.
 * All but cards can have the focus: one is a stop of the Tab key, and arrow keys lead from there to the others. Returns a
 * function that ends this. @param then what follows each change of the page
 */
function markThings(page: HTMLElement, then: () => void) {
  /** The thing that had the focus last. */
  let thing = "";
  const mark = (drawn: Node[]) => {
    for (const root of drawn.filter((node) => node instanceof HTMLElement)) {
      for (const [selector, nameOf] of KINDS) {
        if (root.matches(selector)) name(root, nameOf);
        root.querySelectorAll(selector).forEach((each) => name(each, nameOf));
      }
    }
    rove(page, thing);
  };
  const onFocus = (event: FocusEvent) => {
    thing = isStop(event.target) ? (event.target.dataset.explain ?? "") : "";
    if (thing) rove(page, thing);
  };
  const onKeydown = (event: KeyboardEvent) => isStop(event.target) && step(page, event);
  const observer = new MutationObserver((changes) => {
    mark(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    refocus(page, thing);
    then();
  });
  observer.observe(page, { childList: true, subtree: true });
  page.addEventListener("focusin", onFocus);
  page.addEventListener("keydown", onKeydown);
  mark([page]);
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
  for (const stop of all) {
    const tabIndex = stop === reached ? 0 : -1;
    if (stop.getAttribute("tabindex") !== String(tabIndex)) stop.tabIndex = tabIndex;
  }
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
