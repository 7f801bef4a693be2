/** Details that lie over the page: a press elsewhere closes them, and so does Escape; one of them is open at a time. */
import { t } from "../words/texts.ts";
import { focus, h, type Child } from "./dom.ts";

/** What lies over the page while its details are open. */
export const over = (title: string, ...content: Child[]) =>
  h("section", { class: "over", "aria-label": title }, closer(), ...content);

function closer() {
  const label = t("alert.close");
  const onclick = ({ currentTarget }: Event) => close((currentTarget as Element).closest("details"));
  return h("button", { type: "button", class: "plain close", "aria-label": label, title: label, onclick }, "✕");
}

/** @param spared a selector of what may be pressed while they are open */
export function closesElsewhere(details: HTMLDetailsElement, spared = "") {
  details.name = "over";
  const onPress = (event: Event) => {
    const isSpared = (each: EventTarget) =>
      each === details || (spared && each instanceof Element && each.matches(spared));
    if (!details.isConnected) listen(false);
    else if (!event.composedPath().some(isSpared)) details.open = false;
  };
  const onKey = (event: Event) => {
    if ((event as KeyboardEvent).key !== "Escape" || !details.isConnected) return;
    event.stopPropagation();
    close(details);
  };
  const listen = (isOpen: boolean) => {
    const change = isOpen ? "addEventListener" : "removeEventListener";
    document[change]("pointerdown", onPress);
    document[change]("keydown", onKey, true);
  };
  details.addEventListener("toggle", () => listen(details.open));
  return details;
}

/** Close details; a focus in them goes to what opens them. */
function close(details: HTMLDetailsElement | null) {
  const { activeElement } = document;
  if (details?.contains(activeElement)) focus(details.querySelector("summary"));
  if (details) details.open = false;
}
