// @ts-check
/** The tab of the browser: its title and its icon say whether it is the player's turn. */

const MARK = "● ";

/** Mark the tab, or remove the mark. @param {boolean} isTurn */
export function markTab(isTurn) {
  document.title = `${isTurn ? MARK : ""}${document.title.replace(MARK, "")}`;
  const link = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const icon = (isTurn ? link.dataset.turn : link.dataset.wait) ?? "";
  if (link.getAttribute("href") !== icon) link.href = icon;
}
