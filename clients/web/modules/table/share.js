// @ts-check
/** The link of a game, to share: as a text, as a QR code, and by the device's own way to share. */
import { button, h } from "../ui/dom.js";
import { qrCode } from "../ui/qr_code.js";
import { t } from "../words/texts.js";

/** Names of the device itself (RFC 6761, RFC 6890), as URLs have them. */
const LOOPBACK = /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/;

/** @param {string} url */
export const shareArea = (url) => h("div", { class: "share" }, qrPlace(url), linkField(url));

/** Whether a link opens on this device alone. @param {string} url */
export const isLoopback = (url) => LOOPBACK.test(new URL(url).hostname);

/** The QR code, in a place of its size while the encoder loads; none if it cannot be loaded. @param {string} url */
function qrPlace(url) {
  const place = h("div", { class: "qr-place" });
  qrCode(url, t("friends.qr")).then(
    (code) => place.append(code),
    () => place.remove(),
  );
  return place;
}

/** @param {string} url */
function linkField(url) {
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

/** The button that opens the share sheet; null where there is none. @param {string} url */
function shareButton(url) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: t("title"), text: t("friends.share-text"), url }).catch(() => {});
  const found = button("share-link", t("friends.share"), share);
  found.classList.add("main");
  return found;
}

/** Copy the link; pages loaded over plain HTTP have no clipboard: then it is selected. @param {HTMLInputElement} field @param {Element} told */
async function copy(field, told) {
  field.select();
  const isCopied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  );
  told.textContent = t(isCopied ? "link.copied" : "link.copy");
}
