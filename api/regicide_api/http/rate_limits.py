"""Rate limits: how often one address may do what costs the server something to keep.

Each limit counts requests in windows that follow each other by the clock, so that one counter in Redis, and one round
trip, tells all there is to know. The headers are those of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` says
what holds, `RateLimit` what is left of it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final, NamedTuple, cast

from flask import Flask, Response, after_this_request, current_app, request
from limits import RateLimitItem

from regicide_api.core.errors import RateLimited
from regicide_api.storage import Store

NETWORK: Final = 64
"""The bits of an IPv6 address that name a customer; the rest is theirs to choose."""

_DOCUMENTED: Final = {
    "RateLimit-Policy": ("The limit: requests (q) in seconds (w).", '"{}";q=120;w=60'),
    "RateLimit": ("What is left of it: requests (r), and the seconds (t) until it is full again.", '"{}";r=119;t=42'),
}


class Count(NamedTuple):
    """How a limit stands for an address: the requests of this window, and the seconds until the next."""

    policy: str
    limit: RateLimitItem
    used: int
    reset: int

    @property
    def headers(self) -> dict[str, str]:
        """What the answer says of it."""
        left = max(0, self.limit.amount - self.used)
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit.amount};w={self.limit.get_expiry()}',
            "RateLimit": f'"{self.policy}";r={left};t={self.reset}',
        }


class RateLimits:
    """The limits that hold, by the names of their policies, and their counters beside the games of a store."""

    def __init__(self, store: Store, limits: Mapping[str, RateLimitItem]) -> None:
        self._limits = limits
        self._counters = store.counters

    def count(self, policy: str, address: str) -> Count | None:
        """Count a request of an address; None where no limit holds."""
        limit = self._limits.get(policy)
        if limit is None:
            return None
        seconds = limit.get_expiry()
        window, past = divmod(int(time.time()), seconds)
        used = self._counters.count(limit.key_for(policy, _counted_as(address), window), seconds)
        return Count(policy, limit, used, seconds - past)


def _counted_as(address: str) -> str:
    """What is counted as one: an IPv4 address, a network of IPv6, or whatever else the proxy calls its client."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), NETWORK), strict=False).network_address)


def enforce(policy: str) -> None:
    """Count this request, say in its answer how the limit stands, and refuse it beyond that.

    Raises RateLimited.
    """
    limits = cast("RateLimits", current_app.extensions["regicide-rate-limits"])
    count = limits.count(policy, request.remote_addr or "")
    if count is None:
        return

    @after_this_request
    def say(response: Response) -> Response:
        response.headers.update(count.headers)
        return response

    if count.used > count.limit.amount:
        raise RateLimited(count.limit.amount, count.limit.get_expiry(), count.reset)


def documented_headers(policy: str) -> dict[str, Any]:
    """The headers of an answer that a limit stands behind, for the OpenAPI document."""
    return {
        name: {"description": description, "schema": {"type": "string"}, "example": example.format(policy)}
        for name, (description, example) in _DOCUMENTED.items()
    }


def install(app: Flask, limits: RateLimits) -> None:
    """Let the handlers of an app find its limits."""
    app.extensions["regicide-rate-limits"] = limits
