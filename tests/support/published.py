"""Validation of responses against the published document."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator
from werkzeug.test import TestResponse

from regicide_api.pages.service import resolved

DOCUMENT = Path(__file__).parents[2] / "openapi" / "openapi.json"


def document() -> dict[str, Any]:
    """The published document, without references to other components than schemas."""
    return resolved()


def example(content: dict[str, Any]) -> Any:
    """The example of a body that is not a problem, from its content in the document."""
    [only] = content["examples"].values()
    return only["value"]


def faults(schema: dict[str, Any], content: object) -> list[str]:
    """The validation errors of content against a schema of the document."""
    return _faults(json.dumps(schema), content, is_closed=False)


def faults_of_response(schema: dict[str, Any], content: object) -> list[str]:
    """As `faults`, and members that the document does not describe: clients accept them, this server sends none."""
    return _faults(json.dumps(schema), content, is_closed=True)


def _faults(schema: str, content: object, *, is_closed: bool) -> list[str]:
    return [f"{error.instance_path}: {error.message}" for error in _validator(schema, is_closed).iter_errors(content)]


@cache
def _validator(schema: str, is_closed: bool) -> Draft202012Validator:
    whole = json.loads(schema) | {"components": document()["components"]}
    return Draft202012Validator(closed(whole) if is_closed else whole, validate_formats=True)


def closed(schema: Any) -> Any:
    """A copy of a part of the document in which objects have only the members that it lists."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    members = {name: closed(member) for name, member in schema.items()}
    is_open = "properties" in schema and schema.get("additionalProperties") is True
    return members | {"additionalProperties": False} if is_open else members


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The operation of a request; None if the document does not have it."""
    for template, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found: dict[str, Any] | None = operations.get(method.lower())
            return found
    return None


@cache
def header_names() -> set[str]:
    """The lowercase names of the headers that any response of the document has."""
    operations = (each for path in document()["paths"].values() for name, each in path.items() if name != "parameters")
    responses = (response for operation in operations for response in operation["responses"].values())
    return {name.lower() for response in responses for name in response.get("headers", {})}


def undocumented(response: TestResponse, published: dict[str, Any]) -> set[str]:
    """The headers of a response that the document has elsewhere and not here, except for those that caches read."""
    documented = {name.lower() for name in published.get("headers", {})} | {"cache-control", "vary"}
    return ({name.lower() for name, _ in response.headers} & header_names()) - documented


def assert_fits(method: str, path: str, response: TestResponse) -> None:
    """The status, the media type, the headers and the body of a response fit the document."""
    operation = operation_of(method, path)
    if operation is None:
        return
    published = operation["responses"].get(str(response.status_code))
    assert published, f"{method} {path} answered {response.status}, which is not in the document"
    assert response.status_code >= 400 or not undocumented(response, published), "an undocumented header"
    required = {name for name, header in published.get("headers", {}).items() if header.get("required")}
    assert required <= set(response.headers.keys()), "a required header is missing"
    if "content" not in published:
        assert not response.data, "the document has no content for this response"
    elif response.is_json:
        assert response.mimetype in published["content"], f"{response.mimetype} is not in the document"
        assert not faults_of_response(published["content"][response.mimetype]["schema"], response.json)


class ValidatingClient(FlaskClient):
    """A test client that validates every response against the published document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request, and validate the response."""
        response = super().open(*args, **kwargs)
        path = response.request.environ["PATH_INFO"]  # `request.path` would merge slashes at the start
        assert_fits(response.request.method, path, response)
        return response
