"""The published OpenAPI document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema.validators import Draft202012Validator
from published import document, faults

ROOT = Path(__file__).parents[2]
OPERATIONS = [
    pytest.param(operation, id=operation.get("operationId"))
    for operations in document()["paths"].values()
    for method, operation in operations.items()
    if method != "parameters"
]


def contents(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """What an operation takes and gives, by media type."""
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    return [content for body in bodies for content in body.get("content", {}).values()]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_is_described(operation: dict[str, Any]) -> None:
    """By its id, which names the function in generated clients, a summary, a description, and who may use it."""
    assert operation["operationId"].islower()
    assert operation["summary"]
    assert operation["description"]
    assert "security" in operation


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_examples_fit_their_schemas(operation: dict[str, Any]) -> None:
    """Each of them; every operation that succeeds has one."""
    examples = [content for content in contents(operation) if "example" in content]
    assert examples
    assert [faults(content["schema"], content["example"]) for content in examples] == [[]] * len(examples)


@pytest.mark.parametrize("name", document()["components"]["schemas"])
def test_a_schema_is_a_schema(name: str) -> None:
    """Of the dialect of OpenAPI 3.1."""
    Draft202012Validator.check_schema(document()["components"]["schemas"][name])


@pytest.mark.parametrize(("name", "closed"), [("GameWish", True), ("ActionProposal", True), ("GameView", False)])
def test_requests_are_closed_and_answers_open(name: str, closed: bool) -> None:
    """An answer may gain members; a request with one too many is refused."""
    assert document()["components"]["schemas"][name]["additionalProperties"] is not closed


def test_json_and_yaml_are_the_same_document() -> None:
    """In two notations."""
    assert yaml.safe_load((ROOT / "openapi/openapi.yaml").read_text()) == document()
