"""The networks by which a client is counted, from the address that the server or a trusted proxy reports.

A customer of an internet provider has one IPv4 address, or an IPv6 network of 64 bits (RFC 6177 recommends more), in
which the customer chooses the rest of each address. Some have a network of 48 bits, and with it 65,536 networks of 64.
"""

from __future__ import annotations

import logging
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from flask import request

NETWORK_BITS: Final = 64
SITE_BITS: Final = 48

_PROXY_FIX: Final = "werkzeug.proxy_fix.orig"
"""The variable of the environment in which ProxyFix keeps the values that it replaces."""

_log: Final = logging.getLogger(__name__)

UNKNOWN: Final = "unknown"
"""The network of all clients without a valid address: behind a Unix socket, or a proxy that hides them."""


class ClientNetworks(NamedTuple):
    """The networks of a client. `network` is its IPv4 address or its IPv6 /64, `site` its IPv6 /48, if it has one."""

    network: str
    site: str | None = None


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
