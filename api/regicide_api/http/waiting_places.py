"""The places for waiting requests (long polls and streams) of this process: one client has at most a share of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from regicide_api.core.refusals import TooManyWaiting
from regicide_api.http.rate_limits import current_client, log_hidden_clients
from regicide_api.realtime.hub import Hub

ALL_PERCENT: Final = 100
"""The share without a bound: beyond it, the hub rejects the requests of all clients."""


class WaitingPlaces:
    """The waiting requests of each client: an IPv4 address, or an IPv6 /48, since one customer may have all of it."""

    def __init__(self, hub: Hub, share_percent: int) -> None:
        self._hub = hub
        self._share_percent = share_percent
        self._held = Counter[str]()
        self._lock = Lock()

    @property
    def limit(self) -> int:
        """The places that one client may hold."""
        return max(1, self._hub.capacity * self._share_percent // 100)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold a place for the client of the current request.

        Raises TooManyWaiting if the client holds as many as it may.
        """
        client = current_client()
        holder = client.site or client.network
        self._hold(holder)
        try:
            yield
        finally:
            self._release(holder)

    def _hold(self, holder: str) -> None:
        with self._lock:
            if self._held[holder] < self.limit or self._share_percent == ALL_PERCENT:
                self._held[holder] += 1
                return
        log_hidden_clients()
        raise TooManyWaiting(self.limit)

    def _release(self, holder: str) -> None:
        with self._lock:
            self._held[holder] -= 1
            if not self._held[holder]:
                del self._held[holder]
