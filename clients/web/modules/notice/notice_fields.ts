/** The settings of sound and notification. */
import { preference, setPreference } from "../storage/preferences.ts";
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import { canNotify, requestPermission } from "./notification.ts";
import { playTurnSound } from "./sound.ts";

export const noticeFields = () => [soundField(), ...(canNotify() ? notificationField() : [])];

/** Whether a sound tells of the turn: it is played at once when it is turned on. */
function soundField() {
  const box = h("input", { type: "checkbox", id: "sound", checked: preference("sound"), onchange: () => change() });
  const change = () => {
    setPreference("sound", box.checked);
    playTurnSound();
  };
  return h("label", { class: "check" }, box, h("span", {}, t("notice.sound")));
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
