// @ts-check
/** The page of the rules of the game: `#/rules`, and `#/rules/solo` for a section. */
import { goToSection, ruleSections, sectionElement } from "../rules/sections.js";
import { fill, h } from "../ui/dom.js";
import { t } from "../words/texts.js";

/** @import { Route } from "../ui/route.js" */

const PREFIX = "page";

/** @param {HTMLElement} page @param {Route} route */
export async function rulesPage(page, { id }) {
  const sections = await ruleSections();
  fill(
    page,
    h(
      "article",
      { class: "panel rules-page" },
      h("h1", {}, t("rules.title")),
      h(
        "nav",
        { "aria-label": t("rules.contents") },
        h(
          "ul",
          { class: "rules-contents" },
          ...sections.map((each) => h("li", {}, h("a", { href: `#/rules/${each.id}` }, each.title))),
        ),
      ),
      ...sections.map((each) => sectionElement(each, PREFIX)),
    ),
  );
  if (id) goToSection(PREFIX, id);
  return { close: () => {}, follow };
}

/** Go to another section of the page. @param {Route} route */
function follow({ kind, id }) {
  if (kind !== "rules") return false;
  goToSection(PREFIX, id || "aim");
  return true;
}
