// @ts-check
/** The game log, whose new entries are announced to screen readers. */
import { byId, h } from "./dom.js";
import { t } from "./texts.js";

export class Log {
  constructor() {
    this.list = h("ol", { class: "log", tabindex: "0", "aria-label": t("log.title") });
    this.element = h("details", { class: "game-log", open: true }, h("summary", {}, t("log.title")), this.list);
  }

  /** @param {string[]} sentences @param {boolean} past */
  add([opening, ...effects], past) {
    this.list.append(h("li", {}, h("strong", {}, opening), ...effects.map((text) => h("span", {}, text))));
    this.list.scrollTop = this.list.scrollHeight;
    if (!past) announce([opening, ...effects].join(" "));
  }
}

/** Announce a text to screen readers, after the current announcement. @param {string} text */
export function announce(text) {
  const region = byId("announcer");
  while (region.childElementCount > 5) region.firstElementChild?.remove();
  region.append(h("p", {}, text));
}
