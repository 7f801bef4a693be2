/**
 * Explanations in a popover beside the thing: with a mouse by hovering, with the keyboard by focus, on a touch screen by
 * pressing and holding, or by a tap on a thing that does nothing else. Escape closes it.
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
  const [explainer, unmark] = [new Explainer(page), markThings(page)];
  return () => (explainer.close(), unmark());
}

const thingOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest("[data-explain]") : null;

class Explainer {
  #timer = 0;
  /** The thing that is explained. */
  #thing: HTMLElement | null = null;
  /** Where a touch began. */
  #touch: { x: number; y: number } | null = null;
  /** Whether the touch was a hold, whose click does not count. */
  #held = false;
  #controller = new AbortController();
  #popover = h("div", { class: "explanation", id: "explanation", role: "tooltip", popover: "manual" });

  constructor(page: HTMLElement) {
    document.body.append(this.#popover);
    this.#on(page, "pointerdown", (event) => this.#onPointerdown(event));
    this.#on(page, "pointermove", (event) => this.#onPointermove(event));
    this.#on(page, "pointerup", () => this.#endTouch());
    this.#on(page, "pointercancel", () => this.#endTouch());
    this.#on(page, "pointerover", (event) => event.pointerType === "mouse" && this.#onHover(event.target));
    this.#on(page, "pointerleave", () => this.#later(LEAVE_MS, () => this.hide()));
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
    this.hide();
    const thing = thingOf(target);
    if (pointerType === "mouse" || !thing) return;
    this.#touch = { x: clientX, y: clientY };
    this.#later(HOLD_MS, () => {
      this.#held = true;
      this.show(thing);
    });
  }

  #onPointermove({ clientX, clientY }: PointerEvent) {
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
    if (thing && !acts) this.show(thing);
    else this.hide();
  }

  #onHover(target: EventTarget | null) {
    const thing = thingOf(target);
    if (thing === this.#thing && thing) clearTimeout(this.#timer);
    else this.#later(thing ? HOVER_MS : LEAVE_MS, () => (thing ? this.show(thing) : this.hide()));
  }

  #onFocus(target: EventTarget | null) {
    const thing = thingOf(target);
    if (!thing || thing !== target || !thing.matches(":focus-visible")) return;
    this.#fill(thing);
    this.#later(FOCUS_MS, () => this.show(thing));
  }

  #onKeydown(event: KeyboardEvent) {
    if (event.key !== "Escape" || !this.#popover.matches(":popover-open")) return;
    event.stopPropagation();
    this.hide();
  }

  /** Explain a thing. */
  show(thing: HTMLElement) {
    if (!thing.isConnected || !this.#fill(thing)) return;
    this.#popover.showPopover();
    this.#place(thing.getBoundingClientRect());
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
    if (this.#popover.matches(":popover-open")) this.#popover.hidePopover();
  }

  /** Place the popover above the thing, else below it, inside the window. */
  #place({ left, top, bottom, width }: DOMRect) {
    const own = this.#popover.getBoundingClientRect();
    const x = Math.max(GAP_PX, Math.min(left + width / 2 - own.width / 2, innerWidth - own.width - GAP_PX));
    const above = top - own.height - GAP_PX;
    const y = above >= GAP_PX ? above : Math.min(bottom + GAP_PX, innerHeight - own.height - GAP_PX);
    Object.assign(this.#popover.style, { left: `${x}px`, top: `${Math.max(GAP_PX, y)}px` });
  }
}

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
 * function that ends this.
 */
function markThings(page: HTMLElement) {
  /** The thing that had the focus last. */
  let thing = "";
  const mark = () => {
    for (const [selector, nameOf] of KINDS) page.querySelectorAll(selector).forEach((each) => name(each, nameOf));
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
