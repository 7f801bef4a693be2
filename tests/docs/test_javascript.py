"""The front end on the page about the JavaScript client, with the packed client, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import Browser, chosen_browser, console_messages
from javascript_client import installed, served
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

pytestmark = [pytest.mark.costly, pytest.mark.browser]

PAGE = Path(__file__).parents[2] / "docs" / "javascript.md"
MAX_LINES = 100
TIMEOUT_S = 60


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of the page, served from a folder with the client."""
    folder = installed(tmp_path_factory.mktemp("package"), tmp_path_factory.mktemp("front-end"))
    [text] = re.findall(r"```html[^\n]*front-end.html[^\n]*\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(text.splitlines()) <= MAX_LINES
    (folder / "index.html").write_text(text)
    with served(folder) as url:
        yield url


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A browser, whose console has no errors in the end."""
    with chosen_browser() as running:
        yield running
        assert console_messages(running) == []


def text(browser: Browser, name: str) -> str:
    """The text of a place of the page."""
    return str(browser.execute_script("return document.getElementById(arguments[0]).textContent", name))


def until(browser: Browser, fact: Callable[[], object]) -> None:
    """Wait until a function returns a true value."""
    WebDriverWait(browser, TIMEOUT_S, 0.05).until(lambda _: fact())


def buttons(browser: Browser, name: str) -> list[str]:
    """The labels of the buttons in a place of the page."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)"
    labels: list[str] = browser.execute_script(script, f"#{name} button")
    return labels


def press(browser: Browser, name: str, label: str) -> None:
    """Click a button of the page by its label."""
    script = "[...document.querySelectorAll(arguments[0])].find((each) => each.textContent === arguments[1]).click()"
    browser.execute_script(script, f"#{name} button", label)


def act(browser: Browser) -> None:
    """Take an action: discard all cards against damage, else play the first card, or do what else is possible."""
    is_damage, hand = "damage is left" in text(browser, "task"), buttons(browser, "hand")
    for label in hand[: None if is_damage else 1]:
        press(browser, "hand", label)
    before = text(browser, "task")
    press(browser, "actions", buttons(browser, "actions")[0])
    until(browser, lambda: buttons(browser, "hand") != hand or text(browser, "task") != before)


def test_a_game_alone_is_played_to_its_end(page: str, browser: Browser, server_url: str) -> None:
    """With a forecast of the selected card; in the end the page has verified the deal."""
    browser.get(f"{page}/?api={server_url}")
    browser.find_element(By.CSS_SELECTOR, "[value=alone]").click()
    until(browser, lambda: len(buttons(browser, "hand")) == 8)
    press(browser, "hand", buttons(browser, "hand")[0])
    assert re.search(r"\d damage|It kills", text(browser, "task"))
    press(browser, "hand", buttons(browser, "hand")[0])
    while not re.match("won|lost", text(browser, "task")):
        act(browser)
        until(
            browser, lambda: buttons(browser, "actions") or buttons(browser, "hand") or "lost" in text(browser, "task")
        )
    until(browser, lambda: "The deal and all draws hold." in text(browser, "log"))


def test_a_friend_joins_by_the_address(page: str, browser: Browser, server_url: str) -> None:
    """From another device, which sees no card of the first one's hand, and the action that the other one takes."""
    browser.get(f"{page}/?api={server_url}")
    browser.find_element(By.CSS_SELECTOR, "[value=friend]").click()
    until(browser, lambda: "Send a friend" in text(browser, "task"))
    [first], address = browser.window_handles, browser.current_url
    browser.switch_to.new_window("window")
    browser.get(address.replace("127.0.0.1", "localhost", 1))  # another origin: its storage has no seat
    until(browser, lambda: "join" in buttons(browser, "actions"))
    assert text(browser, "task") == "Join the game."
    press(browser, "actions", "join")
    until(browser, lambda: "Ana is to act." in text(browser, "task") and len(buttons(browser, "hand")) == 7)
    own = buttons(browser, "hand")
    second = browser.current_window_handle
    browser.switch_to.window(first)
    until(browser, lambda: len(buttons(browser, "hand")) == 7)
    assert set(own).isdisjoint(buttons(browser, "hand"))
    act(browser)
    browser.switch_to.window(second)
    until(browser, lambda: "Ana: play" in text(browser, "log"))
