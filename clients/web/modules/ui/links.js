// @ts-check
/** Links to share: copied to the clipboard, and shown in a field, as pages loaded over plain HTTP have no clipboard. */
import { button, fill, h } from "./dom.js";
import { t } from "../words/texts.js";

/** @import { TextKey } from "../types" */

/**
 * Buttons that copy links, and the place of the copied one.
 * @param {{ id: string, label: TextKey, url: () => string }[]} links
 */
export function linkButtons(links) {
  const place = h("div", { class: "copied" });
  const buttons = links.map(({ id, label, url }) => button(id, t(label), () => copy(url(), t(label), place)));
  return { buttons, place };
}

/** @param {string} url @param {string} label @param {Element} place */
async function copy(url, label, place) {
  const field = h("input", { readonly: true, id: "copied-link", "aria-label": label, onfocus: () => field.select() });
  field.value = url;
  const copied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  );
  const message = h("p", { class: "quiet", role: "status" }, t(copied ? "link.copied" : "link.copy"));
  fill(place, message, field);
}
