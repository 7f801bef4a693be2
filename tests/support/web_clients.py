"""The web client in the hands of somebody who plays: a browser, and what is done and seen in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
from players import SEED
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

SECONDS = 20
"""How long anything may take on a busy machine."""


class WebClient:
    """A browser on a page of the web client."""

    def __init__(self, browser: Chrome, server: str) -> None:
        self.browser = browser
        self.server = server

    def open(self, place: str = "/") -> None:
        """Load a page anew."""
        self.browser.get("about:blank")
        self.browser.get(self.server + place)
        self.find("#page > *")

    def forget(self) -> None:
        """Be a device that has never been here."""
        self.browser.get(self.server + "/styles/icon.svg")
        self.browser.execute_script("localStorage.clear()")

    def until(self, fact: Callable[[], Any]) -> Any:
        """Wait for something to be so; what it is."""
        waiting = WebDriverWait(self.browser, SECONDS, 0.05, [StaleElementReferenceException])
        return waiting.until(lambda _: fact())

    def all(self, selector: str) -> list[WebElement]:
        """The elements that are there now."""
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector: str) -> WebElement:
        """An element, as soon as it is there."""
        found: WebElement = self.until(lambda: next(iter(self.all(selector)), None))
        return found

    def click(self, selector: str) -> None:
        """Click an element, as soon as it is there."""
        self.until(lambda: self.browser.execute_script(CLICK, selector))

    def text(self, selector: str) -> str:
        """The text of an element."""
        script = "return [document.querySelector(arguments[0])?.textContent].filter((text) => text !== undefined)"
        return str(self.until(lambda: self.browser.execute_script(script, selector))[0])

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        ActionChains(self.browser).send_keys(*keys).perform()

    def tab_to(self, selector: str) -> None:
        """Press the tabulator until an element has the focus."""
        self.find(selector)
        for _ in range(60):
            if self.browser.switch_to.active_element in self.all(selector):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"the tabulator does not lead to {selector}")

    def create(self, *others: str, name: str = "Ana", seed: str = SEED) -> str:
        """Create a game of one and these others: `here`, `link` or `bot`; the id of the game."""
        self.open()
        self.click(f"[name=players][value='{len(others) + 1}']")
        for seat, other in enumerate(others, 1):
            Select(self.find(f"[name=who-{seat}]")).select_by_value(other)
        self.browser.execute_script("document.querySelector('.more').open = true")
        for field, content in {"seed": seed, "name-0": name}.items():
            self.find(f"[name={field}]").clear()
            self.find(f"[name={field}]").send_keys(content)
        self.click("#start")
        self.find(".table .enemy, #link")
        return self.browser.current_url.rpartition("/")[2]

    def act(self, action: str) -> None:
        """Take an action by clicks: the cards one after the other, and the button."""
        if self.all("#uncover"):
            self.click("#uncover")
        if action == "yield" or action.startswith(">"):
            return self.click(f"[data-action='{action}']")
        for code in action.replace("-", "+").strip("+").split("+"):
            self.click(f".hand-card[data-card='{code}'][aria-pressed=false]")
        return self.click("#act:not([aria-disabled])")

    def tokens(self) -> list[str]:
        """The tokens of the seats that this device holds in the game that is shown, by seat."""
        kept = self.browser.execute_script("return JSON.parse(localStorage['regicide.games'])")
        game = self.browser.current_url.rpartition("/")[2]
        return [token for _, token in sorted(kept[game]["tokens"].items())]

    def attributes(self, selector: str, name: str) -> list[str | None]:
        """An attribute of each of these elements, read at one moment: the page may change at any."""
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.getAttribute(arguments[1]))"
        read: list[str | None] = self.browser.execute_script(script, selector, name)
        return read

    def hand(self) -> list[str | None]:
        """The cards of the hand that is shown."""
        return self.attributes(".hand-card", "data-card")

    def await_turn(self) -> None:
        """Wait until something can be done here."""
        self.find("#act, #uncover, [data-action]")

    def module(self, name: str, expression: str, *arguments: object) -> Any:
        """What an expression of the client's own module `m` gives for some arguments `a`."""
        script = f"""const [done, ...a] = [[...arguments].pop(), ...[...arguments].slice(0, -1)];
            import("{self.server}/modules/{name}").then(async (m) => done(await {expression}))"""
        return self.browser.execute_async_script(script, *arguments)


def act_from_elsewhere(server: str, game: str, token: str, version: int, action: str) -> dict[str, Any]:
    """Take an action by the API; the view after it."""
    body, bearer = {"version": version, "action": action}, {"Authorization": f"Bearer {token}"}
    answer = httpx.post(f"{server}/v1/games/{game}/actions", json=body, headers=bearer).raise_for_status()
    view: dict[str, Any] = answer.json()
    return view


CLICK = "const found = document.querySelector(arguments[0]); found?.click(); return Boolean(found)"
