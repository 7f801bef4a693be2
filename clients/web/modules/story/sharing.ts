/** Sharing a result: as text, and as a picture, which is drawn when it is asked for. */
import { button, fill, h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { Picture } from "./picture.ts";

/**
 * The share sheet of a device that is held, which also copies and saves; elsewhere what copies and saves, on demand.
 * @param text of the result @param picture null: there is none
 */
export function sharing(text: () => string, picture: (() => Picture) | null) {
  if ("share" in navigator && matchMedia("(hover: none)").matches)
    return button("share-result", t("today.share"), () => void shareResult(text(), picture));
  const place = h("div", { class: "copied", "aria-live": "polite" });
  const copy = button("copy-result", t("today.copy"), () => void copyText(text(), place));
  if (!picture) return h("div", { class: "sharing" }, copy, place);
  return h(
    "details",
    { class: "sharing" },
    h("summary", { class: "button", id: "share-result" }, t("today.share")),
    h(
      "div",
      { class: "buttons" },
      copy,
      button("save-picture", t("ending.picture"), () => void savePicture(picture(), place)),
    ),
    place,
  );
}

async function copyText(text: string, place: Element) {
  const field = h("textarea", {
    readonly: true,
    rows: text.split("\n").length + 1,
    id: "copied-result",
    "aria-label": t("today.copy"),
  });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  const done = text.includes("#/replay/") ? "today.copied-replay" : "today.copied";
  show(place, h("p", { class: "quiet", role: "status" }, t(copied ? done : "today.copy-it")), field);
  if (!copied) field.focus({ preventScroll: true });
}

/** Show what has become of a result, also where that is below the window. */
function show(place: Element, ...content: Node[]) {
  fill(place, ...content);
  place.scrollIntoView({ block: "nearest" });
}

/** Open the device's share sheet, with the picture where it takes files; nothing happens if it is closed. */
async function shareResult(text: string, picture: (() => Picture) | null) {
  const files = picture ? [await pictureFile(picture())] : [];
  await navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text }).catch(() => {});
}

async function savePicture(picture: Picture, place: Element) {
  const file = await pictureFile(picture);
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: file.name }).click();
  URL.revokeObjectURL(url);
  show(place, h("p", { class: "quiet", role: "status" }, t("ending.picture-saved", { file: file.name })));
}

async function pictureFile(picture: Picture) {
  const { draw } = await import("./picture.ts");
  return new File([await draw(picture)], "regicide.png", { type: "image/png" });
}
