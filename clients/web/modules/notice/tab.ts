/** The tab of the browser: its title and its icon say whether it is the player's turn. */

const MARK = "● ";

/** Mark the tab, or remove the mark. */
export function markTab(isTurn: boolean) {
  document.title = `${isTurn ? MARK : ""}${document.title.replace(MARK, "")}`;
  const link = document.querySelector("link[rel=icon]") as HTMLLinkElement;
  const icon = (isTurn ? link.dataset.turn : link.dataset.wait) ?? "";
  if (link.getAttribute("href") !== icon) link.href = icon;
}
