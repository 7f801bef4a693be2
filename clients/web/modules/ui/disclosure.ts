/** Details that lie over the page: a press elsewhere closes them, and so does Escape. */

/** Let details close where the style sheet lays them over others. @param opener another button that opens and closes them */
export function closesElsewhere(details: HTMLDetailsElement, opener?: Element) {
  const isOver = () => [details, ...details.children].some((each) => getComputedStyle(each).zIndex !== "auto");
  const onPress = (event: Event) => {
    const path = event.composedPath();
    if (!details.isConnected) listen(false);
    else if (isOver() && !path.includes(details) && !(opener && path.includes(opener))) details.open = false;
  };
  const onKey = (event: Event) => {
    if ((event as KeyboardEvent).key !== "Escape" || !details.isConnected || !isOver()) return;
    event.stopPropagation();
    details.open = false;
  };
  const listen = (isOpen: boolean) => {
    const change = isOpen ? "addEventListener" : "removeEventListener";
    document[change]("pointerdown", onPress);
    document[change]("keydown", onKey, true);
  };
  details.addEventListener("toggle", () => listen(details.open));
  return details;
}
