"""The web client at `/`: static files, which use this server's API only."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Blueprint, Response, send_from_directory

INSTALLED: Final = Path(__file__).parent / "web"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "clients" / "web"
FILES: Final = INSTALLED if INSTALLED.is_dir() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `clients/web`."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

web = Blueprint("web", __name__)


@web.get("/")
def page() -> Response:
    """The page of the web client."""
    response = send_from_directory(FILES, "index.html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@web.get("/<any(modules, styles, texts):folder>/<path:name>")
def file(folder: str, name: str) -> Response:
    """A script, style sheet or text file of the web client."""
    return send_from_directory(FILES / folder, name)


@web.after_request
def _forbid_sniffing(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
