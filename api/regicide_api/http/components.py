"""Parts of the OpenAPI document that several operations share: headers of requests and responses, security."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final


def header_parameter(
    name: str, description: str, shape: Mapping[str, Any] = MappingProxyType({}), *, required: bool = False
) -> dict[str, Any]:
    """A header of a request, whose text has a shape, as the document has it."""
    schema = {"type": "string", **shape}
    return {"in": "header", "name": name, "description": description, "schema": schema, "required": required}


def header(name: str, description: str, *, required: bool = True, type_: str = "string") -> dict[str, Any]:
    """A header of a response by its name, as the document has it."""
    bounds = {"format": "int32", "minimum": 0} if type_ == "integer" else {}
    return {name: {"description": description, "required": required, "schema": {"type": type_, **bounds}}}


def _location(description: str) -> dict[str, Any]:
    located = header("Location", description)
    located["Location"]["schema"]["format"] = "uri-reference"
    return located


LOCATION: Final = _location("The path of the game.")
AGENT_LOCATION: Final = _location("The path of the agent, for the bearer of its token.")
ADVICE_LOCATION: Final = _location("The path of the advice.")
RETRY_AFTER: Final = header("Retry-After", "The seconds after which to ask again.", type_="integer")
CACHING: Final = header(
    "Cache-Control", "Only the client itself may store the response, and asks before it uses the copy (RFC 9111)."
) | header("Vary", "The request headers that select the response: the token, the media type, the language.")
"""The headers of responses that depend on the sender."""

VALIDATED: Final = header("ETag", "The version of this view (RFC 9110).") | CACHING
NEXT_PAGE: Final[dict[str, Any]] = {
    "Link": {"description": 'The next page, rel="next" (RFC 8288).', "schema": {"type": "string"}}
}
CONTENT_LANGUAGE: Final = header("Content-Language", "The language of the texts.")

Security = list[dict[str, list[str]]]

NO_TOKEN: Final[Security] = []
TOKEN: Final[Security] = [{"token": []}]
TOKEN_OR_NONE: Final[Security] = [{"token": []}, {}]
OWNER: Final[Security] = [{"owner": []}]
TOKEN_OR_OWNER: Final[Security] = [{"token": []}, {"owner": []}]
OWNER_OR_NONE: Final[Security] = [{"owner": []}, {}]
AGENT_TOKEN: Final[Security] = [{"agentToken": []}]
