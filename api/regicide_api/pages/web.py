"""The web client at `/`: files that are sent as they are, and ask this server for nothing but the API."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from flask import Blueprint, Response, send_from_directory

INSTALLED: Final = Path(__file__).parent / "web"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "clients" / "web"
FILES: Final = INSTALLED if INSTALLED.is_dir() else IN_REPOSITORY
"""A wheel brings the files along; in the repository they are where they are written."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

web = Blueprint("web", __name__)


@web.get("/")
def page() -> Response:
    """Give the page; its modules do the rest."""
    response = send_from_directory(FILES, "index.html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@web.get("/<any(modules, styles, texts):folder>/<path:name>")
def file(folder: str, name: str) -> Response:
    """Give one of the page's files."""
    return send_from_directory(FILES / folder, name)


@web.after_request
def _taken_for_what_it_is(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
