"""`<regicide-table>` on a page of another site: it follows, plays and replays games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import Browser, console_messages
from javascript_client import served
from players import SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, act_from_elsewhere, created_game

pytestmark = pytest.mark.browser

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "table.html"
URL = "http://127.0.0.1:8000"
"""The URL of the server in the example."""


class Page:
    """The example, with the table that it shows."""

    def __init__(self, client: WebClient) -> None:
        """The page is open."""
        self.client = client
        self.browser: Browser = client.browser

    def show(self, button: str, game: str, token: str = "") -> None:
        """Fill in the form, and press a button."""
        script = """
            const form = document.forms[0];
            [form.game.value, form.token.value] = [arguments[1], arguments[2]];
            form.querySelectorAll("button")[["show", "replay"].indexOf(arguments[0])].click();
        """
        self.browser.execute_script(script, button, game, token)

    def inside(self, expression: str, *arguments: object) -> Any:
        """The value of an expression with the shadow tree as `root`, and the given data as `a`."""
        program = f"""
            const a = [...arguments], none = document.createElement("p");
            const root = document.querySelector("regicide-table").shadowRoot ?? none;
            return {expression};
        """
        return self.browser.execute_script(program, *arguments)

    def text(self, selector: str) -> str:
        """What is to be read in the first element of a selector; empty without one."""
        return " ".join(self.inside("root.querySelector(a[0])?.innerText ?? ''", selector).split())

    def until(self, selector: str, text: str) -> None:
        """Wait for a text."""
        self.client.until(lambda: text in self.text(selector), text)


@pytest.fixture
def page(ana: WebClient, server_url: str, tmp_path: Path) -> Iterator[Page]:
    """The example on another origin than that of the server."""
    (tmp_path / "table.html").write_text(EXAMPLE.read_text().replace(URL, server_url))
    with served(tmp_path) as site:
        ana.browser.get(f"{site}/table.html")
        yield Page(ana)
        assert [each for each in console_messages(ana.browser) if "Failed to load resource" not in each] == []


def test_a_spectator_follows_a_game(page: Page, server_url: str) -> None:
    """What happens elsewhere is told and shown; no hand is."""
    created = created_game(server_url, 2, SEED)
    game, token = created["game"]["id"], created["seats"][0]["token"]
    page.show("show", game)
    page.until(".task", "You are a spectator.")
    act_from_elsewhere(server_url, game, token, 1, "9S")
    page.until(".news", "nine of spades")
    page.client.until(lambda: page.inside("root.querySelector('.played [data-card=\"9S\"]') !== null"))
    assert page.inside("root.querySelector('.hand')") is None


def test_a_player_plays_a_card(page: Page, server_url: str) -> None:
    """By a click and by keys inside the table; keys elsewhere on the page do nothing."""
    created = created_game(server_url, 2, SEED)
    game, token = created["game"]["id"], created["seats"][0]["token"]
    page.show("show", game, token)
    page.client.until(lambda: page.inside("root.querySelectorAll('.hand-card').length") == 7)
    page.client.press("1")
    assert page.inside("root.querySelectorAll('[aria-pressed=true]').length") == 0
    page.inside("root.querySelector('[data-card=\"9S\"]').click()")
    page.until("#act", "Play the nine of spades")
    page.inside("root.querySelector('.hand-card').focus()")
    page.client.press("p")
    page.until(".task", "Suffer 1 damage")
    seen = httpx.get(f"{server_url}/v1/games/{game}").raise_for_status().json()
    assert seen["played"] == [["9S"]]


def test_a_token_that_is_not_valid_is_told(page: Page, server_url: str) -> None:
    """From the beginning, or from when its device has ended. The game is followed as by a spectator."""
    created = created_game(server_url, 2, SEED)
    game, token = created["game"]["id"], created["seats"][0]["token"]
    page.show("show", game, "x" * 32)
    page.until(".alert", "seat")
    page.show("show", game, token)
    page.until("#task", "play cards")
    assert page.inside("root.querySelector('.alert').hidden")
    own = httpx.Client(base_url=f"{server_url}/v1/games/{game}", headers={"Authorization": f"Bearer {token}"})
    own.delete("/devices/first").raise_for_status()
    page.until(".alert", "seat")


def test_a_refused_action_is_told(page: Page, server_url: str) -> None:
    """With the reason; the table goes on."""
    created = created_game(server_url, 2, SEED)
    game, token = created["game"]["id"], created["seats"][0]["token"]
    page.show("show", game, token)
    page.until("#task", "play cards")
    page.client.needs_page_scripts()
    page.inside("(window.send = window.fetch, window.fetch = async () => new Response('', { status: 409 }), 0)")
    page.inside("root.querySelector('[data-card=\"9S\"]').click()")
    page.inside("root.querySelector('#act').click()")
    page.client.until(lambda: page.inside("!root.querySelector('.alert').hidden"))
    page.inside("(window.fetch = window.send, 0)")
    page.inside("root.querySelector('#act').click()")
    page.until(".task", "Suffer 1 damage")


def test_a_record_is_replayed(page: Page, lost_game: str) -> None:
    """Step by step, by the buttons and the keys."""
    page.show("replay", lost_game)
    page.until("#step", "Start")
    page.inside("root.querySelector('#next').click()")
    page.until("#step", "Move 1 of ")
    page.until("#narration", "ace of diamonds")
    page.client.until(lambda: page.inside("root.querySelector('[data-mood=angry] .picture') !== null"))
    page.inside("root.querySelector('#next').focus()")
    page.client.press(Keys.END)
    page.until("#narration", "defeated")


def test_the_end_of_a_game_is_shown(page: Page, lost_game: str) -> None:
    """As on the client's own page, without its ways on; the table is one button away."""
    page.show("show", lost_game)
    page.until("#ending-title", "The castle stands")
    page.until(".ending-why", "Player 1 had cards worth 0.")
    assert page.inside("root.querySelectorAll('#rematch, #to-replay').length") == 0
    page.inside("root.querySelector('#to-table').click()")
    page.client.until(lambda: page.inside("root.activeElement?.id") == "to-scene")


def test_a_game_that_does_not_exist_is_told(page: Page) -> None:
    """In place of the table."""
    page.show("show", "0123456789abcdef0123")
    page.until("[role=alert]", "0123456789abcdef0123")


def test_the_table_fits_into_its_element(page: Page, lost_game: str) -> None:
    """Of any width: its layout follows from the element, not from the window."""
    page.show("replay", lost_game)
    page.until("#step", "Start")
    for pixels in (320, 700):
        page.browser.execute_script("document.body.style.width = `${arguments[0]}px`", pixels)
        page.client.until(lambda: page.inside("root.host.scrollWidth <= root.host.clientWidth"))
