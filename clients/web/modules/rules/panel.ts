/** The rules of the game in a sheet beside the page, which stays usable; on small screens the sheet is modal. */
import { errorText } from "../ui/alerts.ts";
import { fill, h, svg } from "../ui/dom.ts";
import { listen } from "../ui/keyboard.ts";
import { t } from "../words/texts.ts";
import { goToSection, ruleSections, sectionElement } from "./sections.ts";
import type { RuleSection } from "../types.ts";

const PREFIX = "rule";
/** Screens on which the page and the sheet fit side by side. */
const WIDE = "(min-width: 110rem)";

/** An open book, in a square of 24 units. */
const BOOK = "M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zv13.5";

/** The open sheet. */
let sheet: HTMLDialogElement | null = null;

/** The button of the header that opens and closes the rules. */
export const rulesButton = () =>
  h(
    "button",
    {
      type: "button",
      class: "plain icon",
      id: "open-rules",
      "data-focus": "open-rules",
      "aria-haspopup": "dialog",
      "aria-keyshortcuts": "r",
      onclick: toggleRules,
    },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: BOOK })),
    h("span", { class: "rules-word" }, t("rules.open")),
  );

/** Open the rules with the key `r` on every page. Returns a function that ends this. */
export const listenForRules = () => listen((key) => (key === "r" ? toggleRules : undefined));

function toggleRules() {
  if (sheet) closeRules();
  else openRules();
}

async function openRules() {
  closeRules();
  const opener = document.activeElement;
  const content = h("div", {
    class: "rules-text",
    tabindex: "0",
    role: "region",
    "aria-labelledby": "rules-title",
    autofocus: true,
  });
  const dialog = h("dialog", { class: "rules-sheet", id: "rules", "aria-labelledby": "rules-title" }, head(), content);
  dialog.addEventListener("close", () => closed(dialog, opener));
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), closeRules()));
  sheet = dialog;
  document.body.append(dialog);
  if (matchMedia(WIDE).matches) dialog.show();
  else dialog.showModal();
  document.documentElement.classList.add("with-rules");
  await load(content);
}

export function closeRules() {
  sheet?.close();
}

/** Remove a closed sheet; the focus returns to where it was. */
function closed(dialog: HTMLDialogElement, opener: Element | null) {
  const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
  dialog.remove();
  if (sheet === dialog) sheet = null;
  document.documentElement.classList.toggle("with-rules", sheet !== null);
  if (hadFocus && opener instanceof HTMLElement)
    (opener.isConnected ? opener : document.getElementById("open-rules"))?.focus({ preventScroll: true });
}

const head = () =>
  h(
    "div",
    { class: "rules-head" },
    h("h1", { id: "rules-title", class: "rules-title" }, t("rules.title")),
    h(
      "a",
      {
        href: "#/rules",
        class: "button plain icon",
        id: "rules-page",
        "aria-label": t("rules.page"),
        title: t("rules.page"),
        onclick: closeRules,
      },
      "↗",
    ),
    h(
      "button",
      { type: "button", class: "plain icon", id: "close-rules", "aria-label": t("rules.close"), onclick: closeRules },
      "✕",
    ),
  );

async function load(content: Element) {
  try {
    const sections = await ruleSections();
    fill(content, contents(sections), ...sections.map((each) => sectionElement(each, PREFIX)));
  } catch (error) {
    fill(content, h("p", { role: "alert" }, errorText(error)));
  }
}

/** Buttons that lead to the sections. */
const contents = (sections: RuleSection[]) =>
  h(
    "nav",
    { "aria-label": t("rules.contents") },
    h(
      "ul",
      { class: "rules-contents" },
      ...sections.map(({ id, title }) =>
        h("li", {}, h("button", { type: "button", onclick: () => goToSection(PREFIX, id) }, title)),
      ),
    ),
  );
