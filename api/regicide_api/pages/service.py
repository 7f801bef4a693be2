"""Endpoints for operators and tools: the OpenAPI document, health checks and metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson
from flask import Blueprint, Response, request

from regicide_api.http.services import services
from regicide_api.observability import metrics
from regicide_api.pages.compression import compress

INSTALLED: Final = Path(__file__).parent / "openapi"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "openapi"
FOLDER: Final = INSTALLED if INSTALLED.exists() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `openapi`."""


@cache
def content(language: str) -> bytes:
    """The document in a language: `json` or `yaml`."""
    return (FOLDER / f"openapi.{language}").read_bytes()


@cache
def operations() -> Sequence[Mapping[str, Any]]:
    """The operations of all paths."""
    paths = orjson.loads(content("json"))["paths"].values()
    return [members[method] for members in paths for method in members if isinstance(members[method], dict)]


service = Blueprint("service", __name__)
public_metrics = Blueprint("public_metrics", __name__)
"""Not registered where the metrics have an address of their own."""


@service.get("/openapi.json")
def openapi_json() -> Response:
    """The OpenAPI document in JSON."""
    return _document("json", "application/json")


@service.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The OpenAPI document in YAML."""
    return _document("yaml", "application/yaml")


def _document(language: str, media_type: str) -> Response:
    """The document, or 304 if the client's copy is current; compressed if the client accepts it."""
    stored = content(language)
    response = Response(stored, mimetype=media_type, headers={"Cache-Control": "no-cache"})
    response.set_etag(_etag(stored))
    response.make_conditional(request.environ)
    return compress(response)


@cache
def _etag(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


@service.get("/healthz")
def health() -> Response:
    """200 while the process is alive."""
    return Response("ok\n", mimetype="text/plain")


@service.get("/readyz")
def readiness() -> Response:
    """200 while the store answers."""
    services().store.ping()
    return Response("ok\n", mimetype="text/plain")


@public_metrics.get("/metrics")
def metrics_page() -> Response:
    """All metrics, in the Prometheus format that the client accepts."""
    body, media_type = metrics.render(request.headers.get("Accept", ""))
    return Response(body, content_type=media_type)
