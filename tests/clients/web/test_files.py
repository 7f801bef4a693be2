"""The files of the web client: how they are served, and their completeness."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from web_modules import CLIENT, MODULES

from regicide_api.pages.web import FILES

BUNDLES = ("first.css", "pages.css", "element.css")
"""The style sheets of the first load, of the other pages, and of the element."""

TEXTS: dict[str, str] = json.loads((CLIENT / "texts" / "en.json").read_text())


def test_the_policy_allows_only_this_server(pages: FlaskClient) -> None:
    """The Content-Security-Policy allows scripts, a manifest and a worker of this server, and nothing inline."""
    headers = pages.get("/").headers
    policy = headers["Content-Security-Policy"]
    assert headers["Content-Type"].startswith("text/html")
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "manifest-src 'self'; worker-src 'self'; " in policy
    assert not re.search(r"unsafe|\*|http|data:", policy)


@pytest.mark.parametrize(
    ("host", "asked", "is_named"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000", True),
        ("::", "http://localhost:8000", True),
        ("127.0.0.1", "http://127.0.0.1:8000", False),
        ("0.0.0.0", "https://play.example.org", False),
    ],
)
def test_a_page_of_this_device_learns_the_address_in_the_network(
    pages: FlaskClient, host: str, asked: str, *, is_named: bool
) -> None:
    """If the server listens on every address. On another one the page learns no address: it may be a secret."""
    pages.application.config["HOST"] = host
    page = pages.get("/", base_url=asked).text
    [served] = re.findall('name="regicide-served" content="(.*?)"', page)
    if is_named and (address := re.fullmatch(r"http://([\d.]+):8000", served)):
        socket.create_server((address[1], 0)).close()  # an address of this device
    else:
        assert served == "yes"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/service-worker.js", "text/javascript"),
        ("/regicide-table.js", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icons/icon.svg", "image/svg+xml"),
    ],
)
def test_a_file_has_its_media_type_and_an_etag(pages: FlaskClient, path: str, kind: str) -> None:
    """An unchanged file gets 304."""
    compressed = {"Accept-Encoding": "gzip"}
    with pages.get(path, headers=compressed) as first:
        known = {"If-None-Match": first.headers["ETag"]}
        assert first.headers["Content-Type"].partition(";")[0] == kind
        assert (first.headers["X-Content-Type-Options"], first.headers["Cache-Control"]) == ("nosniff", "no-cache")
    with pages.get(path, headers=compressed | known) as again:
        assert again.status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        *("/assets/none.js", "/assets/", "/icons/..%2findex.html", "/index.html", "/assets/main-AAAAAAAA.js"),
        *("/assets/0123456789abcdef/modules/main.ts", "/assets/../index.html"),
    ],
)
def test_other_paths_are_not_found(pages: FlaskClient, path: str) -> None:
    """Neither missing files nor files outside the served folders, nor those of another release."""
    assert pages.get(path).status_code == 404


def test_a_wheel_has_all_files(tmp_path: Path) -> None:
    """An installed server serves the page, too."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=CLIENT.parents[1], check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    found = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("regicide_api/pages/web/")}
    wanted = [path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.is_file()]
    assert found == {f"regicide_api/pages/web/{name}" for name in wanted}


def test_every_style_sheet_is_bundled() -> None:
    """Once each; the element has some of them."""
    sheets = {path.name: path.read_text() for path in (CLIENT / "styles").glob("*.css")}
    imports = {name: re.findall(r'^@import "./(.+?)";$', sheets.pop(name), re.MULTILINE) for name in BUNDLES}
    assert sorted(imports["first.css"] + imports["pages.css"]) == sorted(sheets)
    assert sorted({*imports["element.css"]} & {*sheets}) == sorted(imports["element.css"])


def test_every_text_is_used() -> None:
    """The compiler finds missing texts; this test finds unused ones."""
    source = "\n".join(path.read_text() for path in MODULES.rglob("*.ts"))
    form = re.compile(r"\.(one|other|you)$")
    used = {key for key in TEXTS if f'"{form.sub("", key)}"' in source}
    computed = {
        key for key in TEXTS if re.match(r"(turn|grade|verify|create|character|why|gain|loss)\.|lobby\.all-", key)
    }  # keys made from a code
    assert set(TEXTS) - used - computed == set()


def test_every_plural_has_both_forms() -> None:
    """`one` and `other`."""
    ones, others = (
        {key.removesuffix(f".{form}") for key in TEXTS if key.endswith(f".{form}")} for form in ("one", "other")
    )
    assert ones == others
