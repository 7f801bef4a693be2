/** The rules of the game in sections, from the API in the current language. */
import { api } from "../server/api.ts";
import { language } from "../storage/language.ts";
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { besideParagraph, glance, ruleFigure } from "./figures.ts";
import type { RuleSection, RuleTable } from "../types.ts";

/** The sections by language, as they are loaded. */
const loaded: Map<string, Promise<RuleSection[]>> = new Map();

/** The sections in the current language; a failed request is repeated at the next call. */
export function ruleSections() {
  const wanted = language();
  const known = loaded.get(wanted);
  if (known) return known;
  const sections = api()
    .getRules({ include: ["sections"] })
    .then(({ sections }) => sections ?? []);
  loaded.set(wanted, sections);
  sections.catch(() => loaded.delete(wanted));
  return sections;
}

/** The section before those of the API, and what leads to it. */
export const GLANCE = "glance";

/** All sections as elements: the rules at a glance first. */
export const sectionElements = (sections: RuleSection[], prefix: string) => [
  h(
    "section",
    { class: "rules-glance", id: `${prefix}-${GLANCE}`, "aria-labelledby": `${prefix}-${GLANCE}-title` },
    h("h2", { id: `${prefix}-${GLANCE}-title`, tabindex: "-1" }, t("rules.glance")),
    ...glance(),
  ),
  ...sections.map((each) => sectionElement(each, prefix)),
];

/** The ids and titles of all sections, in their order. */
export const sectionTitles = (sections: RuleSection[]) => [{ id: GLANCE, title: t("rules.glance") }, ...sections];

/** A menu of the sections. @param go to the section that is chosen */
export const sectionMenu = (id: string, titles: { title: string }[], go: (index: number) => void) => {
  const options = titles.map(({ title }) => h("option", {}, title));
  const menu = h(
    "select",
    { id, "aria-label": t("rules.contents"), onchange: () => go(menu.selectedIndex) },
    ...options,
  );
  return menu;
};

/** A section as an element; its id is the section's with a prefix. */
const sectionElement = ({ id, title, paragraphs, table }: RuleSection, prefix: string) =>
  h(
    "section",
    { class: "rule-section", id: `${prefix}-${id}`, "aria-labelledby": `${prefix}-${id}-title` },
    h("h2", { id: `${prefix}-${id}-title`, tabindex: "-1" }, title),
    ruleFigure(id),
    ...paragraphs.map((paragraph, index) => {
      const picture = besideParagraph(id, index);
      const text = h("p", {}, paragraph);
      return picture ? h("div", { class: "rule-row" }, picture, text) : text;
    }),
    table ? tableElement(table) : null,
  );

const tableElement = ({ header, rows }: RuleTable) =>
  h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...header.map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
  );

/** Scroll to a section and focus its title. */
export function goToSection(prefix: string, id: string) {
  document.getElementById(`${prefix}-${id}`)?.scrollIntoView({ block: "start" });
  document.getElementById(`${prefix}-${id}-title`)?.focus({ preventScroll: true });
}
