/** The rules of the game in a sheet beside the page, which stays usable; on small screens the sheet is modal. */
import { errorText } from "../ui/alerts.ts";
import { fill, h, icon } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { ruleSections, sectionElements, sectionMenu, sectionTitles } from "./sections.ts";

const PREFIX = "rule";
/** In squares of 24 units: an arrow out of a page, and a cross. */
const LEAVE = "M11 5H5v14h14v-6M14 5h5v5M19 5l-9 9";
const CROSS = "M6 6l12 12M18 6L6 18";
/** Screens on which the sheet fits beside every page, and beside the table of a game. */
const WIDE = "(min-width: 110rem)";
const WIDE_TABLE = "(min-width: 90rem) and (min-height: 35rem)";
/** The state of the entry that a modal sheet adds to the history, so that Back closes it. */
const ENTRY = "rules";

/** The open sheet. */
let sheet: HTMLDialogElement | null = null;

/** Open the sheet, or close it. */
export function toggleRules() {
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
  const { documentElement: root } = document;
  root.style.scrollbarGutter = innerWidth > root.clientWidth ? "stable" : "auto"; // nothing moves when the page stops scrolling
  onpopstate = goneBack;
  const isBeside = matchMedia(
    document.querySelector("[data-page=game] .dock") ? `${WIDE}, ${WIDE_TABLE}` : WIDE,
  ).matches;
  root.classList.toggle("with-rules", isBeside);
  if (isBeside) dialog.show();
  else {
    history.pushState(ENTRY, "");
    dialog.showModal();
  }
  await load(dialog.firstElementChild as Element, content);
}

function closeRules() {
  sheet?.close();
}

/** Close the sheet whose entry of the history is left; the entry of one that is gone is passed. */
function goneBack() {
  if (sheet) closeRules();
  else if (history.state === ENTRY) history.back();
}

/** Remove a closed sheet; the focus returns to where it was. */
function closed(dialog: HTMLDialogElement, opener: Element | null) {
  const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
  dialog.remove();
  if (sheet === dialog) sheet = null;
  if (!sheet && history.state === ENTRY) history.back();
  if (!sheet) document.documentElement.classList.remove("with-rules");
  document.documentElement.style.scrollbarGutter = "";
  if (hadFocus && opener instanceof HTMLElement)
    (opener.isConnected ? opener : document.getElementById("open-rules"))?.focus({ preventScroll: true });
}

const head = () =>
  h(
    "div",
    { class: "rules-head" },
    h("h1", { id: "rules-title", class: "hidden" }, t("rules.title")),
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
      icon(LEAVE),
    ),
    h(
      "button",
      { type: "button", class: "plain icon", id: "close-rules", "aria-label": t("rules.close"), onclick: closeRules },
      icon(CROSS),
    ),
  );

async function load(head: Element, content: HTMLElement) {
  try {
    const sections = await ruleSections();
    const elements = sectionElements(sections, PREFIX);
    fill(content, ...elements);
    head.prepend(contents(content, elements, sectionTitles(sections)));
  } catch (error) {
    fill(content, h("p", { role: "alert" }, errorText(error)));
  }
}

/** The choice of a section, which follows the one that is read. */
function contents(content: HTMLElement, elements: Element[], titles: { title: string }[]) {
  /** Where the text stands at the chosen section; -1 after scrolling. */
  let stand = -1;
  const menu = sectionMenu("rules-contents", titles, (index) => {
    elements[index].scrollIntoView({ block: "start" });
    stand = content.scrollTop;
  });
  content.onscroll = () => {
    if (content.scrollTop === stand) return;
    stand = -1;
    const { top, height } = content.getBoundingClientRect();
    const isRead = (each: Element) => each.getBoundingClientRect().top < top + height / 3;
    menu.selectedIndex = Math.max(0, elements.findLastIndex(isRead));
  };
  return menu;
}
