"""The published document as a judge: does an answer of the server fit it?"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker
from werkzeug.test import TestResponse

DOCUMENT = Path(__file__).parents[2] / "openapi" / "openapi.json"


@cache
def document() -> dict[str, Any]:
    """The published document."""
    content: dict[str, Any] = json.loads(DOCUMENT.read_text())
    return content


def faults(schema: dict[str, Any], content: object) -> list[str]:
    """Where content does not fit a schema of the document."""
    whole = {**schema, "components": document()["components"]}
    validator = Draft202012Validator(whole, format_checker=FormatChecker())
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(content)]


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The operation that the document has for a request; None where it has none."""
    for template, operations in document()["paths"].items():
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            found: dict[str, Any] | None = operations.get(method.lower())
            return found
    return None


def assert_fits(method: str, path: str, response: TestResponse) -> None:
    """The status, the media type, the headers and the body of an answer are what the document says."""
    operation = operation_of(method, path)
    if operation is None:
        return
    published = operation["responses"].get(str(response.status_code))
    assert published, f"{method} {path} answered {response.status}, which the document does not have"
    assert response.mimetype in published["content"], f"{response.mimetype} is not in the document"
    required = [name for name, header in published.get("headers", {}).items() if header.get("required")]
    assert all(name in response.headers for name in required), "a header of the document is missing"
    assert not faults(published["content"][response.mimetype]["schema"], response.json)


class JudgedClient(FlaskClient):
    """Flask's test client, which holds every answer against the published document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request, and judge the answer."""
        response = super().open(*args, **kwargs)
        assert_fits(response.request.method, response.request.path, response)
        return response
