"""What the document says about each operation beside what flask-smorest knows: errors, headers, limits, examples.

ContractPlugin makes it from the extensions that `ApiBlueprint`'s decorators add. All problems of one status share one
response. Its examples are real responses to example errors; an invalid request names a parameter or a member of the
body that its operation has.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from apispec import APISpec, BasePlugin
from marshmallow import ValidationError

from regicide import Message
from regicide_api.core import errors, refusals
from regicide_api.core.errors import ApiError, InvalidParameter, InvalidRequest, code_of
from regicide_api.http.components import CONTENT_LANGUAGE, header, header_parameter
from regicide_api.http.decorators import (
    ERRORS_EXTENSION,
    HEADERS_EXTENSION,
    LIMIT_ERRORS_EXTENSION,
    RATE_LIMIT_EXTENSION,
)
from regicide_api.http.hooks import MAX_SEGMENT_LENGTH
from regicide_api.http.idempotency import KEY_FAULT, KEY_HEADER, REPLAYED_HEADER
from regicide_api.http.inputs import JSON, NO_PARAMETERS
from regicide_api.languages import ENGLISH, LANGUAGES
from regicide_api.problems import (
    PROBLEM_MEDIA_TYPE,
    ContentTooLarge,
    MethodNotAllowed,
    NotFound,
    UnsupportedMediaType,
    example_of,
    problem_response,
    status_of,
)
from regicide_api.schemas.fields import INTEGER_FAULT
from regicide_api.schemas.values import MAX_PLAYERS

Header = dict[str, Any]

_ID: Final = {"type": "string", "maxLength": MAX_SEGMENT_LENGTH}

PATH_PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "game_id": {"schema": _ID, "description": "The game."},
    "seat": {
        "schema": {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_PLAYERS - 1},
        "description": "The number of the seat.",
    },
    "device_id": {"schema": _ID, "description": "The device."},
    "board_id": {"schema": _ID, "description": "`public`, or the key of a group."},
    "question_id": {"schema": _ID, "description": "The question."},
    "advice_id": {"schema": _ID, "description": "The advice."},
}
"""What the document says about the parameters of paths, by name, beside their examples."""

ACCEPT_LANGUAGE: Final = {
    "in": "header",
    "name": "Accept-Language",
    "schema": {"type": "string"},
    "description": f"Your languages (RFC 9110). The supported ones are {', '.join(LANGUAGES)}.",
    "example": "ca, es;q=0.8",
}
REQUEST_ID: Final = {
    "in": "header",
    "name": "X-Request-ID",
    "schema": {"type": "string"},
    "description": "Your id of the request for the logs: 1 to 100 letters, digits and the characters `._:/+=@-`. "
    "Without it, or with another text, the server chooses an id.",
    "example": "3f1c0a9e",
}
IF_NONE_MATCH: Final = header_parameter("If-None-Match", "The ETag of your copy: 304 if it is current (RFC 9110).")
PREFER: Final = header_parameter("Prefer", "`wait=N`: wait up to N seconds for a change, at most 60 (RFC 7240).")


_SENT_ID: Final = header("X-Request-ID", "The id of the request in the server's logs.")
_APPLIED: Final = header(
    "Preference-Applied", "The preference that the server has followed: `wait=N` (RFC 7240).", required=False
)

_PROBLEM_HEADERS: Final = {
    "WWW-Authenticate": ("The authentication scheme (RFC 6750).", "string"),
    "Retry-After": ("The seconds to wait before a retry.", "integer"),
    "Allow": ("The methods of the path.", "string"),
}
"""The headers of problems that clients act on."""


def problem_headers(of_each: list[set[str]]) -> dict[str, Header]:
    """The headers of a response with one of several problems; headers that all problems have are required."""
    found: dict[str, Header] = {}
    for name, (description, type_) in _PROBLEM_HEADERS.items():
        if any(name in names for names in of_each):
            found |= header(name, description, required=all(name in names for names in of_each), type_=type_)
    return found | CONTENT_LANGUAGE


PROBLEM_SCHEMA: Final = {"$ref": "#/components/schemas/Problem"}

_REPLAYED: Final = {
    "description": "true if this is the response to an earlier request with the same Idempotency-Key.",
    "schema": {"type": "boolean"},
}
_RATE_LIMIT_HEADERS: Final = {
    "RateLimit-Policy": {
        "description": "The limits, shortest first: requests (q) in seconds (w).",
        "schema": {"type": "string"},
        "example": '"create-game";q=120;w=60, "create-game-day";q=3000;w=86400',
    },
    "RateLimit": {
        "description": "Of each limit, the remaining requests (r), and the seconds (t) until it resets.",
        "schema": {"type": "string"},
        "example": '"create-game";r=119;t=42, "create-game-day";r=2999;t=43242',
    },
}


_BODY_ERRORS: Final = (errors.MalformedJson, ContentTooLarge, UnsupportedMediaType, errors.InvalidRequest)
_TOKEN_ERRORS: Final[dict[str, tuple[type[ApiError], type[ApiError]]]] = {
    "token": (errors.TokenRequired, errors.UnknownToken),
    "owner": (errors.OwnerTokenRequired, errors.UnknownOwner),
    "agentToken": (errors.AgentTokenRequired, errors.UnknownAgentToken),
}
"""The errors of a request without a token, and with a wrong one, by the security scheme."""

_PATH_ERRORS: Final = {"{game_id}": errors.UnknownGame, "{seat}": errors.UnknownSeat}


_ORDER: Final = ("operationId", "tags", "summary", "description", "security", "requestBody", "parameters")
_SCHEMAS: Final = "#/components/schemas/"

NAME: Final = "x-name"
"""The keyword of a response or example with its name as a component, if several operations have it."""


def ordered(members: dict[str, Any], first: Iterable[str]) -> dict[str, Any]:
    """The members, some of them first."""
    return {name: members[name] for name in dict.fromkeys([*first, *members]) if name in members}


class ContractPlugin(BasePlugin):
    """Completes each operation from its contract, and replaces the extensions of the decorators.

    `examples` has those of bodies: by the schema, or by the operation with its status or, beside JSON, its media type;
    `path_examples` those of the parameters of paths, by name.
    """

    def __init__(self, examples: Mapping[str, Any], path_examples: Mapping[str, Any]) -> None:
        self.examples = examples
        self.path_examples = path_examples

    def init_spec(self, spec: APISpec) -> None:
        """Get the specification, to whose components bodies refer."""
        self.spec = spec

    def path_helper(self, *_: Any, parameters: Any = None, **__: Any) -> None:
        """Describe the parameters of a path."""
        for parameter in parameters:
            if parameter["name"] in PATH_PARAMETERS:
                parameter.update(PATH_PARAMETERS[parameter["name"]], example=self.path_examples[parameter["name"]])

    def operation_helper(self, path: str | None = None, operations: Any = None, **_: Any) -> None:
        """Complete the operations of a path."""
        for method, operation in operations.items():
            responses: dict[int, Any] = operation["responses"]
            headers = _read_headers(operation)
            operation["parameters"] = [*headers.values(), *operation.get("parameters", [])]
            responses.update(self._problem_responses(path or "", operation))
            if operation.pop(RATE_LIMIT_EXTENSION, None):
                _add_rate_limit(responses)
            _add_headers(responses, headers)
            operation["parameters"] += [ACCEPT_LANGUAGE, REQUEST_ID]
            self._add_examples(operation)
            operation["responses"] = dict(sorted(responses.items()))
            operations[method] = ordered(operation, _ORDER)

    def _add_examples(self, operation: dict[str, Any]) -> None:
        """Add the examples of the body and of the responses, except those of problems."""
        bodies = {"request": operation.get("requestBody", {})} | operation["responses"]
        contents = [(place, *content) for place, body in bodies.items() for content in body.get("content", {}).items()]
        for place, media_type, content in contents:
            if media_type != PROBLEM_MEDIA_TYPE:
                own = f"{operation['operationId']} {place if media_type == JSON else media_type}"
                schema = content["schema"].get("$ref", "").removeprefix(_SCHEMAS)
                key = own if own in self.examples else schema
                known, value = self.spec.components.examples, self.examples[key]
                name = next((each for each, named in known.items() if named.get("value") is value), None)
                if name is None:
                    name = re.sub("[ /]", "-", key)
                    known[name] = {"value": value}
                content["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}

    def _problem_responses(self, path: str, operation: dict[str, Any]) -> dict[int, dict[str, Any]]:
        """The responses to the errors of an operation by status."""
        by_status: dict[int, list[_ProblemExample]] = {}
        for kind in {kind.code: kind for kind in _errors(path, operation)}.values():
            where, error = example_of(kind)
            if kind.code == InvalidRequest.code:
                where, error = path.format(**self.path_examples), self._invalid_request(operation)
            response = problem_response(error, where, ENGLISH)
            example = _ProblemExample(kind, response.get_json(), {*response.headers.keys()})
            by_status.setdefault(status_of(kind), []).append(example)
        return {status: _response(problems) for status, problems in by_status.items()}

    def _invalid_request(self, operation: dict[str, Any]) -> Exception:
        """The error of a request that is invalid in its body, or else in a parameter."""
        content = operation.get("requestBody", {}).get("content", {})
        body = self.spec.components.schemas[content[JSON]["schema"]["$ref"].removeprefix(_SCHEMAS)] if content else {}
        required, members = body.get("required", ()), [*body.get("properties", ())]
        if missing := [name for name in members if name in required]:
            return ValidationError({missing[0]: ["Missing data for required field."]})
        if members:
            return ValidationError({members[0]: ["Field may not be null."]})
        return _in_parameter(operation.get("parameters", []))


def _read_headers(operation: dict[str, Any]) -> dict[str, Any]:
    """The headers that an operation reads, by name: those that it declares, and those of long polls."""
    headers: dict[str, Any] = {}
    if any(parameter["name"] == "wait" for parameter in operation.get("parameters", [])):
        headers |= ({"If-None-Match": IF_NONE_MATCH} if 304 in operation["responses"] else {}) | {"Prefer": PREFER}
    headers |= operation.pop(HEADERS_EXTENSION, {})
    return headers


def _errors(path: str, operation: dict[str, Any]) -> Iterator[type[ApiError]]:
    """The errors of an operation: the ones that it declares, between the ones that follow from its contract."""
    declared = operation.pop(ERRORS_EXTENSION, {})
    places = {(parameter["in"], parameter["name"]) for parameter in operation.get("parameters", [])}
    if "requestBody" in operation:
        yield from _BODY_ERRORS
    if any(place == "query" for place, _ in places):
        yield errors.InvalidParameter
    yield from _token_errors(path, operation["security"], declared)
    yield from (kind for parameter, kind in _PATH_ERRORS.items() if parameter in path)
    if path.endswith("/{board_id}"):  # each text is a board, but not one that is too long
        yield NotFound
    yield from declared
    if ("header", "Prefer") in places:
        yield from (refusals.Overloaded, refusals.TooManyWaiting)
    if operation["tags"] != ["reference"]:
        yield errors.StoreUnavailable
    yield from operation.pop(LIMIT_ERRORS_EXTENSION, {})
    yield MethodNotAllowed


def _token_errors(
    path: str, security: list[dict[str, Any]], declared: Container[type[ApiError]]
) -> Iterator[type[ApiError]]:
    """The errors of the first security scheme. Some requests need an optional token, if that error is declared."""
    for scheme in next(iter(security), {}):
        required, unknown = _TOKEN_ERRORS[scheme]
        if {} not in security or required in declared:
            yield required
        yield errors.UnknownGameOwner if scheme == "owner" and "{game_id}" in path else unknown


def _add_rate_limit(responses: dict[int, Any]) -> None:
    """Add the rate limit's headers to all responses that can follow its check: responses to another method cannot."""
    for status, response in responses.items():
        if status != HTTPStatus.METHOD_NOT_ALLOWED:
            response["headers"] = response.get("headers", {}) | _RATE_LIMIT_HEADERS
            if NAME in response:
                response[NAME] += "WithRateLimit"


def _add_headers(responses: dict[int, Any], read: Container[str]) -> None:
    """Add the headers that follow from the headers that an operation reads, and the id of the request."""
    for status, response in responses.items():
        replayed = {REPLAYED_HEADER: _REPLAYED} if KEY_HEADER in read and status < 300 else {}
        applied = _APPLIED if "Prefer" in read and status < 400 else {}
        response["headers"] = response.get("headers", {}) | replayed | applied | _SENT_ID


class _ProblemExample(NamedTuple):
    """The response to an example of an error: the class of the error, the body, and the names of its headers."""

    kind: type[ApiError]
    body: dict[str, Any]
    headers: set[str]


def _response(problems: list[_ProblemExample]) -> dict[str, Any]:
    examples = {
        kind.code: {NAME: code_of(kind.__name__), "summary": body["title"], "value": body} for kind, body, _ in problems
    }
    return {
        NAME: "Or".join(problem.kind.__name__ for problem in problems),
        "description": " or ".join(f"`{code}`" for code in examples),
        "headers": problem_headers([problem.headers for problem in problems]),
        "content": {PROBLEM_MEDIA_TYPE: {"schema": PROBLEM_SCHEMA, "examples": examples}},
    }


def _in_parameter(parameters: list[dict[str, Any]]) -> InvalidParameter:
    """A number is a text, or another parameter is given twice; else the key of the request, or an unknown name."""
    query = [parameter for parameter in parameters if parameter["in"] == "query"]
    numbers = [parameter["name"] for parameter in query if parameter["schema"].get("type") == "integer"]
    if numbers:
        return InvalidParameter(numbers[0], INTEGER_FAULT)
    if query:
        return InvalidParameter(query[0]["name"], Message("given more than once"))
    if any(parameter["name"] == KEY_HEADER for parameter in parameters):
        return InvalidParameter(KEY_HEADER, KEY_FAULT)
    return InvalidParameter("date", NO_PARAMETERS)
