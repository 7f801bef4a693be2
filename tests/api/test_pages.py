"""The pages in a real browser: the interactive documentation, and the pages of the problems."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from browser import chromium, colours, console_messages, requests, width
from players import Player
from published import document, faults
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions as seen
from selenium.webdriver.support.wait import WebDriverWait

from regicide_api.problems import PROBLEMS

OPERATIONS = {
    operation["operationId"]
    for path in document()["paths"].values()
    for operation in path.values()
    if "operationId" in operation
}
EACH_PROBLEM = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.code)


@pytest.fixture(scope="module")
def server(server_url: str) -> str:
    """The URL of a running server."""
    return server_url


@pytest.fixture(scope="module")
def shared_browser() -> Iterator[Chrome]:
    """One browser for all tests here."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(shared_browser: Chrome) -> Chrome:
    """A browser on an empty page of desktop width, with empty logs."""
    shared_browser.get("about:blank")
    colours(shared_browser, "light")
    width(shared_browser, 1280)
    console_messages(shared_browser)
    requests(shared_browser)
    return shared_browser


class Documentation:
    """The page `/docs`, driven by a user."""

    def __init__(self, browser: Chrome, server: str) -> None:
        self.browser = browser
        self.wait = WebDriverWait(browser, 20)
        browser.get(f"{server}/docs")
        self.wait.until(seen.presence_of_element_located((By.CSS_SELECTOR, ".opblock-summary-operation-id")))

    def operations(self) -> set[str]:
        """The ids of the operations that the page shows."""
        shown = self.browser.find_elements(By.CSS_SELECTOR, ".opblock-summary-operation-id")
        return {element.text.replace("\u200b", "") for element in shown}

    def execute(self, operation: str, **parameters: str) -> tuple[int, Any]:
        """Send an operation's example with these parameters; the status and the JSON of the response."""
        block = f"[id$='-{operation}']"
        self._click(f"{block} .opblock-summary-control")
        for name, content in parameters.items():
            field = f"{block} tr[data-param-name='{name}'] input"
            self.wait.until(seen.presence_of_element_located((By.CSS_SELECTOR, field))).send_keys(
                Keys.CONTROL, "a", Keys.NULL, content, Keys.TAB
            )
        self._click(f"{block} .execute")
        status = self._text(f"{block} .live-responses-table .response .response-col_status")
        body = self._text(f"{block} .live-responses-table .response .highlight-code code")
        return int(status.split()[0]), json.loads(body)

    def authorize(self, token: str) -> None:
        """Enter the token of a seat."""
        self._click(".btn.authorize")
        field = seen.presence_of_element_located((By.CSS_SELECTOR, ".auth-container input"))
        self.wait.until(field).send_keys(token, Keys.TAB)
        self._click(".auth-btn-wrapper .authorize")
        self._click(".auth-btn-wrapper .btn-done")

    def _click(self, selector: str) -> None:
        element = self.wait.until(seen.presence_of_element_located((By.CSS_SELECTOR, selector)))
        self.browser.execute_script("arguments[0].click()", element)

    def _text(self, selector: str) -> str:
        element = self.wait.until(seen.presence_of_element_located((By.CSS_SELECTOR, selector)))
        return str(element.get_property("textContent"))


@pytest.fixture
def documentation(browser: Chrome, server: str) -> Documentation:
    """The page `/docs`."""
    return Documentation(browser, server)


@pytest.mark.browser
def test_the_documentation_shows_all_operations(documentation: Documentation) -> None:
    """Those of the published document."""
    assert documentation.operations() == OPERATIONS


@pytest.mark.browser
def test_the_documentation_needs_no_other_server(documentation: Documentation, server: str) -> None:
    """Every file is requested from this server, and the browser logs no errors."""
    asked = requests(documentation.browser)
    assert f"{server}/openapi.json" in asked
    assert [url for url in asked if not url.startswith(f"{server}/")] == []
    assert console_messages(documentation.browser) == []


@pytest.mark.browser
def test_a_game_can_be_created_and_viewed_from_the_page(documentation: Documentation, server: str) -> None:
    """With the token of a seat, which is sent as the bearer token."""
    status, created = documentation.execute("create_game")
    assert (status, len(created["seats"])) == (201, 2)
    documentation.authorize(created["seats"][1]["token"])
    status, view = documentation.execute("get_game", game_id=created["game"]["id"])
    assert (status, view["you"], len(view["hand"])) == (200, 1, 7)
    assert [url for url in requests(documentation.browser) if not url.startswith(f"{server}/")] == []
    assert console_messages(documentation.browser) == []


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/docs", "/problems", "/problems/illegal-action"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_telephone(browser: Chrome, server: str, path: str, scheme: str) -> None:
    """Nothing overflows at 360 pixels, and the colour scheme follows the reader's preference."""
    colours(browser, scheme)
    width(browser, 360)
    browser.get(server + path)
    WebDriverWait(browser, 20).until(seen.presence_of_element_located((By.CSS_SELECTOR, "h1, .info .title")))
    assert browser.execute_script("return document.documentElement.scrollWidth") == 360
    assert console_messages(browser) == []


def test_the_documentation_may_do_nothing_else(player: Player) -> None:
    """The policy allows files of this server, and nothing inline."""
    policy = player.get("/docs").headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert not re.search(r"unsafe|\*|http", policy)


def test_the_files_of_the_documentation_are_there(player: Player) -> None:
    """Each file of the page, with its type and an ETag."""
    names = re.findall(r'(?:src|href)="(/docs/[^"]+)"', player.get("/docs").text)
    headers = [player.client.get(name, buffered=True).headers for name in names]
    kinds = {each["Content-Type"].partition(";")[0] for each in headers}
    assert (len(names), kinds) == (5, {"text/javascript", "text/css", "image/svg+xml"})
    assert all(each["ETag"] and each["X-Content-Type-Options"] == "nosniff" for each in headers)


@EACH_PROBLEM
def test_every_problem_is_explained(player: Player, problem: Any) -> None:
    """Its meaning, the solution, and an example that fits the schema of problems."""
    page = player.get(f"/problems/{problem.code}")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    explained, _, shown = page.text.partition("<pre>")
    assert f"<h1>{html.escape(problem.title)}</h1>".replace("&#x27;", "&#39;") in explained
    example = json.loads(html.unescape(shown.partition("</pre>")[0]).partition("\n\n")[2])
    assert "<h2>Meaning</h2>" in explained
    assert not re.search("`|&lt;", explained)
    assert (example["code"], example["type"]) == (problem.code, f"/problems/{problem.code}")
    assert not faults({"$ref": "#/components/schemas/Problem"}, example)


def test_the_index_links_to_every_problem(player: Player) -> None:
    """Once."""
    linked = re.findall(r'href="/problems/([a-z-]+)"', player.get("/problems").text)
    assert sorted(linked) == sorted({problem.code for problem in PROBLEMS})


def test_a_problem_names_the_operations_that_answer_with_it(player: Player) -> None:
    """With a link to their documentation."""
    page = player.get("/problems/not-your-turn").text
    assert re.findall(r'href="(/docs#[^"]+)"', page) == ["/docs#/advice/ask_advice", "/docs#/games/act"]


def test_the_pages_of_problems_run_nothing(player: Player) -> None:
    """Their policy forbids to load anything."""
    for path in ("/problems", "/problems/game-over"):
        assert player.get(path).headers["Content-Security-Policy"].startswith("default-src 'none'; style-src")


def test_meanings_are_sentences() -> None:
    """All of them."""
    assert [text for text in [problem.meaning for problem in PROBLEMS] if not re.fullmatch(r"[A-Z].*\.", text)] == []
