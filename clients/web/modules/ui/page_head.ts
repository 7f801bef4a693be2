/** The head of a page without a table: its title under the sky, over the far edge of the table. */
import { type Child, h } from "./dom.ts";

/** @param facts short texts below the title */
export const pageHead = (title: string, ...facts: Child[]) =>
  h("div", { class: "page-head" }, h("h1", {}, title), ...facts.map((fact) => fact && h("p", {}, fact)));
