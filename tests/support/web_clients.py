"""A driver for the web client in a browser: user actions and page contents."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browser import Browser, clear_storage, console_messages
from firefox import Firefox
from players import SEED
from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from shared_http import HTTP
from web_modules import bundled_modules

TIMEOUT_S = 60
"""For waits on a busy machine; less than the timeout of a test, so that a wait can say what it misses."""
FIRST_ANSWER_TIMEOUT_S = 90
"""For the first answers of the house bots: their planners are compiled before, in half a minute of a busy machine."""


class WebClient:
    """A browser on a page of the web client."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server

    def open(self, place: str = "/") -> None:
        """Load a page, also if it is the current one."""
        self.browser.get("about:blank")
        self.browser.get(self.server + place)
        self.find("#page > *")

    @contextmanager
    def another_tab(self) -> Iterator[None]:
        """Another tab of the browser, which is closed in the end."""
        first = self.browser.current_window_handle
        self.browser.switch_to.new_window("tab")
        try:
            yield
        finally:
            self.browser.close()
            self.browser.switch_to.window(first)

    def forget(self) -> None:
        """Clear the storage of the browser, for all servers."""
        self.browser.get(self.server + "/icons/icon.svg")
        clear_storage(self.browser)

    def until(self, fact: Callable[[], Any], wanted: str = "", *, timeout_s: float = TIMEOUT_S) -> Any:
        """Wait until a function returns a true value. Returns the value.

        Raises AssertionError after `timeout_s`, with what was wanted, by default the source of the function, and what
        the page shows.
        """
        waiting = WebDriverWait(self.browser, timeout_s, 0.05, [StaleElementReferenceException])
        try:
            return waiting.until(lambda _: fact())
        except TimeoutException as late:
            missed = wanted or inspect.getsource(fact).strip()
            raise AssertionError(f"not within {timeout_s} s: {missed}\n{self.described()}") from late

    def described(self) -> str:
        """What the page shows, for the message of a failed test: its address, texts, and errors."""
        shown = self.browser.execute_script(DESCRIBE)
        errors = console_messages(self.browser)
        return "\n".join(f"{name}: {content}" for name, content in {**shown, "console": errors}.items())

    def all(self, selector: str) -> list[WebElement]:
        """The current elements of a selector."""
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector: str, timeout_s: float = TIMEOUT_S) -> WebElement:
        """Wait for an element."""
        found: WebElement = self.until(lambda: next(iter(self.all(selector)), None), selector, timeout_s=timeout_s)
        return found

    def click(self, selector: str) -> None:
        """Wait for an element and click it."""
        self.until(lambda: self.browser.execute_script(CLICK, selector), f"click {selector}")

    def text(self, selector: str) -> str:
        """The text of an element."""
        script = "return [document.querySelector(arguments[0])?.textContent].filter((text) => text !== undefined)"
        return str(self.until(lambda: self.browser.execute_script(script, selector), f"text of {selector}")[0])

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        ActionChains(self.browser).send_keys(*keys).perform()

    def tab_to(self, selector: str) -> None:
        """Press Tab until an element has the focus."""
        self.find(selector)
        for _ in range(60):
            if self.browser.switch_to.active_element in self.all(selector):
                return
            self.press(Keys.TAB)
            if isinstance(self.browser, Firefox):
                self.browser.regain_focus()
        raise AssertionError(f"Tab does not reach {selector}")

    def open_form(self) -> None:
        """Load the home page, and unfold the form of a new game with all its options."""
        self.open()
        self.find("#create")
        self.browser.execute_script("for (const part of document.querySelectorAll('details')) part.open = true")

    def create(self, *others: str, name: str = "Ana", seed: str = SEED) -> str:
        """Create a game with these other players: `here`, `link` or `bot`. Returns its id."""
        self.open_form()
        self.click(f"[name=players][value='{len(others) + 1}']")
        for seat, other in enumerate(others, 1):
            self.click(f"[name=who-{seat}][value={other}]")
        for field, content in {"[name=seed]": seed, "#create-name": name}.items():
            for found in self.all(field):
                found.clear()
                found.send_keys(content)
        self.click("#start")
        self.find(".table .enemy, #link")
        return self.browser.current_url.rpartition("/")[2]

    def sit(self, created: dict[str, Any], *seats: int, alone: bool = False) -> None:
        """Save seats of a game that the API has created, as the only saved game, and open the game.

        `alone`: one person plays them all.
        """
        self.browser.get(self.server + "/icons/icon.svg")
        game = created["game"]["id"]
        saved = {
            game: {
                "tokens": {seat: created["seats"][seat]["token"] for seat in seats},
                "at": created["game"]["created_at"],
                "alone": alone,
            }
        }
        self.browser.execute_script("localStorage['regicide.games'] = arguments[0]", json.dumps(saved))
        self.open(f"/#/game/{game}")
        self.find(".hand-card, #uncover, #link, #ending")

    def act(self, action: str) -> None:
        """Act by clicks on the cards and the button, also if that asks first; a yield or a flip is chosen before."""
        if self.all("#uncover"):
            self.click("#uncover")
        if action.startswith(">"):
            return self.click(f"[data-action='{action}']:not([aria-disabled])")
        if action in {"yield", "flip"}:
            self.click(f"[data-action={action}]:not([aria-disabled], [aria-keyshortcuts=Escape])")
            return self.click("#act:not([aria-disabled])")
        for code in action.replace("-", "+").strip("+").split("+"):
            self.click(f".hand-card[data-card='{code}'][aria-pressed=false]")
        if self.find("#act:not([aria-disabled])").get_attribute("class") == "doubtful":
            self.click("#act")
        return self.click("#act:not([aria-disabled])")

    def set_speed(self, speed: str) -> None:
        """Store the speed at which the next page shows actions: `slow`, `normal`, `fast` or `off`."""
        self.browser.execute_script("localStorage['regicide.preferences'] = arguments[0]", json.dumps({"speed": speed}))

    def tokens(self) -> list[str]:
        """The saved tokens of the current game, by seat."""
        saved = self.browser.execute_script("return JSON.parse(localStorage['regicide.games'])")
        game = self.browser.current_url.rpartition("/")[2]
        return [token for _, token in sorted(saved[game]["tokens"].items())]

    def attributes(self, selector: str, name: str) -> list[str | None]:
        """An attribute of all elements of a selector, read in one script call."""
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.getAttribute(arguments[1]))"
        read: list[str | None] = self.browser.execute_script(script, selector, name)
        return read

    def boxes(self, selector: str) -> list[dict[str, Any]]:
        """The boxes of all elements of a selector in the window, in pixels."""
        read: list[dict[str, Any]] = self.browser.execute_script(BOXES, selector)
        return read

    def hand(self) -> list[str | None]:
        """The cards of the visible hand."""
        return self.attributes(".hand-card", "data-card")

    def await_turn(self) -> None:
        """Wait until the player can act."""
        self.find("#act, #uncover, [data-action]")

    def needs_page_scripts(self) -> None:
        """Skip the test in Firefox, whose scripts of tests have functions and errors of their own."""
        if isinstance(self.browser, Firefox):
            pytest.skip("the test replaces functions of the page")

    def module(self, name: str, expression: str, *arguments: object) -> Any:
        """Evaluate an expression with a module of the client as `m` and the arguments as `a`; `own(name)` has others.

        The modules are other instances than the page's own, with the same texts and references.
        """
        script = f"""const [done, ...a] = [[...arguments].pop(), ...[...arguments].slice(0, -1)];
            {bundled_modules()}
            const answer = async () => {{
                await (await own("words/texts.ts")).loadTexts();
                await (await own("words/reference.ts")).loadReference();
                const m = await own("{name}");
                return await {expression};
            }};
            answer().then(done, (error) => done(`${{error}}`));"""
        return self.browser.execute_async_script(script, *arguments)


def await_offline_start(client: WebClient) -> None:
    """Wait until the browser has stored all files of one release."""
    client.until(lambda: client.browser.execute_async_script(IS_KEPT))


def new_game(server: str, *seats: dict[str, Any], **wish: Any) -> dict[str, Any]:
    """Create a game by the API, with these seats and further members of the request. Returns the response."""
    body = ({"players": len(seats), "seats": seats} if seats else {}) | wish
    created: dict[str, Any] = HTTP.post(f"{server}/v1/games", json=body).raise_for_status().json()
    return created


def created_game(server: str, players: int, seed: str) -> dict[str, Any]:
    """Create a game with a seed by the API. Returns the response."""
    return new_game(server, players=players, seed=seed)


def act_from_elsewhere(server: str, game: str, token: str, version: int, action: str) -> dict[str, Any]:
    """Act by the API. Returns the view after it."""
    body, bearer = {"version": version, "action": action}, {"Authorization": f"Bearer {token}"}
    answer = HTTP.post(f"{server}/v1/games/{game}/actions", json=body, headers=bearer).raise_for_status()
    view: dict[str, Any] = answer.json()
    return view


def play(server: str, created: dict[str, Any], actions: Iterable[str]) -> None:
    """Take the next actions of a new game by the API, each from the seat whose turn it is."""
    game, turn = created["game"]["id"], created["game"]["turn"]
    for version, action in enumerate(actions, created["game"]["version"]):
        token = created["seats"][turn]["token"]
        turn = act_from_elsewhere(server, game, token, version, action)["turn"]


def post(server: str, created: dict[str, Any], seat: int, what: str, **body: Any) -> dict[str, Any]:
    """Send a request of a seat about its game, such as `give-up`. Returns the response."""
    url, bearer = f"{server}/v1/games/{created['game']['id']}/{what}", created["seats"][seat]["token"]
    answer = HTTP.post(url, json=body or None, headers={"Authorization": f"Bearer {bearer}"}).raise_for_status()
    content: dict[str, Any] = answer.json()
    return content


DESCRIBE = """
    const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
    const [alerts, page] = [texts("[role=alert], [role=status]"), document.querySelector("#page")?.innerText];
    return { address: location.href, title: document.title, alerts, page: page ?? document.documentElement.innerText };
"""
BOXES = "return [...document.querySelectorAll(arguments[0])].map((each) => each.getBoundingClientRect().toJSON())"
CLICK = "const found = document.querySelector(arguments[0]); found?.click(); return Boolean(found)"
IS_KEPT = """const [done, PAGE] = [arguments[0], location.origin + "/"];
    caches.keys().then(async (names) => {
        const own = names.filter((name) => name.startsWith("regicide-release/"));
        const pages = await Promise.all(own.map(async (name) => (await caches.open(name)).match(PAGE)));
        done(pages.filter(Boolean).length === 1 && own.length === 1);
    });"""
