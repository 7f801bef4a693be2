"""Parts of the OpenAPI document that several operations share: response headers, security."""

from __future__ import annotations

from typing import Any, Final


def _location(description: str) -> dict[str, Any]:
    schema = {"type": "string", "format": "uri-reference"}
    return {"Location": {"description": description, "required": True, "schema": schema}}


LOCATION: Final = _location("The path of the game.")
AGENT_LOCATION: Final = _location("The path of the agent, for the bearer of its token.")
ADVICE_LOCATION: Final = _location("The path of the advice.")
RETRY_AFTER: Final = {
    "Retry-After": {
        "description": "The seconds after which to ask again.",
        "required": True,
        "schema": {"type": "integer", "format": "int32", "minimum": 0},
    }
}
CACHING: Final[dict[str, Any]] = {
    "Cache-Control": {
        "description": "Only the client itself may store the response, and asks before it uses the copy (RFC 9111).",
        "required": True,
        "schema": {"type": "string"},
    },
    "Vary": {
        "description": "The request headers that select the response: the token, the media type, the language.",
        "required": True,
        "schema": {"type": "string"},
    },
}
"""The headers of responses that depend on the sender."""

VALIDATED: Final[dict[str, Any]] = {
    "ETag": {"description": "The version of this view (RFC 9110).", "required": True, "schema": {"type": "string"}}
} | CACHING
NEXT_PAGE: Final[dict[str, Any]] = {
    "Link": {"description": 'The next page, rel="next" (RFC 8288).', "schema": {"type": "string"}}
}
CONTENT_LANGUAGE: Final[dict[str, Any]] = {
    "Content-Language": {"description": "The language of the texts.", "required": True, "schema": {"type": "string"}}
}

Security = list[dict[str, list[str]]]

NO_TOKEN: Final[Security] = []
TOKEN: Final[Security] = [{"token": []}]
TOKEN_OR_NONE: Final[Security] = [{"token": []}, {}]
OWNER: Final[Security] = [{"owner": []}]
TOKEN_OR_OWNER: Final[Security] = [{"token": []}, {"owner": []}]
OWNER_OR_NONE: Final[Security] = [{"owner": []}, {}]
AGENT_TOKEN: Final[Security] = [{"agentToken": []}]
