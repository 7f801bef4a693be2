"""A release of the web client: the files of one version, at addresses that have a digest of their contents.

Such an address never gets other contents, so that browsers keep them for a year. A changed file is another release:
the digest covers all files, and a page takes all its files from one release.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from regicide_api.pages.joined_modules import Modules

ENTRY: Final = "main.js"
FOLDER: Final = "assets"
MAX_KEPT: Final = 3
"""The most releases that a process serves: open pages request files of an earlier one."""
LOOK_INTERVAL_S: Final = 1.0
"""The least time between two looks at the files: each takes longer than the rest of a request."""

_DIGEST_LENGTH: Final = 16
_COPIED: Final = ("styles/*.svg", "texts/*.json", "vendor/*/*.js")
_STYLE_SHEET: Final = re.compile(r'  <link rel="stylesheet" href="(styles/[^"]+)">\n')
_JOINED_STYLES: Final = "styles/all.css"


class Release(NamedTuple):
    """The page, and its files by their path in the folder of the release."""

    digest: str
    page: bytes
    files: Mapping[str, bytes]

    @property
    def folder(self) -> str:
        """The folder of the files, as the page names it."""
        return f"{FOLDER}/{self.digest}"


class Releases:
    """The current release of a folder, and earlier ones that this process has served; `clock` tells seconds."""

    def __init__(self, source: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._source = source
        self._clock = clock
        self._looked_at_s = float("-inf")
        self._state: tuple[object, ...] = ()
        self._kept: dict[str, Release] = {}

    def current(self) -> Release:
        """The release of the files as they were LOOK_INTERVAL_S ago or later; read again after a change."""
        now_s = self._clock()
        if now_s - self._looked_at_s >= LOOK_INTERVAL_S:
            self._look()
            self._looked_at_s = now_s
        return next(reversed(self._kept.values()))

    def of(self, digest: str) -> Release | None:
        """The release with this digest; None if this process has not served it."""
        if digest not in self._kept:
            self.current()
        return self._kept.get(digest)

    def _look(self) -> None:
        state = tuple(_states(self._source))
        if state != self._state:
            release = read_release(self._source)
            earlier = [each for each in self._kept.values() if each.digest != release.digest]
            self._kept = {each.digest: each for each in (*earlier[1 - MAX_KEPT :], release)}
            self._state = state


def read_release(source: Path) -> Release:
    """The release of a folder. Raises ModuleSyntaxError if its modules cannot be joined."""
    page = (source / "index.html").read_text()
    files = dict(_files(source, _STYLE_SHEET.findall(page)))
    digest = sha256(repr([page, *sorted(files.items())]).encode()).hexdigest()[:_DIGEST_LENGTH]
    return Release(digest, _addressed(page, f"{FOLDER}/{digest}").encode(), files)


def _files(source: Path, styles: list[str]) -> Iterator[tuple[str, bytes]]:
    modules = source / "modules"
    texts = {path.relative_to(modules).as_posix(): path.read_text() for path in sorted(modules.rglob("*.js"))}
    for name, text in Modules(texts, ENTRY).files().items():
        yield f"modules/{name}", text.encode()
    yield _JOINED_STYLES, b"\n".join((source / name).read_bytes() for name in styles)
    for path in sorted(path for pattern in _COPIED for path in source.glob(pattern)):
        yield path.relative_to(source).as_posix(), path.read_bytes()


def _addressed(page: str, folder: str) -> str:
    """The page with the addresses of a release, and one style sheet in place of all."""
    page = _STYLE_SHEET.sub(f'  <link rel="stylesheet" href="{_JOINED_STYLES}">\n', page, count=1)
    page = re.sub(r'(?<=name="regicide-release" content=")(?=")', folder, page)
    kept = [
        line for line in page.splitlines(keepends=True) if line.count(_JOINED_STYLES) or not _STYLE_SHEET.match(line)
    ]
    return re.sub(r'(?<=(?:ref|src)=")(?=(?:styles|modules)/)', f"{folder}/", "".join(kept))


def _states(source: Path) -> Iterator[tuple[str, int, int]]:
    """What changes with the files of a folder: their names, times and sizes."""
    for folder in (source, source / "modules", source / "styles", source / "texts", source / "vendor"):
        for path in folder.rglob("*") if folder != source else folder.glob("*.*"):
            state = path.stat()
            yield str(path), state.st_mtime_ns, state.st_size
