"""A thumb on the screen of a telephone: taps on what a player sees, at the size of a fingertip."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from browser import lift, motion, touch, touch_screen, width
from web_clients import WebClient

WIDTH_PX, HEIGHT_PX = 360, 740
MIN_TARGET_PX: Final = 36
"""The visible width of a card in a full hand of eight; all other targets have 44."""


class Thumb:
    """Plays a game by taps alone. A tap needs a target of its size, on the screen and not covered."""

    def __init__(self, client: WebClient) -> None:
        self.client = client

    def tap(self, selector: str) -> None:
        """Wait until the target can be tapped, and tap its middle."""
        script, browser = TARGET, self.client.browser
        x, y = self.client.until(lambda: browser.execute_script(script, selector, MIN_TARGET_PX))
        touch(browser, x, y)
        lift(browser)

    def act(self, action: str) -> None:
        """Take an action: select its cards, confirm it, also if that asks first."""
        if action.startswith(">"):
            return self.tap(f"[data-action='{action}']:not([aria-disabled])")
        for target in self._choice(action):
            self.tap(target)
        if self.client.find("#act:not([aria-disabled])").get_attribute("class") == "doubtful":
            self.tap("#act")
        return self.tap("#act:not([aria-disabled])")

    def _choice(self, action: str) -> list[str]:
        if action in {"yield", "flip"}:
            return [f"[data-action={action}]:not([aria-disabled], [aria-keyshortcuts=Escape])"]
        codes = action.replace("-", "+").strip("+").split("+")
        return [f".hand-card[data-card='{code}'][aria-pressed=false]" for code in codes]


@contextmanager
def thumb(client: WebClient) -> Iterator[Thumb]:
    """A thumb on the client's browser, which is a telephone with a touch screen meanwhile."""
    width(client.browser, WIDTH_PX, HEIGHT_PX)
    touch_screen(client.browser, True)
    motion(client.browser, "reduce")
    try:
        yield Thumb(client)
    finally:
        touch_screen(client.browser, False)


TARGET = """
    const target = document.querySelector(arguments[0]);
    if (!target || document.getAnimations().some(({ playState }) => playState === "running")) return null;
    const { left, top, width, height } = target.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (Math.min(width, height) < arguments[1]) throw new Error(`${arguments[0]} is ${width} by ${height} pixels`);
    return target.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
"""
