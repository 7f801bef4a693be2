"""The URL of a store: the addresses that it names, and the connections to a server or to the primary of Sentinels.

`redis+sentinel://HOST:PORT,HOST:PORT/NAME` names Sentinels and the primary that they watch. Each new connection asks
them for its address; a connection to a server that is the primary no more fails at its first write.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import unquote, urlsplit

from redis import ConnectionPool
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

SENTINEL_SCHEMES: Final = {"redis+sentinel": "redis", "rediss+sentinel": "rediss"}
"""The URL schemes of Sentinels, each with the scheme of the servers."""

SENTINEL_PORT: Final = 26379

_SENTINEL_OPTIONS: Final[dict[str, Any]] = {
    "socket_connect_timeout": 2.0,
    "socket_timeout": 2.0,
    "retry": Retry(NoBackoff(), 0),
}


def connection_pool(url: str, **options: Any) -> ConnectionPool:
    """A pool for the server of a URL. Its connections get the options of the URL and `options`.

    Raises ValueError for an invalid URL.
    """
    if urlsplit(url).scheme not in SENTINEL_SCHEMES:
        return ConnectionPool.from_url(url, **options)
    name = unquote(urlsplit(url).path[1:])
    if not name or "/" in name:
        raise ValueError("missing name of the primary: expected redis+sentinel://HOST:PORT,HOST:PORT/NAME")
    sentinels = parse_addresses(url, SENTINEL_PORT)
    options |= parse_url(server_url(url, SENTINEL_SCHEMES, sentinels[0]))
    is_tls = bool(options.pop("connection_class", None))
    del options["host"], options["port"]
    watched = Sentinel(sentinels, sentinel_kwargs=_SENTINEL_OPTIONS | {"ssl": is_tls})
    return SentinelConnectionPool(name, watched, ssl=is_tls, **options)


def parse_addresses(url: str, default_port: int) -> list[tuple[str, int]]:
    """The hosts and ports that a URL names. Raises ValueError for a URL without a host."""
    parts = urlsplit(url)
    addresses = [urlsplit(f"//{address}") for address in parts.netloc.rpartition("@")[2].split(",")]
    hosts = [(address.hostname or "", address.port or default_port) for address in addresses]
    if not all(host for host, _ in hosts):
        raise ValueError(f"missing host: expected one or more, as in {parts.scheme}://HOST:PORT,HOST:PORT")
    return hosts


def server_url(url: str, schemes: dict[str, str], address: tuple[str, int]) -> str:
    """The URL of one server, with the password and the options of a URL of several."""
    parts, (host, port) = urlsplit(url), address
    user, at, _ = parts.netloc.rpartition("@")
    name = f"[{host}]" if ":" in host else host
    return parts._replace(scheme=schemes[parts.scheme], netloc=f"{user}{at}{name}:{port}", path="").geturl()
