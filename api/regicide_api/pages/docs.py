"""Interactive documentation at `/docs`: Swagger UI, served by this server alone."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, render_template

docs = Blueprint("docs", __name__, url_prefix="/docs", template_folder="templates", static_folder="static")

_ICONS: Final = "data:"  # the scheme of the icons in Swagger UI's style sheet
CONTENT_SECURITY_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' {_ICONS}; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@docs.get("")
def page() -> Response:
    """The page; its script requests the document."""
    headers = {"Content-Security-Policy": CONTENT_SECURITY_POLICY, "Referrer-Policy": "no-referrer"}
    return Response(render_template("docs.html"), headers=headers, mimetype="text/html")


@docs.after_request
def _forbid_sniffing(response: Response) -> Response:
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
