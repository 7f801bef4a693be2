/** Notifications of the system, if the user wants them, while the page is hidden. */
import { preference } from "../storage/preferences.ts";
import { t } from "../words/texts.ts";

/** Whether the browser has notifications at all. */
export const canNotify = () => "Notification" in window;

/** Ask the browser for the permission; to be called by a click. Returns whether it is given. */
export async function requestPermission() {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tell that it is the player's turn. @param id of the game: a later notification replaces an earlier one */
export async function notify(id: string, text: string) {
  if (!document.hidden || !preference("notify") || !canNotify() || Notification.permission !== "granted") return;
  const options = { body: text, tag: id };
  try {
    new Notification(t("title"), options).onclick = () => window.focus();
  } catch {
    const worker = await navigator.serviceWorker?.getRegistration(); // the only way on Android
    await worker?.showNotification(t("title"), options);
  }
}
