/** What tells that it has become the player's turn: the tab, a sound and a notification. */
import { t } from "../words/texts.ts";
import { notify } from "./notification.ts";
import { playSound } from "./sound.ts";
import type { GameView } from "../types.ts";
import type { Sound } from "./synthesizer.ts";

/** Two soft tones, a fifth apart. */
export const TURN_SOUND: Sound = [587.33, 880].map((hz, index) => ({ at: index * 0.16, hz, gain: 0.2, length: 0.5 }));

export class TurnNotice {
  /** The turn that was told; null before the first view. */
  #told: string | null = null;

  /** @param id of the game */
  constructor(readonly id: string) {}

  /** @param moment what tells turns apart; empty if it is not the player's turn */
  show(view: GameView, moment: string) {
    markTab(moment !== "");
    if (moment && this.#told !== null && moment !== this.#told && view.phase !== "suffer") this.#tell();
    this.#told = moment;
  }

  close() {
    markTab(false);
  }

  #tell() {
    playSound(TURN_SOUND, true);
    notify(this.id, t("notice.turn"));
  }
}

const MARK = "● ";

/** Mark the title and the icon of the tab, or remove the mark. */
function markTab(isTurn: boolean) {
  document.title = `${isTurn ? MARK : ""}${document.title.replace(MARK, "")}`;
  const link = document.querySelector("link[rel=icon]") as HTMLLinkElement;
  const icon = (isTurn ? link.dataset.turn : link.dataset.wait) ?? "";
  if (link.getAttribute("href") !== icon) link.href = icon;
}
