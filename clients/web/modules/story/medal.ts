/** Medals of grades. */
import { h } from "../ui/dom.ts";

/** A medal beside the word of its grade. */
export const medal = (grade: string) => h("span", { class: `medal ${grade}`, "aria-hidden": "true" });
