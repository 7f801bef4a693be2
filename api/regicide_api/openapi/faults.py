"""Examples of invalid requests: each names a parameter or a member of the body that its operation has."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError

from regicide import Message
from regicide_api.core.errors import InvalidParameter, InvalidRequest
from regicide_api.http.idempotency import KEY_FAULT
from regicide_api.http.query_params import NO_PARAMETERS
from regicide_api.languages import ENGLISH
from regicide_api.problems.handler import problem_response
from regicide_api.schemas.fields import INTEGER_FAULT
from regicide_api.schemas.parameters import EVENT_ID_FAULT

_JSON: Final = "application/json"
_PREFIX: Final = "#/components/schemas/"


def invalid_request(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    """The problem of a request to an operation that is invalid in its body, or else in a parameter."""
    members = _members(operation, schemas)
    error = _in_body(members) if members else _in_parameter(operation.get("parameters", []))
    problem: dict[str, Any] = problem_response(error, "", ENGLISH).get_json()
    return problem


def replace_example(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Make the example of an invalid request one of this operation."""
    responses = operation["responses"].values()
    for content in (content for response in responses for content in response.get("content", {}).values()):
        if example := content.get("examples", {}).get(InvalidRequest.code):
            example["value"] = invalid_request(operation, schemas)


def _members(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, bool]:
    """The members of the body, and whether they are required; none without a body."""
    content = operation.get("requestBody", {}).get("content", {})
    schema = schemas[content[_JSON]["schema"]["$ref"].removeprefix(_PREFIX)] if content else {}
    return {name: name in schema.get("required", []) for name in schema.get("properties", {})}


def _in_body(members: dict[str, bool]) -> ValidationError:
    """A required member is missing, or another one is null."""
    if any(members.values()):
        missing = next(name for name, is_required in members.items() if is_required)
        return ValidationError({missing: ["Missing data for required field."]})
    return ValidationError({next(iter(members)): ["Field may not be null."]})


def _in_parameter(parameters: list[dict[str, Any]]) -> InvalidParameter:
    """A number is a text, or another parameter is given twice; else the header with a pattern, or an unknown name."""
    query = [parameter for parameter in parameters if parameter["in"] == "query"]
    numbers = [parameter["name"] for parameter in query if parameter["schema"].get("type") == "integer"]
    if numbers:
        return InvalidParameter(numbers[0], INTEGER_FAULT)
    if query:
        return InvalidParameter(query[0]["name"], Message("given more than once"))
    for header in [each["name"] for each in parameters if each["in"] == "header" and "pattern" in each["schema"]]:
        return InvalidParameter(header, EVENT_ID_FAULT if header == "Last-Event-ID" else KEY_FAULT)
    return InvalidParameter("date", NO_PARAMETERS)
