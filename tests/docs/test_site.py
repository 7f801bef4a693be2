"""The documentation site, as `make docs` builds it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from browser import chromium, complaints, requests, width
from published import document
from selenium.webdriver import Chrome

import regicide
import regicide_client

pytestmark = pytest.mark.xdist_group("site")

ROOT = Path(__file__).parents[2]
SITE = ROOT / "dist" / "docs"
PROGRAMS = Path(sys.executable).parent
HERE = "http://site/"


@pytest.fixture(scope="module")
def site() -> Path:
    """The built site. Without its builder the test is skipped, but not in CI."""
    if find_spec("zensical") is None:
        assert "CI" not in os.environ, "CI installs what the site is built with: `make docs`"
        pytest.skip("nothing here to build the site with: make docs")
    for command in ([sys.executable, "tools/reference.py"], [PROGRAMS / "zensical", "build", "--clean", "--strict"]):
        built = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=100)
        assert built.returncode == 0, built.stdout + built.stderr
    return SITE


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site_url(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    """A browser for all pages."""
    with chromium() as running:
        yield running


class Page(HTMLParser):
    """A page: what it loads, what it links to, and the ids in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to."""
        said = {name: value for name, value in attrs if value}
        self.ids |= {said["id"]} if "id" in said else set()
        self.links += [said["href"]] if tag == "a" and "href" in said else []
        self.loads += [said["src"]] if "src" in said else []
        self.loads += [said["href"]] if tag == "link" and "href" in said else []


def pages(site: Path) -> dict[str, Page]:
    """All pages by their addresses."""
    files = [path for path in site.rglob("*.html") if path.name != "404.html"]
    return {HERE + str(path.relative_to(site)).removesuffix("index.html"): Page(path.read_text()) for path in files}


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """No script, style, font or picture of any page has an address on another server."""
    outside = [load for page in pages(site).values() for load in page.loads if re.match("(https?:)?//", load)]
    styles = "".join(path.read_text() for path in site.rglob("*.css"))
    assert outside == []
    assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//|@import", styles)


def test_every_link_leads_somewhere(site: Path) -> None:
    """To a page or a file of the site, and to an id in it."""
    there = pages(site)
    links = [urldefrag(urljoin(where, link)) for where, page in there.items() for link in page.links]
    inside = {(url, unquote(part)) for url, part in links if url.startswith(HERE)}
    assert [url for url, _ in inside if url not in there and not (site / url.removeprefix(HERE)).is_file()] == []
    assert [(url, part) for url, part in inside if part and url in there and part not in there[url].ids] == []


@pytest.mark.parametrize("package", [regicide, regicide_client])
def test_every_public_name_is_in_the_reference(site: Path, package: Any) -> None:
    """Of the rules library, and of the Python client."""
    ids = {each for page in pages(site).values() for each in page.ids}
    assert {f"{package.__name__}.{name}" for name in package.__all__} <= ids


def test_every_operation_and_object_is_in_the_reference(site: Path) -> None:
    """By its id in the OpenAPI document, or its name."""
    operations = [each for path in document()["paths"].values() for key, each in path.items() if key != "parameters"]
    names = {each["operationId"] for each in operations} | {
        name.lower() for name in document()["components"]["schemas"]
    }
    assert names <= pages(site)[HERE + "reference/http/"].ids


@pytest.mark.parametrize("command", ["play", "verify-record", "bench", "check", "tournament", "explain", "house-bots"])
def test_every_command_is_in_the_reference(site: Path, command: str) -> None:
    """With what `--help` says."""
    text = (site / "reference/commands/index.html").read_text()
    assert re.search(rf"usage: regicide(-arena)? {command} \[-h\]", text)


@pytest.mark.parametrize("pixels", [360, 1400])
@pytest.mark.browser
def test_every_page_fits_into_a_browser(site: Path, site_url: str, browser: Chrome, pixels: int) -> None:
    """On a telephone and on a desk: nothing sticks out, the console is silent, nothing is asked of another server."""
    width(browser, pixels)
    for where in pages(site):
        browser.get(where.replace(HERE, site_url))
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), where
    assert complaints(browser) == []
    assert [url for url in requests(browser) if not url.startswith(site_url)] == []
