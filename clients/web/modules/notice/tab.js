// @ts-check
/** The tab of the browser: its title and its icon say whether it is the player's turn. */

const MARK = "● ";
const ICON = /icon(-turn)?\.svg$/;

/** Mark the tab, or remove the mark. @param {boolean} isTurn */
export function markTab(isTurn) {
  document.title = `${isTurn ? MARK : ""}${document.title.replace(MARK, "")}`;
  const link = document.querySelector("link[rel=icon]");
  const href = link?.getAttribute("href")?.replace(ICON, isTurn ? "icon-turn.svg" : "icon.svg");
  if (href && link?.getAttribute("href") !== href) link?.setAttribute("href", href);
}
