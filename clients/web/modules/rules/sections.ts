/** The rules of the game in sections, from the API in the current language. */
import { getRuleSections } from "../server/api.ts";
import { language } from "../storage/language.ts";
import { h } from "../ui/dom.ts";
import type { RuleSection } from "../types.ts";

/** The sections by language, as they are loaded. */
const loaded: Map<string, Promise<RuleSection[]>> = new Map();

/** The sections in the current language; a failed request is repeated at the next call. */
export function ruleSections() {
  const wanted = language();
  const known = loaded.get(wanted);
  if (known) return known;
  const sections = getRuleSections();
  loaded.set(wanted, sections);
  sections.catch(() => loaded.delete(wanted));
  return sections;
}

/** A section as an element; its id is the section's with a prefix. */
export const sectionElement = ({ id, title, paragraphs }: RuleSection, prefix: string) =>
  h(
    "section",
    { class: "rule-section", id: `${prefix}-${id}`, "aria-labelledby": `${prefix}-${id}-title` },
    h("h2", { id: `${prefix}-${id}-title`, tabindex: "-1" }, title),
    ...paragraphs.map((paragraph) => h("p", {}, paragraph)),
  );

/** Scroll to a section and focus its title. */
export function goToSection(prefix: string, id: string) {
  document.getElementById(`${prefix}-${id}`)?.scrollIntoView({ block: "start" });
  document.getElementById(`${prefix}-${id}-title`)?.focus({ preventScroll: true });
}
