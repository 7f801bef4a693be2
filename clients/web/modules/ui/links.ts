/** Links to share: copied to the clipboard, and shown in a field, as pages loaded over plain HTTP have no clipboard. */
import { button, fill, h } from "./dom.ts";
import { t } from "../words/texts.ts";
import type { TextKey } from "../types.ts";

/** Buttons that copy links, and the place of the copied one. */
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
