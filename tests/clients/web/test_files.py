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

from regicide_api.pages.web import FILES, IN_REPOSITORY

MODULES = {path: path.read_text() for path in sorted((IN_REPOSITORY / "modules").rglob("*.js"))}
TEXTS: dict[str, str] = json.loads((IN_REPOSITORY / "texts" / "en.json").read_text())


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
        ("/modules/main.js", "text/javascript"),
        ("/styles/base.css", "text/css"),
        ("/styles/icon.svg", "image/svg+xml"),
        ("/texts/en.json", "application/json"),
    ],
)
def test_a_file_has_its_media_type_and_an_etag(server_url: str, path: str, kind: str) -> None:
    """An unchanged file gets 304."""
    first = httpx.get(server_url + path)
    again = httpx.get(server_url + path, headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Content-Type"].partition(";")[0] == kind
    assert (first.headers["X-Content-Type-Options"], first.headers["Cache-Control"]) == ("nosniff", "no-cache")
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["/modules/none.js", "/modules/", "/texts/xx.json", "/styles/..%2fpackage.json", "/package.json"]
)
def test_other_paths_are_not_found(server_url: str, path: str) -> None:
    """Neither missing files nor files outside the served folders."""
    assert httpx.get(server_url + path).status_code == 404


def test_a_wheel_has_all_files(tmp_path: Path) -> None:
    """An installed server serves the page, too."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=FILES.parents[1], check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    served = [path for path in FILES.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    wanted = {path.relative_to(FILES).as_posix() for path in served if len(path.relative_to(FILES).parts) > 1}
    assert {f"regicide_api/pages/web/{name}" for name in {"index.html", *wanted}} <= names


def test_every_module_is_type_checked() -> None:
    """`make lint` checks modules with `// @ts-check`."""
    assert [path.name for path, text in MODULES.items() if not text.startswith("// @ts-check\n")] == []


def test_every_style_sheet_is_linked() -> None:
    """Once each, and no others."""
    links = re.findall(r'<link rel="stylesheet" href="styles/(.+?)">', (IN_REPOSITORY / "index.html").read_text())
    assert sorted(links) == sorted(path.name for path in (IN_REPOSITORY / "styles").glob("*.css"))


def test_every_text_is_used() -> None:
    """The compiler finds missing texts; this test finds unused ones."""
    source = "\n".join(MODULES.values())
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
