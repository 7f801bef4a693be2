/**
 * Explanations in a popover beside the thing: with a mouse by hovering, with the keyboard by focus, on a touch screen by
 * pressing and holding, or by a tap on a thing that does nothing else. Escape closes it.
 */
import { fill, h } from "../ui/dom.ts";
import { explanationOf } from "./explanations.ts";
import { markThings } from "./explained_things.ts";

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
