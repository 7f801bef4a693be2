"""The headers that every operation reads or sends: language, request id, waiting, and those of problems."""

from __future__ import annotations

from typing import Any, Final

from regicide_api.languages import LANGUAGES

Header = dict[str, Any]

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
PARAMETERS: Final = (ACCEPT_LANGUAGE, REQUEST_ID)
"""The headers that every operation reads."""


def _header(description: str, *, required: bool, type_: str = "string") -> Header:
    schema = {"type": type_, "format": "int32", "minimum": 0} if type_ == "integer" else {"type": type_}
    return {"description": description, "required": required, "schema": schema}


_SENT_ID: Final = _header("The id of the request in the server's logs.", required=True)
_APPLIED: Final = _header("The preference that the server has followed: `wait=N` (RFC 7240).", required=False)
_CONTENT_LANGUAGE: Final = _header("The language of the texts.", required=True)

_PROBLEM_HEADERS: Final = {
    "WWW-Authenticate": ("The authentication scheme (RFC 6750).", "string"),
    "Retry-After": ("The seconds to wait before a retry.", "integer"),
    "Allow": ("The methods of the path.", "string"),
}
"""The headers of problems that clients act on."""


def problem_headers(of_each: list[set[str]]) -> dict[str, Header]:
    """The headers of a response with one of several problems; headers that all problems have are required."""
    return {
        name: _header(description, required=all(name in names for names in of_each), type_=type_)
        for name, (description, type_) in _PROBLEM_HEADERS.items()
        if any(name in names for names in of_each)
    } | {"Content-Language": _CONTENT_LANGUAGE}


def add_common_headers(operation: dict[str, Any]) -> None:
    """Add the headers that every operation reads and sends to one."""
    operation["parameters"] = [*operation.get("parameters", []), *PARAMETERS]
    waits = any(parameter["name"] == "Prefer" for parameter in operation["parameters"])
    for status, response in operation["responses"].items():
        applied = {"Preference-Applied": _APPLIED} if waits and status in {"200", "202", "204", "304"} else {}
        response["headers"] = response.get("headers", {}) | applied | {"X-Request-ID": _SENT_ID}
