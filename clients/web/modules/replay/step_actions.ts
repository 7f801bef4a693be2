/** What to do at a step of a replay: play on from it, as a costly move is tried again, and copy the links of the step and of its puzzle. */
import { h, button, fill } from "../ui/dom.ts";
import { beginningAt, puzzleHash } from "./puzzle.ts";
import { pageUrl } from "../ui/route.ts";
import { studyForm } from "../bots/study_form.ts";
import { t } from "../words/texts.ts";
import type { Agent, GameRecord, TextKey } from "../types.ts";

export class StepActions {
  #step = 0;
  /** The seat to act; null after the end. */
  #turn: number | null = null;
  form;
  play;
  links;
  element;

  /** @param address the hash of the step @param more further ways of the menu */
  constructor(
    readonly record: GameRecord,
    bots: Agent[],
    address: () => string,
    more: Element[],
  ) {
    this.form = studyForm({ seats: record.seats, bots, beginning: () => beginningAt(record, this.#step) });
    this.links = linkButtons([
      { id: "copy-step", label: "link.step", url: () => pageUrl(address()) },
      { id: "copy-puzzle", label: "link.puzzle", url: () => pageUrl(this.#puzzleHash()) },
    ]);
    const [play, ...form] = studyWays(this.form);
    this.play = play;
    const others = menuWay("more", t("replay.more"), ...this.links.buttons, this.links.place, ...more);
    this.element = h("div", { class: "replay-ways" }, play, ...form, ...others);
  }

  /** @param turn the seat to act @param isOver whether the rules have ended the game @param retries whether its move is costly */
  show(step: number, turn: number | null, isOver: boolean, retries: boolean) {
    [this.#step, this.#turn] = [step, turn];
    this.form.suggest(turn ?? 0);
    this.links.place.replaceChildren();
    this.play.textContent = t(retries ? "study.retry" : "study.title");
    this.play.hidden = isOver;
    this.links.buttons[1].hidden = isOver;
  }

  #puzzleHash() {
    return puzzleHash({ ...beginningAt(this.record, this.#step), seat: this.#turn });
  }
}

/** A button, and the ways that it opens over the table; a press elsewhere closes them. */
export function menuWay(id: string, label: string, ...ways: Element[]) {
  const menu = h("div", { class: "settings replay-menu", id: `${id}-menu`, popover: "auto" }, ...ways);
  return [h("button", { type: "button", id, "data-focus": id, popovertarget: menu.id }, label), menu] as const;
}

/** The button that plays on, and the ways that it opens; one way needs no menu. */
export const studyWays = ({ element }: ReturnType<typeof studyForm>) =>
  element.matches("button") ? ([element] as const) : menuWay("study", t("study.title"), element);

/** Buttons that copy links, and the place of the copied one: pages loaded over plain HTTP have no clipboard. */
export function linkButtons(links: { id: string; label: TextKey; url: () => string }[]) {
  const place = h("div", { class: "copied" });
  const buttons = links.map(({ id, label, url }) => button(id, t(label), () => copy(url(), t(label), place)));
  return { buttons, place };
}

async function copy(url: string, label: string, place: Element) {
  const field = h("input", { readonly: true, id: "copied-link", "aria-label": label, onfocus: () => field.select() });
  field.value = url;
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  const message = h("p", { class: "quiet", role: "status" }, t(copied ? "link.copied" : "link.copy"));
  fill(place, message, field);
}
