/** The head of a page without a table: its title under the sky, over the far edge of the table. */
import { type Child, h } from "./dom.ts";

/** Tells the style sheets where it ends, also when it grows. @param facts short texts below the title */
export function pageHead(title: string, ...facts: Child[]) {
  const texts = facts.map((fact) => fact && h("p", {}, fact));
  const head = h("div", { class: "page-head" }, h("h1", {}, title), ...texts);
  const tell = () => document.body.style.setProperty("--head", `${head.offsetTop + head.offsetHeight}px`);
  new ResizeObserver(() => head.isConnected && tell()).observe(head);
  return head;
}
