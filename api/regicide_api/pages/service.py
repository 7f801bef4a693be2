"""Endpoints for operators and tools: the OpenAPI document, health checks and metrics."""

from __future__ import annotations

from flask import Blueprint, Response, request

from regicide_api.http.services import services
from regicide_api.observability import metrics

service = Blueprint("service", __name__)
public_metrics = Blueprint("public_metrics", __name__)
"""Not registered where the metrics have an address of their own."""


@service.get("/openapi.json")
def openapi_json() -> Response:
    """The OpenAPI document in JSON."""
    from regicide_api.openapi.document import as_json, document  # noqa: PLC0415 - slow to build, seldom requested

    return Response(as_json(document()), mimetype="application/json")


@service.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The OpenAPI document in YAML."""
    from regicide_api.openapi.document import as_yaml, document  # noqa: PLC0415 - as above

    return Response(as_yaml(document()), mimetype="application/yaml")


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
