/** The page of the rules of the game: `#/rules`, and `#/rules/solo` for a section. */
import { goToSection, ruleSections, sectionElement } from "../rules/sections.ts";
import { fill, h } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { t } from "../words/texts.ts";
import type { Route } from "../ui/route.ts";

const PREFIX = "page";

export async function rulesPage(page: HTMLElement, { id }: Route) {
  const sections = await ruleSections();
  fill(
    page,
    h(
      "div",
      { class: "rules-page" },
      pageHead(t("rules.title")),
      h(
        "nav",
        { class: "panel", "aria-label": t("rules.contents") },
        h(
          "ul",
          { class: "rules-contents" },
          ...sections.map((each) => h("li", {}, h("a", { href: `#/rules/${each.id}` }, each.title))),
        ),
      ),
      h("article", { class: "panel" }, ...sections.map((each) => sectionElement(each, PREFIX))),
    ),
  );
  if (id) goToSection(PREFIX, id);
  return { close: () => {}, follow };
}

/** Go to another section of the page. */
function follow({ kind, id }: Route) {
  if (kind !== "rules") return false;
  goToSection(PREFIX, id || "aim");
  return true;
}
