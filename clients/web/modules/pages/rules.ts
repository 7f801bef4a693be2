/** The page of the rules of the game: `#/rules`, and `#/rules/solo` for a section. */
import { GLANCE, goToSection, ruleSections, sectionElements, sectionTitles } from "../rules/sections.ts";
import { fill, h } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { t } from "../words/texts.ts";
import type { Route } from "../ui/route.ts";

const PREFIX = "page";

export async function rulesPage(page: HTMLElement, { id }: Route) {
  const sections = await ruleSections();
  const elements = sectionElements(sections, PREFIX);
  const links = sectionTitles(sections).map(({ id, title }) => h("a", { href: `#/rules/${id}` }, title));
  /** Marks in the contents what is on the screen. */
  const observer = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen)
      links[elements.indexOf(target as HTMLElement)].toggleAttribute("data-seen", isIntersecting);
  });
  fill(
    page,
    h(
      "div",
      { class: "rules-page" },
      pageHead(t("rules.title")),
      h(
        "nav",
        { class: "panel", "aria-label": t("rules.contents") },
        h("ul", { class: "rules-contents" }, ...links.map((link) => h("li", {}, link))),
      ),
      h("article", { class: "panel" }, ...elements),
    ),
  );
  elements.forEach((each) => observer.observe(each));
  if (id) goToSection(PREFIX, id);
  return { close: () => observer.disconnect(), follow };
}

/** Go to another section of the page. */
function follow({ kind, id }: Route) {
  if (kind !== "rules") return false;
  goToSection(PREFIX, id || GLANCE);
  return true;
}
