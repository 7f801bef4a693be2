/** What tells that it has become the player's turn: the tab, a sound and a notification. */
import { isMyTurn, momentOf } from "../game/legality.ts";
import { t } from "../words/texts.ts";
import { notify } from "./notification.ts";
import { playTurnSound } from "./sound.ts";
import type { GameView } from "../types.ts";

export class TurnNotice {
  /** The turn that was told; null before the first view. */
  #told: string | null = null;

  /** @param id of the game */
  constructor(readonly id: string) {}

  show(view: GameView) {
    const isTurn = isMyTurn(view);
    markTab(isTurn);
    const moment = isTurn ? momentOf(view) : "";
    if (moment && this.#told !== null && moment !== this.#told && view.phase !== "suffer") this.#tell();
    this.#told = moment;
  }

  close() {
    markTab(false);
  }

  #tell() {
    playTurnSound();
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
