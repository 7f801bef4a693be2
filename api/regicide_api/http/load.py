"""The load of a process: the requests and clients that it admits, counts and bounds.

Games in progress stay fast, and keep their room in the store: an overloaded process, and one whose store is full,
starts no new games and agents. One client has at most a share of the places for waiting requests (long polls and
streams).

Rate limits hold for each client address, by fixed windows: one counter in Redis for each limit and network of the
client. The headers follow draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` (the limits) and `RateLimit` (what
is left of them), each a list of policies. The server or a trusted proxy reports the address. A customer of an internet
provider has one IPv4 address, or an IPv6 network of 64 bits (RFC 6177 recommends more), in which the customer chooses
the rest of each address. Some have a network of 48 bits, and with it 65,536 networks of 64.
"""

from __future__ import annotations

import logging
import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Lock
from typing import Final, NamedTuple, Protocol, cast

from flask import Response, after_this_request, current_app, request
from limits import RateLimitItem
from redis.exceptions import RedisError

from regicide_api.core.refusals import Busy, RateLimited, StoreFull, TooManyWaiting
from regicide_api.core.work import in_flight
from regicide_api.realtime.hub import Hub
from regicide_api.storage.client import refuses_writes
from regicide_api.storage.game_store import Store
from regicide_api.storage.memory import StoreMemory

EXTENSION: Final = "regicide"
"""The name of the services in the extensions of an application."""

MAX_IN_FLIGHT: Final = 128
"""In-flight requests of the process above which it starts nothing new. A process answers that many in some tenths of a
second.
"""

ALL_PERCENT: Final = 100
"""The share of waiting places without a bound: beyond it, the hub rejects the requests of all clients."""

NETWORK_BITS: Final = 64
SITE_BITS: Final = 48

_PROXY_FIX: Final = "werkzeug.proxy_fix.orig"
"""The variable of the environment in which ProxyFix keeps the values that it replaces."""

_log: Final = logging.getLogger(__name__)


class Process(Protocol):
    """What HTTP needs of the services of an application."""

    store: Store
    rate_limits: RateLimits
    capacity: StoreCapacity


def process() -> Process:
    """The services of the application that handles the current request."""
    return cast("Process", current_app.extensions[EXTENSION])


def require_capacity() -> None:
    """Raises Busy above MAX_IN_FLIGHT, StoreFull without room in the store."""
    if in_flight.count > MAX_IN_FLIGHT:
        raise Busy
    if not process().capacity.has_room:
        raise StoreFull


@dataclass(frozen=True, slots=True)
class StoreCapacity:
    """The percentage of the memory of a store up to which games and agents are created."""

    memory: StoreMemory
    creation_share_percent: int

    @property
    def has_room(self) -> bool:
        """Whether the store is below the share."""
        return 100 * self.memory.used_share() < self.creation_share_percent


class HeldPlaces:
    """The places that each client of this process holds."""

    def __init__(self) -> None:
        self._held = Counter[str]()
        self._lock = Lock()

    def take(self, client: str, limit: float) -> bool:
        """Hold one more place for a client. Returns False if it holds as many as the limit."""
        with self._lock:
            is_free = self._held[client] < limit
            self._held[client] += is_free
            return is_free

    def release(self, client: str) -> None:
        """Hold one place less for a client."""
        with self._lock:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]


class WaitingPlaces:
    """The waiting requests of each client: an IPv4 address, or an IPv6 /48, since one customer may have all of it."""

    def __init__(self, hub: Hub, share_percent: int) -> None:
        self._hub = hub
        self._share_percent = share_percent
        self._places = HeldPlaces()

    @property
    def limit(self) -> int:
        """The places that one client may hold."""
        return max(1, self._hub.capacity * self._share_percent // 100)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold a place for the client of the current request.

        Raises TooManyWaiting if the client holds as many as it may.
        """
        holder = current_client().largest
        if not self._places.take(holder, math.inf if self._share_percent == ALL_PERCENT else self.limit):
            log_hidden_clients()
            raise TooManyWaiting(self.limit)
        try:
            yield
        finally:
            self._places.release(holder)


UNKNOWN: Final = "unknown"
"""The network of all clients without a valid address: behind a Unix socket, or a proxy that hides them."""


class ClientNetworks(NamedTuple):
    """The networks of a client. `network` is its IPv4 address or its IPv6 /64, `site` its IPv6 /48, if it has one."""

    network: str
    site: str | None = None

    @property
    def largest(self) -> str:
        """The largest network that may belong to the client alone."""
        return self.site or self.network


def current_client() -> ClientNetworks:
    """The networks of the client that sent the current request."""
    return client_networks(request.remote_addr or "")


@cache
def log_untrusted_proxy() -> None:
    """Log once that all clients of a proxy count as one."""
    _log.warning(
        "a request above a limit has X-Forwarded-For, which is not trusted: behind a proxy all clients count as one "
        "address; set TRUSTED_PROXIES to the number of proxies"
    )


def log_hidden_clients() -> None:
    """Log once if the current request, which is above a limit of its address, may come through an untrusted proxy."""
    if "X-Forwarded-For" in request.headers and _PROXY_FIX not in request.environ:
        log_untrusted_proxy()


def client_networks(address: str) -> ClientNetworks:
    """The networks of an address, with or without a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    try:
        parsed = ip_address(_without_port(address.strip()))
    except ValueError:
        return ClientNetworks(UNKNOWN)
    if isinstance(parsed, IPv4Address):
        return ClientNetworks(str(parsed))
    if parsed.ipv4_mapped:
        return ClientNetworks(str(parsed.ipv4_mapped))
    return ClientNetworks(_prefix(parsed, NETWORK_BITS), _prefix(parsed, SITE_BITS))


def _without_port(address: str) -> str:
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def _prefix(address: IPv6Address, bits: int) -> str:
    return str(IPv6Network((int(address), bits), strict=False))


SITE_FACTOR: Final = 10
"""The limit of an IPv6 /48, as a multiple of the limit of each /64 in it: it may belong to one customer, or to many."""


class Quota(NamedTuple):
    """A limit for a network of a client: its counter, the requests in this window, and the seconds until the next."""

    policy: str
    counter: str
    amount: int
    window_s: int
    reset_s: int
    used: int = 0

    @property
    def left(self) -> int:
        """The requests that are left; negative above the limit."""
        return self.amount - self.used


class RateLimits:
    """The configured limits by policy name, each with the shortest window first, counted in a store."""

    def __init__(self, store: Store, limits: Mapping[str, Sequence[RateLimitItem]]) -> None:
        self._limits = limits
        self._counters = store.counters

    def enforce(self, policy: str, units: int = 1) -> None:
        """Count the current request by its units, add the quotas to its response, and reject it above a limit.

        A request that is rejected here is not counted; a later refusal is. Raises RateLimited.
        """
        quotas = _quotas(policy, self._limits.get(policy, ()), current_client(), int(time.time()))
        quotas = self._count(quotas, units)
        for exceeded in (quota for quota in quotas if quota.left < 0):
            self._take_back(quotas, units)
            log_hidden_clients()
            raise RateLimited(exceeded.amount, exceeded.window_s, exceeded.reset_s, units)
        _add_headers(quotas)

    def _take_back(self, quotas: Sequence[Quota], units: int) -> None:
        """Count units no longer. They stay counted if the store does not respond."""
        with suppress(RedisError):
            self._counters.increment({quota.counter: quota.window_s for quota in quotas}, -units)
            _add_headers([quota._replace(used=quota.used - units) for quota in quotas])

    def _count(self, quotas: Sequence[Quota], units: int) -> list[Quota]:
        """Count units against all quotas, in one round trip.

        A store that refuses writes counts nothing, and no quota is left: it refuses what is created, and reads go on.
        """
        if not quotas:
            return []
        try:
            counts = self._counters.increment({quota.counter: quota.window_s for quota in quotas}, units)
        except RedisError as error:
            if refuses_writes(error):
                return []
            raise
        return [quota._replace(used=used) for quota, used in zip(quotas, counts, strict=True)]


def _quotas(policy: str, limits: Sequence[RateLimitItem], client: ClientNetworks, now: int) -> list[Quota]:
    """The quotas of a client, unused: each limit for its network, and a larger one for its site."""
    quotas = []
    for number, limit in enumerate(limits):
        name, window_s = _name(policy, limit, number), limit.get_expiry()
        window, elapsed_s = divmod(now, window_s)
        for network, factor in ((client.network, 1), (client.site, SITE_FACTOR)):
            if network:
                counter = limit.key_for(name, network, window)
                quotas.append(Quota(name, counter, factor * limit.amount, window_s, window_s - elapsed_s))
    return quotas


def _name(policy: str, limit: RateLimitItem, number: int) -> str:
    """The name of a limit: the name of its policy, with the window for all limits but the first: `create-game-day`."""
    multiples = str(limit.multiples) if limit.multiples > 1 else ""
    return f"{policy}-{multiples}{limit.GRANULARITY.name}" if number else policy


def _add_headers(quotas: Sequence[Quota]) -> None:
    """Add `RateLimit-Policy` and `RateLimit` to the response: of the quotas of one limit, that with the least left."""
    if not quotas:
        return
    least = {quota.policy: quota for quota in sorted(quotas, key=lambda quota: (quota.window_s, -quota.left))}.values()
    headers = {
        "RateLimit-Policy": ", ".join(f'"{quota.policy}";q={quota.amount};w={quota.window_s}' for quota in least),
        "RateLimit": ", ".join(f'"{quota.policy}";r={max(0, quota.left)};t={quota.reset_s}' for quota in least),
    }

    @after_this_request
    def add(response: Response) -> Response:
        response.headers.update(headers)
        return response
