/** The link of a game, to share: as a text, as a QR code, and by the device's own way to share. */
import { button, h } from "../ui/dom.ts";
import { qrCode } from "../ui/qr_code.ts";
import { t } from "../words/texts.ts";

/** Names of the device itself (RFC 6761, RFC 6890), as URLs have them. */
const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

export const shareArea = (url: string) => h("div", { class: "share" }, qrPlace(url), linkField(url));

/** Whether a link opens on this device alone. */
export const isLoopback = (url: string) => LOOPBACK.test(new URL(url).hostname);

/** The QR code, in a place of its size while the encoder loads; none if it cannot be loaded. */
function qrPlace(url: string) {
  const place = h("div", { class: "qr-place" });
  qrCode(url, t("friends.qr")).then(
    (code) => place.append(code),
    () => place.remove(),
  );
  return place;
}

function linkField(url: string) {
  const field = h("input", { id: "link", readonly: true, "data-focus": "link", onfocus: () => field.select() });
  field.value = url;
  const told = h("p", { class: "quiet", role: "status" });
  return h(
    "div",
    { class: "field" },
    h("label", { for: "link" }, t("invite.link")),
    field,
    h(
      "div",
      { class: "buttons" },
      shareButton(url),
      button("copy-link", t("invite.copy"), () => copy(field, told)),
    ),
    told,
    isLoopback(url) ? h("p", { class: "notice", id: "only-here" }, t("invite.loopback")) : null,
  );
}

/** The button that opens the share sheet; null where there is none. */
function shareButton(url: string) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: t("title"), text: t("friends.share-text"), url }).catch(() => {});
  const found = button("share-link", t("friends.share"), share);
  found.classList.add("main");
  return found;
}

/** Copy the link; pages loaded over plain HTTP have no clipboard: then it is selected. */
async function copy(field: HTMLInputElement, told: Element) {
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  told.textContent = t(isCopied ? "link.copied" : "link.copy");
}
