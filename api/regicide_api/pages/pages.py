"""What is there beside the games: the document, and signs of life."""

from __future__ import annotations

from flask import Blueprint, Response

from regicide_api.http.context import tables

pages = Blueprint("pages", __name__)


@pages.get("/openapi.json")
def openapi_json() -> Response:
    """Give the OpenAPI document in JSON."""
    from regicide_api.openapi.document import as_json, document  # noqa: PLC0415 - few ask for it, and it takes time to load

    return Response(as_json(document()), mimetype="application/json")


@pages.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Give the OpenAPI document in YAML."""
    from regicide_api.openapi.document import as_yaml, document  # noqa: PLC0415 - as above

    return Response(as_yaml(document()), mimetype="application/yaml")


@pages.get("/healthz")
def health() -> Response:
    """Answer at all: the process lives."""
    return Response("ok\n", mimetype="text/plain")


@pages.get("/readyz")
def readiness() -> Response:
    """Answer if the store does, too."""
    tables().store.ping()
    return Response("ok\n", mimetype="text/plain")
