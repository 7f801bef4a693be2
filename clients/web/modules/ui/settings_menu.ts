/** The settings of this browser, behind a button of the header. */
import { preference, setPreference, type Speed } from "../storage/preferences.ts";
import { t } from "../words/texts.ts";
import { fill, h, icon, labelled } from "./dom.ts";
import { ownNameField } from "./own_name.ts";
import type { TextKey } from "../types.ts";

const SPEEDS: Record<Speed, TextKey> = {
  slow: "settings.slow",
  normal: "settings.normal",
  fast: "settings.fast",
  off: "settings.off",
};
/** Three sliders, in a square of 24 units. */
const SLIDERS = "M4 6h9m4 0h3M4 12h3m4 0h9M4 18h11m4 0h1M15 4v4M9 10v4M17 16v4";

/** The button, and the panel that it opens; Escape and a click elsewhere close it. @param others further fields */
export const settingsMenu = (others: Element[]) => {
  const name = h("div");
  const onbeforetoggle = () => fill(name, ownNameField("own-name", t("name.settings-hint")));
  return [openButton(), panel([name, speedField(), ...others], onbeforetoggle)];
};

/** A tap beside an open panel of the header only closes it: what lies beneath is not pressed. */
export function keepTapsBeside() {
  let isBeside = false;
  const onPointerdown = ({ target, pointerType }: PointerEvent) => {
    const open = document.querySelector(".settings:popover-open");
    const isOfPanel =
      target instanceof Element && (open?.contains(target) || target.matches("[popovertarget] *, [popovertarget]"));
    isBeside = pointerType !== "mouse" && open !== null && !isOfPanel;
  };
  const onClick = (event: MouseEvent) => {
    if (isBeside) {
      event.preventDefault();
      event.stopPropagation();
    }
    isBeside = false;
  };
  document.addEventListener("pointerdown", onPointerdown, true);
  document.addEventListener("click", onClick, true);
}

const openButton = () =>
  h(
    "button",
    {
      type: "button",
      class: "plain icon",
      id: "open-settings",
      "data-focus": "open-settings",
      popovertarget: "settings",
      "aria-label": t("settings.title"),
      title: t("settings.title"),
    },
    icon(SLIDERS),
  );

const panel = (fields: Element[], onbeforetoggle: () => void) =>
  h(
    "section",
    { class: "settings", id: "settings", popover: "auto", "aria-labelledby": "settings-title", onbeforetoggle },
    h("h2", { id: "settings-title" }, t("settings.title")),
    h(
      "button",
      {
        ...{ type: "button", class: "plain close", "aria-label": t("alert.close"), title: t("alert.close") },
        ...{ popovertarget: "settings", popovertargetaction: "hide" },
      },
      "✕",
    ),
    ...fields,
  );

/** How fast actions are shown. */
function speedField() {
  const options = Object.entries(SPEEDS).map(([speed, key]) =>
    h("option", { value: speed, selected: speed === preference("speed") }, t(key)),
  );
  const menu = h("select", { id: "speed", onchange: () => setPreference("speed", menu.value as Speed) }, ...options);
  return labelled("speed", t("settings.speed"), menu, h("p", { class: "quiet" }, t("settings.speed-hint")));
}
