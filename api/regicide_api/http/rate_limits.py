"""Rate limits per client address, by fixed windows: one counter in Redis and one round trip for each request.

The headers are those of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` (the limit) and `RateLimit` (what is
left of it).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from flask import Response, after_this_request, request
from limits import RateLimitItem

from regicide_api.core.errors import RateLimited
from regicide_api.storage import Store

IPV6_PREFIX_BITS: Final = 64
"""The part of an IPv6 address that identifies a customer; customers choose the rest."""


class Quota(NamedTuple):
    """The state of a limit for an address: the requests in this window, and the seconds until the next window."""

    policy: str
    limit: RateLimitItem
    used: int
    reset_s: int

    @property
    def headers(self) -> dict[str, str]:
        """`RateLimit-Policy` and `RateLimit`."""
        left = max(0, self.limit.amount - self.used)
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit.amount};w={self.limit.get_expiry()}',
            "RateLimit": f'"{self.policy}";r={left};t={self.reset_s}',
        }


class RateLimits:
    """The configured limits by policy name, counted in a store."""

    def __init__(self, store: Store, limits: Mapping[str, RateLimitItem]) -> None:
        self._limits = limits
        self._counters = store.expiring_keys

    def enforce(self, policy: str) -> None:
        """Count the current request, add the quota to its response, and reject it above the limit.

        Raises RateLimited.
        """
        quota = self._count(policy, request.remote_addr or "")
        if quota is None:
            return

        @after_this_request
        def add_headers(response: Response) -> Response:
            response.headers.update(quota.headers)
            return response

        if quota.used > quota.limit.amount:
            raise RateLimited(quota.limit.amount, quota.limit.get_expiry(), quota.reset_s)

    def _count(self, policy: str, address: str) -> Quota | None:
        """Count a request of an address; None if the policy is turned off."""
        limit = self._limits.get(policy)
        if limit is None:
            return None
        window_s = limit.get_expiry()
        window, elapsed_s = divmod(int(time.time()), window_s)
        used = self._counters.increment(limit.key_for(policy, _client_key(address), window), window_s)
        return Quota(policy, limit, used, window_s - elapsed_s)


def _client_key(address: str) -> str:
    """The unit that is counted: an IPv4 address, an IPv6 network, or any other text that a proxy reports."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed), IPV6_PREFIX_BITS), strict=False).network_address)
