/** What is shown in place of a page that does not open. */
import { cardImage } from "../cards/images.ts";
import { Problem } from "../server/api.ts";
import { h } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { NoGameAddress } from "../ui/route.ts";
import { t } from "../words/texts.ts";

/** The cards on its table. */
const STREWN = ["5H", "KC", "X1", "AD", "8S"];

/**
 * What takes the place of a page that does not open.
 * @param title of the page @param why it does not open; "" if that is told above it
 */
export function failurePage(title: string, why: string) {
  const way = h("a", { class: "button main", href: "#/" }, t("alert.back"));
  return h(
    "section",
    { class: "problem", role: why ? "alert" : null },
    pageHead(title),
    h("div", { class: "panel" }, why && h("p", {}, why), way),
    h("div", { class: "strewn" }, ...STREWN.map((code) => cardImage(code))),
  );
}

/** Why an address has no page; "" for an error that another try may mend. */
export function refusedPage(error: unknown) {
  if (error instanceof NoGameAddress) return t("alert.no-game-address");
  if (!(error instanceof Problem)) return "";
  return error.code === "unknown-game" ? t("alert.unknown-game") : error.details.detail;
}
