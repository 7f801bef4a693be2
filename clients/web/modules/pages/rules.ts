/** The page of the rules of the game: `#/rules`, and `#/rules/solo` for a section. */
import { GLANCE, goToSection, ruleSections, sectionElements, sectionMenu, sectionTitles } from "../rules/sections.ts";
import { fill, h } from "../ui/dom.ts";
import { pageHead } from "../ui/page_head.ts";
import { t } from "../words/texts.ts";
import type { Route } from "../ui/route.ts";

const PREFIX = "page";

export async function rulesPage(page: HTMLElement, { id }: Route) {
  const sections = await ruleSections();
  const elements = sectionElements(sections, PREFIX);
  const titles = sectionTitles(sections);
  const links = titles.map(({ id, title }) => h("a", { href: `#/rules/${id}` }, title));
  const menu = sectionMenu("rules-menu", titles, (index) => {
    elements[index].scrollIntoView({ block: "start" });
    stand = scrollY;
  });
  const mark = (current: Element) => {
    menu.selectedIndex = elements.indexOf(current as HTMLElement);
    links.forEach((link, index) => link.setAttribute("aria-current", String(elements[index] === current)));
  };
  /** Where the page stands at the section of the address; -1 after scrolling. */
  let stand = -1;
  const go = (section: string) => {
    goToSection(PREFIX, section);
    const found = elements.find(({ id }) => id === `${PREFIX}-${section}`);
    if (found) mark(found);
    stand = scrollY;
  };
  /** Mark the section that is read: the last one at the end of the page, else that at the upper third of the window. */
  const onScroll = () => {
    if (scrollY === stand) return;
    stand = -1;
    const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    const reached = elements.filter((each) => each.getBoundingClientRect().top < innerHeight / 3);
    mark((isEnd ? elements : reached).at(-1) ?? elements[0]);
  };
  fill(
    page,
    h(
      "div",
      { class: "rules-page" },
      pageHead(t("rules.title")),
      h(
        "nav",
        { class: "panel", "aria-label": t("rules.contents") },
        menu,
        h("ul", { class: "rules-contents" }, ...links.map((link) => h("li", {}, link))),
      ),
      h("article", { class: "panel" }, ...elements),
    ),
  );
  mark(elements[0]);
  if (id) go(id);
  addEventListener("scroll", onScroll, { passive: true });
  return {
    close: () => removeEventListener("scroll", onScroll),
    follow: ({ kind, id }: Route) => {
      if (kind === "rules") go(id || GLANCE);
      return kind === "rules";
    },
  };
}
