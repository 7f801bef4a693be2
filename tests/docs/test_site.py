"""The documentation site that `make docs` builds."""

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
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from browser import chromium, console_messages, requests, width
from published import document
from selenium.webdriver import Chrome

import regicide
import regicide_client
from regicide_arena.cli import COMMANDS

pytestmark = pytest.mark.costly

ROOT = Path(__file__).parents[2]
SITE = ROOT / "dist" / "docs"
PROGRAMS = Path(sys.executable).parent
HERE = "http://site/"


@pytest.fixture(scope="module")
def site() -> Path:
    """Build the site. Skips the test where the builder is not installed, but not in CI."""
    if find_spec("zensical") is None:
        assert "CI" not in os.environ, "CI installs the builder of the site: `make docs`"
        pytest.skip("zensical is not installed: make docs")
    command = [PROGRAMS / "zensical", "build", "--clean", "--strict"]
    built = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return SITE


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture(scope="module")
def site_url(site: Path) -> Iterator[str]:
    """The URL of the site."""
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
    """A page: the files that it loads, its links, and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the references of a tag."""
        attributes = {name: value for name, value in attrs if value}
        self.ids |= {attributes["id"]} if "id" in attributes else set()
        self.links += [attributes["href"]] if tag == "a" and "href" in attributes else []
        self.loads += [attributes["src"]] if "src" in attributes else []
        self.loads += [attributes["href"]] if tag == "link" and "href" in attributes else []


def pages(site: Path) -> dict[str, Page]:
    """All pages by their addresses; examples are programs of the pages, and need what their readers install."""
    found = (path for path in site.rglob("*.html") if path.name != "404.html")
    files = [path for path in found if path.relative_to(site).parts[0] != "examples"]
    return {HERE + str(path.relative_to(site)).removesuffix("index.html"): Page(path.read_text()) for path in files}


def test_no_page_loads_files_of_other_servers(site: Path) -> None:
    """All scripts, styles, fonts and pictures belong to the site."""
    outside = [load for page in pages(site).values() for load in page.loads if re.match("(https?:)?//", load)]
    styles = "".join(path.read_text() for path in site.rglob("*.css"))
    assert outside == []
    assert not re.findall(r"url\(\s*[\"']?(?:https?:)?//|@import", styles)


def test_every_link_has_a_target(site: Path) -> None:
    """A page or a file of the site, and an id in it."""
    there = pages(site)
    links = [urldefrag(urljoin(where, link)) for where, page in there.items() for link in page.links]
    inside = {(url, unquote(part)) for url, part in links if url.startswith(HERE)}
    assert [url for url, _ in inside if url not in there and not (site / url.removeprefix(HERE)).is_file()] == []
    assert [(url, part) for url, part in inside if part and url in there and part not in there[url].ids] == []


@pytest.mark.parametrize("package", [regicide, regicide_client])
def test_every_public_name_is_in_the_reference(site: Path, package: Any) -> None:
    """Of the rules library, and of the Python client."""
    ids = {each for page in pages(site).values() for each in page.ids}
    public = {name for name, member in vars(package).items() if name[0] != "_" and not isinstance(member, ModuleType)}
    assert {f"{package.__name__}.{name}" for name in public} <= ids


def test_every_operation_and_object_is_in_the_reference(site: Path) -> None:
    """An operation by its id in the OpenAPI document, an object by a heading with its name."""
    operations = [each for path in document()["paths"].values() for key, each in path.items() if key != "parameters"]
    text = (site / "reference/http/index.html").read_text()
    assert [
        each["operationId"] for each in operations if f"operation <code>{each['operationId']}</code>" not in text
    ] == []
    assert {name.lower() for name in document()["components"]["schemas"]} <= pages(site)[HERE + "reference/http/"].ids


@pytest.mark.parametrize("command", ["play", "verify-record", *COMMANDS])
def test_every_command_is_in_the_reference(site: Path, command: str) -> None:
    """With what `--help` says."""
    text = (site / "reference/commands/index.html").read_text()
    assert re.search(rf"usage: regicide(-arena)? {command} \[-h\]", text)


@pytest.mark.parametrize("pixels", [360, 1400])
@pytest.mark.browser
def test_every_page_fits_into_a_browser(site: Path, site_url: str, browser: Chrome, pixels: int) -> None:
    """On phones and desktops: no overflow, no console messages, no requests to other servers."""
    width(browser, pixels)
    for where in pages(site):
        browser.get(where.replace(HERE, site_url))
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), where
    assert console_messages(browser) == []
    assert [url for url in requests(browser) if not url.startswith(site_url)] == []
