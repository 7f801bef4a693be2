"""What is there beside the games: the document, signs of life, and a page for each problem."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, render_template

from regicide_api import problems
from regicide_api.document import as_json, as_yaml, document
from regicide_api.services import tables

pages = Blueprint("pages", __name__, template_folder="templates")


@pages.get("/openapi.json")
def openapi_json() -> Response:
    """Give the OpenAPI document in JSON."""
    return Response(as_json(document(current_app)), mimetype="application/json")


@pages.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Give the OpenAPI document in YAML."""
    return Response(as_yaml(document(current_app)), mimetype="application/yaml")


@pages.get("/healthz")
def health() -> Response:
    """Answer at all: the process lives."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/readyz")
def readiness() -> Response:
    """Answer if the store does, too."""
    tables().store.ping()
    return Response("ok\n", mimetype="text/plain")


@pages.get("/problems/<code>")
def problem(code: str) -> str:
    """Describe a kind of problem."""
    found = next((kind for kind in problems.PROBLEMS.values() if kind.code == code), None)
    return render_template("problem.html", problem=found or abort(404))
