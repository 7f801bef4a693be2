"""The pages for browsers: the web client at `/`, and Swagger UI at `/docs`. They use this server alone.

A release is the files of one version of the web client, at addresses that have a digest of their contents. Such an
address never gets other contents, so that browsers keep them for a year. A changed file is another release: the digest
covers all files, and a page takes all its files from one release.

The web client has a service worker, with the files of a release, or without, to remove an earlier one. Browsers compare
the script with theirs whenever the page loads (Service Workers, section "Update"): each release has another one.
"""

from __future__ import annotations

import json
import mimetypes
import re
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template, request, send_from_directory

from regicide_api.pages.joined_modules import Modules
from regicide_api.pages.service import compress

SCRIPT: Final = "service-worker.js"

_NO_RELEASE: Final = 'const RELEASE = "";\n'
_NO_FILES: Final = "const FILES = /** @type {string[]} */ ([]);\n"
_META: Final = b'name="regicide-worker" content="'

REMOVAL: Final = """// Browsers that have kept the web client remove it.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith("regicide-release/"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await registration.unregister();
}
"""

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


def service_worker(source: Path, release: Release) -> str:
    """The script of a folder for a release."""
    script = (source / SCRIPT).read_text()
    files = json.dumps(sorted(release.files))
    script = script.replace(_NO_RELEASE, f'const RELEASE = "{release.folder}";\n')
    return script.replace(_NO_FILES, f"const FILES = {files};\n")


def with_service_worker(page: bytes) -> bytes:
    """The page, which lets the browser install the service worker."""
    return page.replace(_META, _META + SCRIPT.encode())


INSTALLED: Final = Path(__file__).parent / "web"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "clients" / "web"
FILES: Final = INSTALLED if INSTALLED.is_dir() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `clients/web`."""

releases: Final = Releases(FILES)

_YEAR_S: Final = 365 * 24 * 60 * 60
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src {images}; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

web = Blueprint("web", __name__)
docs = Blueprint("docs", __name__, url_prefix="/docs", template_folder="templates", static_folder="static")


@web.get("/")
def web_client() -> Response:
    """The page of the web client, with the addresses of its current files; 304 if the browser's copy is current."""
    release, offline = releases.current(), _starts_offline()
    page = with_service_worker(release.page) if offline else release.page
    response = Response(page, mimetype="text/html", headers={"Cache-Control": "no-cache"})
    response.set_etag(f"{release.digest}-{int(offline)}")
    response.make_conditional(request.environ)
    return _secured(response, images="'self'")


@web.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest, by which browsers install the web client (W3C Web Application Manifest)."""
    return send_from_directory(FILES, "manifest.webmanifest", mimetype="application/manifest+json")


@web.get(f"/{SCRIPT}")
def offline_worker() -> Response:
    """The service worker of the current release, or a script that removes it; 304 if the browser's copy is current."""
    script = service_worker(FILES, releases.current()) if _starts_offline() else REMOVAL
    response = Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request.environ)
    return _secured(response, images="'none'")


@web.get(f"/{FOLDER}/<digest>/<path:name>")
def released_file(digest: str, name: str) -> Response:
    """A file of one version of the web client, whose address never gets other contents (RFC 8246).

    404 for another version: the page loads again, see `clients/web/modules/server/release.js`.
    """
    release = releases.of(digest)
    if release is None or name not in release.files:
        abort(404)
    media_type, _ = mimetypes.guess_type(name)
    caching = {"Cache-Control": f"public, max-age={_YEAR_S}, immutable"}
    return Response(release.files[name], mimetype=media_type, headers=caching)


@web.get("/<any(icons, modules, styles, texts, vendor):folder>/<path:name>")
def file(folder: str, name: str) -> Response:
    """An icon of the web client; a script, style sheet or text file as it is written, for readers of the source."""
    return send_from_directory(FILES / folder, name)


@docs.get("")
def swagger_ui() -> Response:
    """The page of Swagger UI, whose script requests the document; the icons in its style sheet are `data:` URLs."""
    return _secured(Response(render_template("docs.html"), mimetype="text/html"), images="'self' data:")


def _starts_offline() -> bool:
    return bool(current_app.config.get("OFFLINE_START", 1))


def _secured(response: Response, images: str) -> Response:
    """The response with headers that restrict its page to this server; `images` are the permitted sources of images."""
    response.headers["Content-Security-Policy"] = _POLICY.format(images=images)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


web.after_request(compress)
docs.after_request(compress)


@web.after_request
@docs.after_request
def _forbid_sniffing(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
