"""The pages for browsers: the web client at `/`, and Swagger UI at `/docs`. They use this server alone.

The web client is the folder `clients/web/dist`, which `make web` bundles. Its page and service worker name the other
files by addresses with a digest of their contents: browsers keep these for a year, and a page never mixes the files of
two versions. A page that needs a file which this version does not have loads again
(`clients/web/modules/server/release.ts`). Browsers compare the service worker with theirs whenever the page loads
(Service Workers, section "Update"): each version has another one.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, render_template, request, send_from_directory

from regicide_api.pages.service import compress

INSTALLED: Final = Path(__file__).parent / "web"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "clients" / "web" / "dist"
FILES: Final = INSTALLED if INSTALLED.is_dir() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `clients/web/dist`."""

_SERVED: Final = b'name="regicide-served" content="'
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_ELSEWHERE: Final = "192.0.2.1"
"""An address that no device has (RFC 5737)."""

_YEAR_S: Final = 365 * 24 * 60 * 60
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src {images}; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

web = Blueprint("web", __name__)
docs = Blueprint("docs", __name__, url_prefix="/docs", template_folder="templates", static_folder="static")


@web.get("/")
def web_client() -> Response:
    """The page of the web client, which learns that this server sends it, and from where other devices reach it.

    304 if the browser's copy is current.
    """
    served = _network_origin() or "yes"
    page = (FILES / "index.html").read_bytes().replace(_SERVED, _SERVED + served.encode())
    return _secured(_revalidated(page, "text/html"), images="'self' blob:")


@web.get("/regicide-table.js")
def table_element() -> Response:
    """The script of `<regicide-table>`, which pages of other sites have, too; 304 if the browser's copy is current."""
    return _revalidated((FILES / "regicide-table.js").read_bytes(), "text/javascript")


@web.get("/service-worker.js")
def service_worker() -> Response:
    """The service worker, or a script that removes it; 304 if the browser's copy is current."""
    name = "service-worker.js" if current_app.config.get("OFFLINE_START", 1) else "service-worker-removal.js"
    return _secured(_revalidated((FILES / name).read_bytes(), "text/javascript"), images="'none'")


@web.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest, by which browsers install the web client (W3C Web Application Manifest)."""
    return send_from_directory(FILES, "manifest.webmanifest", mimetype="application/manifest+json")


@web.get("/icons/<name>")
def icon(name: str) -> Response:
    """An icon that the manifest names."""
    return send_from_directory(FILES / "icons", name)


@web.get("/assets/<name>")
def asset(name: str) -> Response:
    """A file whose address never gets other contents (RFC 8246); 404 for a file of another version."""
    response = send_from_directory(FILES / "assets", name, max_age=_YEAR_S)
    response.cache_control.immutable = True
    return response


@docs.get("")
def swagger_ui() -> Response:
    """The page of Swagger UI, whose script requests the document; the icons in its style sheet are `data:` URLs."""
    return _secured(Response(render_template("docs.html"), mimetype="text/html"), images="'self' data:")


def _network_origin() -> str | None:
    """The origin of a server that listens on every address, in the network of a device that asks it by the loopback."""
    host = urlsplit(request.host_url)
    if current_app.config.get("HOST") not in {"0.0.0.0", "::"} or host.hostname not in _LOOPBACK:  # noqa: S104
        return None
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
            route.connect((_ELSEWHERE, 9))  # sends nothing: the system chooses the address of this device
            address = route.getsockname()[0]
    except OSError:  # a device without a network
        return None
    return f"{host.scheme}://{address}:{host.port or 80}"


def _revalidated(content: bytes, media_type: str) -> Response:
    """Content that browsers compare with the server's at each use, by its digest."""
    response = Response(content, mimetype=media_type, headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request.environ)
    return response


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
