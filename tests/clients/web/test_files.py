"""The files of the web client: how they are served, and their completeness."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from web_modules import CLIENT, MODULES

from regicide_api.pages.web import FILES

TEXTS: dict[str, str] = json.loads((CLIENT / "texts" / "en.json").read_text())


def test_the_policy_allows_only_this_server(server_url: str) -> None:
    """The Content-Security-Policy allows scripts and resources of this server, and nothing inline."""
    headers = httpx.get(f"{server_url}/").headers
    assert headers["Content-Type"].startswith("text/html")
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert not re.search(r"unsafe|\*|http|data:", headers["Content-Security-Policy"])


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/service-worker.js", "text/javascript"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icons/icon.svg", "image/svg+xml"),
    ],
)
def test_a_file_has_its_media_type_and_an_etag(server_url: str, path: str, kind: str) -> None:
    """An unchanged file gets 304."""
    first = httpx.get(server_url + path)
    again = httpx.get(server_url + path, headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Content-Type"].partition(";")[0] == kind
    assert (first.headers["X-Content-Type-Options"], first.headers["Cache-Control"]) == ("nosniff", "no-cache")
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/", "/icons/..%2findex.html", "/index.html"])
def test_other_paths_are_not_found(server_url: str, path: str) -> None:
    """Neither missing files nor files outside the served folders."""
    assert httpx.get(server_url + path).status_code == 404


def test_a_wheel_has_all_files(tmp_path: Path) -> None:
    """An installed server serves the page, too."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=CLIENT.parents[1], check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    found = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("regicide_api/pages/web/")}
    wanted = [path.relative_to(FILES).as_posix() for path in FILES.rglob("*") if path.is_file()]
    assert found == {f"regicide_api/pages/web/{name}" for name in wanted}


def test_every_style_sheet_is_bundled() -> None:
    """Once each."""
    imports = re.findall(r'^@import "./(.+?)";$', (CLIENT / "styles" / "all.css").read_text(), re.MULTILINE)
    assert sorted([*imports, "all.css"]) == sorted(path.name for path in (CLIENT / "styles").glob("*.css"))


def test_every_text_is_used() -> None:
    """The compiler finds missing texts; this test finds unused ones."""
    source = "\n".join(path.read_text() for path in MODULES.rglob("*.ts"))
    form = re.compile(r"\.(one|other|you)$")
    used = {key for key in TEXTS if f'"{form.sub("", key)}"' in source}
    computed = {key for key in TEXTS if re.match(r"(turn|grade|verify|create)\.", key)}  # keys made from a code
    assert set(TEXTS) - used - computed == set()


def test_every_plural_has_both_forms() -> None:
    """`one` and `other`."""
    ones, others = (
        {key.removesuffix(f".{form}") for key in TEXTS if key.endswith(f".{form}")} for form in ("one", "other")
    )
    assert ones == others
