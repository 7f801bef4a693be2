/** The switch of the sounds, and the setting of notifications. */
import { onPreference, preference, setPreference } from "../storage/preferences.ts";
import { h, svg } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import { t } from "../words/texts.ts";
import { canNotify, requestPermission } from "./notification.ts";
import { playSound } from "./sound.ts";
import { TURN_SOUND } from "./turn_notice.ts";

export const noticeFields = () => (canNotify() ? notificationField() : []);

const isOn = signal(preference("sound"));
onPreference("sound", (wanted) => (isOn.value = wanted));

/** A loudspeaker, with its waves or crossed out, in a square of 24 units. */
const LOUDSPEAKER = "M4 9.5v5h3.5l4.5 4v-13l-4.5 4z";
const [WAVES, CROSS] = ["M15.5 9a4.5 4.5 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11", "M16 9.5l5 5m0-5l-5 5"];

/** The switch of the sounds in the header: a sound tells that they are on. */
export function soundSwitch() {
  const change = () => {
    setPreference("sound", !isOn.value);
    playSound(TURN_SOUND);
  };
  const properties = { type: "button", class: "plain icon", id: "sound", "data-focus": "sound", role: "switch" };
  return h(
    "button",
    { ...properties, "aria-checked": () => String(isOn.value), "aria-label": t("notice.sound"), onclick: change },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, () =>
      svg("path", { d: LOUDSPEAKER + (isOn.value ? WAVES : CROSS) }),
    ),
  );
}

/** Whether the device notifies of the turn: the browser asks for its permission when it is turned on. */
function notificationField() {
  const isOn = preference("notify") && Notification.permission === "granted";
  const box = h("input", { type: "checkbox", id: "notify", checked: isOn, onchange: () => change() });
  const refusal = h("p", { class: "quiet", role: "status" });
  const change = async () => {
    const wanted = box.checked;
    box.checked = wanted && (await requestPermission());
    setPreference("notify", box.checked);
    refusal.textContent = wanted && !box.checked ? t("notice.refused") : "";
  };
  return [h("label", { class: "check" }, box, h("span", {}, t("notice.notify"))), refusal];
}
