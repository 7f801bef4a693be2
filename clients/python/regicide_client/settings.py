"""What both sessions tell httpx."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

_HEADERS: Final = {
    "Accept": "application/json, application/problem+json",
    "User-Agent": f"regicide-client/{version('regicide-client')}",
}


def http_settings(url: str, language: str | None) -> dict[str, Any]:
    """The options of an httpx client for a server, whose texts are to come in a language."""
    return {"base_url": url, "headers": _HEADERS | ({"Accept-Language": language} if language else {})}
