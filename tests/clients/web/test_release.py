"""A release of the web client: its bundle, digests in addresses, and the chain of requests of the first load."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from browser import clear_cache, requests
from firefox import Firefox
from flask.testing import FlaskClient
from web_clients import WebClient
from web_modules import CLIENT, bundled_modules

from regicide_api.pages.web import FILES

pytestmark = pytest.mark.costly

BROWSERS_OWN = (".webmanifest", ".svg", "/service-worker.js")
"""What the browser requests on its own, and the page does not wait for."""

MAX_REQUESTS = 9
"""Of the first load, until the lobby can be used."""

MAX_COMPRESSED_BYTES = 52 * 1024
"""Of the files of the first load, until the lobby can be used."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the client's files, which a test may change."""
    bundled_modules()  # skips the test without esbuild
    copy = shutil.copytree(CLIENT, tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    (copy / "node_modules").symlink_to(CLIENT / "node_modules")
    (tmp_path / "javascript").symlink_to(CLIENT.parent / "javascript")
    return Path(copy)


def build(source: Path, *options: str) -> int:
    """Bundle the client. Returns the exit code."""
    return subprocess.run(["node", "build.mjs", *options], cwd=source, check=False, capture_output=True).returncode


def addresses(page: str) -> list[str]:
    """The files of the release that a page names."""
    return sorted(set(re.findall(r'"(assets/[^"]+)"', page)))


def test_a_page_names_its_files_by_their_digests(pages: FlaskClient) -> None:
    """The style sheets of the first load and of the other pages, the script and what it imports, and two icons."""
    names = {re.sub(r"-[0-9A-Z]{8}\.", ".", address) for address in addresses(pages.get("/").text)}
    files = ("chunk.js", "first.css", "icon-turn.svg", "icon.svg", "main.js", "pages.css")
    assert names == {f"assets/{name}" for name in files}


def test_a_released_file_is_kept_for_a_year(pages: FlaskClient) -> None:
    """Compressed, and without a request for a newer version."""
    for file in addresses(pages.get("/").text):
        with pages.get(f"/{file}", headers={"Accept-Encoding": "gzip"}) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert response.headers.get("Content-Encoding") == (None if file.endswith("svg") else "gzip")


CHANGES = {
    "index.html": ("<title>", "<title>Another "),
    "modules/pages/game.ts": ("const ", "console.log();\nconst "),
    "styles/base.css": ("html {", "html { top: 0;"),
    "texts/ca.json": ("{", '{ "another": "",'),
}


def test_each_version_has_its_own_page_and_worker(source: Path) -> None:
    """Whichever file changes, and in whichever folder it is bundled; a stale bundle is found."""
    assert build(source, "--check") == 0
    seen = [(FILES / name).read_text() for name in ("index.html", "service-worker.js")]
    for name, (before, after) in CHANGES.items():
        (source / name).write_text((source / name).read_text().replace(before, after, 1))
        assert (build(source, "--check"), build(source), build(source, "--check")) == (1, 0, 0), name
        seen += [(source / "dist" / name).read_text() for name in ("index.html", "service-worker.js")]
    assert len({*seen}) == len(seen) == 10


def test_the_lobby_needs_few_bytes(pages: FlaskClient) -> None:
    """Its page, scripts, style sheet and texts, compressed: 52 KiB take 0.27 seconds at 1.6 Mbit/s."""
    page = pages.get("/")
    texts = max(first_texts(), key=len)
    files = [name for name in addresses(page.text) if "/pages-" not in name]
    needed = [page.data, texts, *((FILES / name).read_bytes() for name in files)]
    assert sum(len(gzip.compress(file)) for file in needed) <= MAX_COMPRESSED_BYTES


def first_texts() -> list[bytes]:
    """The catalogues of the first load: they have texts of the lobby, and none of a table."""
    files = [path.read_bytes() for path in (FILES / "assets").glob("[a-z][a-z]-*.js")]
    found = [texts for texts in files if b'"lobby.solo"' in texts and b'"hint.exact"' not in texts]
    assert len(found) == 4
    return found


@pytest.mark.browser
def test_the_lobby_needs_few_requests(ana: WebClient) -> None:
    """Each before the lobby can be used counts, also those that run at the same time."""
    clear_cache(ana.browser)
    ana.browser.get("about:blank")
    requests(ana.browser)
    ana.open()
    ana.find("#start")
    asked = [url for url in requests(ana.browser) if url.startswith(ana.server) and not url.endswith(BROWSERS_OWN)]
    before = asked[: next((n for n, url in enumerate(asked) if "/pages-" in url), len(asked))]
    assert len(before) <= MAX_REQUESTS, before


FAILS = 'm.loadCode(() => Promise.reject(new TypeError("Failed to fetch")))'


@pytest.mark.browser
@pytest.mark.parametrize(
    ("load", "failure"),
    [
        (f"void (globalThis.fetch = async () => new Response('')) ?? void {FAILS}", None),
        (f"{FAILS}.catch((error) => (void {FAILS}, error.constructor.name))", "ConnectionFailed"),
    ],
    ids=["replaced", "second failure"],
)
def test_a_page_whose_code_fails_to_load_loads_again(ana: WebClient, load: str, failure: str | None) -> None:
    """If the server no longer has it, or at the second failure: browsers may refuse it until the page loads again."""
    ana.open()
    ana.browser.execute_script("window.before = true")
    assert ana.module("server/release.ts", load) == failure
    ana.until(lambda: not ana.browser.execute_script("return window.before"))


@pytest.mark.browser
def test_a_language_without_texts_is_not_chosen(ana: WebClient) -> None:
    """The page says that the server does not respond; the second time it loads again, in the chosen language."""
    if isinstance(ana.browser, Firefox):
        pytest.skip("the test blocks a request by Chromium's protocol")
    ana.open()
    ana.find("#create")
    ana.browser.execute_cdp_cmd("Network.enable", {})
    ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/es-*.js"]})
    choose = """window.before = true;
        const menu = document.getElementById("language");
        menu.value = "es";
        menu.dispatchEvent(new Event("change"));"""
    ana.browser.execute_script(choose)
    ana.find("#alerts [role=alert]")
    assert ana.browser.execute_script("return document.getElementById('language').value") == "en"
    ana.browser.execute_script(choose)
    ana.until(lambda: not ana.browser.execute_script("return window.before"))
    ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    ana.open()
    ana.until(lambda: ana.attributes("html", "lang") == ["es"])
