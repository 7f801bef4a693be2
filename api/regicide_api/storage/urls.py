"""The URL of a store: the addresses that it names, and the connections to a server or to the primary of Sentinels.

`redis+sentinel://HOST:PORT,HOST:PORT/NAME` names Sentinels and the primary that they watch. Each new connection asks
them for its address; a connection to a server that is the primary no more fails at its first write.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from redis.backoff import NoBackoff
from redis.connection import Connection, ConnectionInterface, parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

SENTINEL_SCHEMES: Final = {"redis+sentinel": "redis", "rediss+sentinel": "rediss"}
"""The URL schemes of Sentinels, each with the scheme of the servers."""

SENTINEL_PORT: Final = 26379

CONNECT_TIMEOUT_S: Final = 2.0
READ_TIMEOUT_S: Final = 5.0
CONNECTION_OPTIONS: Final[dict[str, Any]] = {
    "socket_connect_timeout": CONNECT_TIMEOUT_S,
    "socket_timeout": READ_TIMEOUT_S,
    "retry": Retry(NoBackoff(), 0),
}

_OPTIONS: Final = frozenset(
    {"client_name", "db", "password", "socket_connect_timeout", "socket_keepalive", "socket_timeout", "username"}
)
"""The options of redis-py's connections that a URL may have, besides those of TLS."""


def connector(url: str, protocol: int) -> Callable[[], ConnectionInterface]:
    """A function that makes a connection to the server of a URL, which speaks a version of the protocol of Redis.

    Its options are those of the URL, then CONNECTION_OPTIONS. The function raises RedisError if no Sentinel knows the
    primary. Raises ValueError for an invalid URL.
    """
    is_watched = urlsplit(url).scheme in SENTINEL_SCHEMES
    sentinels = parse_addresses(url, SENTINEL_PORT) if is_watched else []
    kind, given = parse_options(server_url(url, SENTINEL_SCHEMES, sentinels[0]) if is_watched else url)
    options = {**CONNECTION_OPTIONS, **given, "protocol": protocol}
    if not is_watched:
        return lambda: kind(**options)
    name = unquote(urlsplit(url).path[1:])
    if not name or "/" in name or not name.isprintable():
        raise ValueError("missing name of the primary: expected redis+sentinel://HOST:PORT,HOST:PORT/NAME")
    watched = Sentinel(sentinels, sentinel_kwargs=_sentinel_options(url, given))

    def connect_to_primary() -> ConnectionInterface:
        host, port = watched.discover_master(name)
        return kind(**{**options, "host": host, "port": port})

    return connect_to_primary


def parse_options(url: str) -> tuple[type[ConnectionInterface], dict[str, Any]]:
    """The kind of the connections to one server, and their options. Raises ValueError for an unknown one in the URL."""
    options = parse_url(url)
    kind = options.pop("connection_class", Connection)
    names = {name for each in kind.__mro__ for name in signature(each).parameters}
    known = {name for name in names if name in _OPTIONS or name.startswith("ssl_")}
    for name in parse_qs(urlsplit(url).query).keys() - known:
        raise ValueError(f"unknown option {name!r} of REDIS_URL: expected one of {', '.join(sorted(known))}")
    return kind, options


def _sentinel_options(url: str, given: dict[str, Any]) -> dict[str, Any]:
    """The options of the connections to Sentinels: TLS as for the servers, and no password."""
    tls = {name: option for name, option in given.items() if name.startswith("ssl_")}
    is_tls = SENTINEL_SCHEMES[urlsplit(url).scheme] == "rediss"
    return {**CONNECTION_OPTIONS, "socket_timeout": CONNECT_TIMEOUT_S, "ssl": is_tls, **tls}


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
