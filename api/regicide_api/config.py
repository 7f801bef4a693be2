"""The settings of the server, all from environment variables, with their descriptions for users."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from limits import RateLimitItem

DAY_S: Final = 24 * 60 * 60
MIN_KEY_CHARS: Final = 32
MAX_TTL_S: Final = 10 * 365 * DAY_S
MAX_PORT: Final = 65535

_ADDRESS: Final = re.compile(r"unix:/.+|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")
"""An address to listen on: the path of a Unix socket, or a host and a port."""

EXAMPLE_STORE: Final = "redis://localhost:6379/0"
_STORE_SCHEMES: Final = (
    "redis",
    "rediss",
    "unix",
    "redis+cluster",
    "rediss+cluster",
    "redis+sentinel",
    "rediss+sentinel",
)

MAX_RATE_LIMIT: Final = 10**9
"""The highest number of requests, and of seconds, in a rate limit."""


class ConfigError(ValueError):
    """An invalid setting. The message names the variable and the expected value."""


class LogFormat(StrEnum):
    """The format of the log: JSON, text, or text with errors and warnings only."""

    JSON = "json"
    TEXT = "text"
    QUIET = "quiet"

    @property
    def level(self) -> str:
        """The lowest level that is logged."""
        return "warning" if self is LogFormat.QUIET else "info"


COMMAND_LOG_FORMAT: Final = LogFormat.QUIET
"""The default of the command `regicide-server`, which runs in a terminal."""


class Variable(NamedTuple):
    """An environment variable: its meaning in Markdown, which begins with a summary up to the first semicolon.

    `parse` returns the value of a text, or raises ValueError with what is expected.
    """

    name: str
    default: Any
    parse: Callable[[str], Any]
    meaning: str

    @property
    def summary(self) -> str:
        """The first part of the meaning, as plain text."""
        return self.meaning.partition(";")[0].replace("`", "")

    def value(self, environment: Mapping[str, str]) -> Any:
        """The value of the variable; an empty one counts as unset. Raises ConfigError."""
        text = environment.get(self.name)
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError as error:
            given = "" if self.name in _SECRET else f"={without_password(text)}"
            raise ConfigError(f"{self.name}{given}: expected {error}") from error


_SECRET: Final = {"BOTS_KEY"}
"""The variables whose values no message repeats."""


def without_password(store_url: str) -> str:
    """A URL as messages repeat it, without user and password; its scheme may be missing."""
    scheme, slashes, rest = store_url.partition("//") if "//" in store_url else ("", "", store_url)
    address, slash, path = rest.partition("/")
    return f"{scheme}{slashes}{address.rpartition('@')[2]}{slash}{path}"


def _integer(minimum: int, maximum: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and minimum <= int(text) <= maximum):
            raise ValueError(f"an integer from {minimum} to {maximum}")
        return int(text)

    return parse


def _store_url(text: str) -> str:
    scheme, separator, address = text.partition("://")
    if scheme not in _STORE_SCHEMES or not separator or not address:
        raise ValueError(f"a URL such as {EXAMPLE_STORE}, with one of the schemes {', '.join(_STORE_SCHEMES)}")
    return text


def _key(text: str) -> str:
    if len(text) < MIN_KEY_CHARS:
        raise ValueError(f"{MIN_KEY_CHARS} characters or more, such as `openssl rand -hex 32`")
    return text


def _log_format(text: str) -> LogFormat:
    try:
        return LogFormat(text)
    except ValueError as error:
        raise ValueError("json, text or quiet") from error


def _address(text: str) -> str:
    found = _ADDRESS.fullmatch(text)
    if not found or not 1 <= int(found["port"] or 1) <= MAX_PORT:
        raise ValueError("HOST:PORT with a port from 1 to 65535, such as 127.0.0.1:9100, or unix:/PATH")
    return text


def _rate_limits(text: str) -> Sequence[RateLimitItem]:
    """The limits in a text with commas, the one with the shortest window first; none for 0."""
    from limits import RateLimitItem, parse_many  # noqa: PLC0415 - a slow import, which --help does not need

    if text == "0":
        return []
    try:
        limits = [] if set(text) & set(";|") else parse_many(text)
    except ValueError:
        limits = []
    if not limits or not all(map(_is_valid, limits)):
        raise ValueError("limits such as 120/minute, 1000/2hours or 120/minute,3000/day, or 0 for none")
    return sorted(limits, key=RateLimitItem.get_expiry)


def _is_valid(limit: RateLimitItem) -> bool:
    """Whether the numbers of a limit fit into a header."""
    return 1 <= limit.amount <= MAX_RATE_LIMIT and 1 <= limit.get_expiry() <= MAX_RATE_LIMIT


def _setting(name: str, default: object, parse: Callable[[str], object], meaning: str) -> Any:
    """A field of the settings, read from an environment variable."""
    return field(default=default, metadata={"variable": Variable(name, default, parse, meaning)})


def _ttl(name: str, default: int, meaning: str) -> Any:
    """A field with a lifetime in seconds."""
    return _setting(name, default, _integer(1, MAX_TTL_S), meaning)


RATE_LIMITS: Final = {
    "create-game": Variable(
        "LIMIT_CREATE_GAME",
        "120/minute,3000/day",
        _rate_limits,
        "games that one address may create; per `second`, `minute`, `hour` or `day`, one limit, or several with "
        "commas, or 0: any number. A refused request counts as one that creates; one above the limit, and a repeat "
        "with the same `Idempotency-Key`, do not count. An IPv6 /64 counts as one address, and a /48 may create ten "
        "times as many",
    ),
    "create-agent": Variable(
        "LIMIT_CREATE_AGENT", "20/minute,200/day", _rate_limits, "agents that one address may register"
    ),
    "take-seat": Variable(
        "LIMIT_TAKE_SEAT",
        "600/minute",
        _rate_limits,
        "open seats that one address may take; repeats with the same `Idempotency-Key` are not counted",
    ),
    "pair-device": Variable(
        "LIMIT_PAIR_DEVICE",
        "30/minute,300/day",
        _rate_limits,
        "codes for other devices that one address may get or try; repeats with the same `Idempotency-Key` are not "
        "counted",
    ),
    "enter-result": Variable(
        "LIMIT_ENTER_RESULT",
        "30/minute,200/day",
        _rate_limits,
        "results of today's deal that one address may enter into boards; repeats count",
    ),
    "ask-advice": Variable(
        "LIMIT_ASK_ADVICE",
        "30/minute",
        _rate_limits,
        "questions to agents for advice that one address may ask; repeats count",
    ),
    "ask-review": Variable(
        "LIMIT_ASK_REVIEW",
        "12/minute,300/day",
        _rate_limits,
        "reviews of finished games that one address may ask for; those that exist do not count",
    ),
    "open-stream": Variable(
        "LIMIT_OPEN_STREAM",
        "600/minute",
        _rate_limits,
        "event streams that one address may open, and requests for records",
    ),
}
"""The variable of each rate limit policy: its default is a text with one limit or more, for each client address."""


def _limits(environment: Mapping[str, str]) -> dict[str, Sequence[RateLimitItem]]:
    """The enabled rate limits by policy."""
    defaults = {variable.name: variable.default for variable in RATE_LIMITS.values()}
    given = defaults | {name: text for name, text in environment.items() if text}
    return {policy: limits for policy, variable in RATE_LIMITS.items() if (limits := variable.value(given))}


@dataclass(frozen=True)
class Settings:
    """The settings. `limits` are the enabled rate limits by policy, each with the shortest window first."""

    redis_url: str | None = _setting(
        "REDIS_URL",
        None,
        _store_url,
        "URL of the store, an embedded Valkey server if unset; `redis://`, `rediss://` or `unix://` for a server with "
        "Redis 6.2 or newer, or Valkey; `redis+cluster://HOST:PORT,HOST:PORT` or `rediss+cluster://…` for a Redis "
        "Cluster, with one or more of its servers; `redis+sentinel://HOST:PORT,HOST:PORT/NAME` or "
        "`rediss+sentinel://…` for the primary that Sentinels watch. If unset, gunicorn alone refuses to start",
    )
    data_dir: Path = _setting(  # noqa: RUF009 - a field
        "DATA_DIR",
        Path("regicide-data"),
        Path,
        "directory of the embedded server",
    )
    host: str = _setting("HOST", "127.0.0.1", str, "address to listen on")
    port: int = _setting("PORT", 8000, _integer(0, MAX_PORT), "port to listen on; 0 takes any free port")
    unstarted_game_ttl_s: int = _ttl(
        "UNSTARTED_GAME_TTL",
        DAY_S,
        "lifetime of a game before its first action, in seconds; one day. A game that ends by timeouts without an "
        "action lives no longer, and none longer than `GAME_TTL`",
    )
    game_ttl_s: int = _ttl("GAME_TTL", 30 * DAY_S, "lifetime of a game after its last action, in seconds; 30 days")
    record_ttl_s: int = _ttl("RECORD_TTL", 365 * DAY_S, "lifetime of a game after its end, in seconds; 365 days")
    agent_ttl_s: int = _ttl(
        "AGENT_TTL",
        365 * DAY_S,
        "lifetime of an agent after its last request, in seconds; 365 days. It lives at least for `GAME_TTL` and "
        "`RECORD_TTL` after the last event of each game in which it has a seat",
    )
    question_ttl_s: int = _ttl(
        "QUESTION_TTL", 2 * 60, "lifetime of a question to an agent that is not answered, in seconds; two minutes"
    )
    advice_ttl_s: int = _ttl(
        "ADVICE_TTL", 60 * 60, "lifetime of advice and of a review after the answer, in seconds; one hour"
    )
    store_memory_mb: int = _setting(
        "STORE_MEMORY_MB",
        0,
        _integer(0, 10**9),
        "memory that each server of the store may use, in megabytes; 1 to 1000000000, or 0: its `maxmemory`, or if "
        "that is not set either, the memory of its machine",
    )
    creation_share_percent: int = _setting(
        "CREATION_SHARE_PERCENT",
        80,
        _integer(1, 100),
        "share of that memory up to which games and agents are created, in percent; the rest is for games in progress",
    )
    bots_key: str | None = _setting(
        "BOTS_KEY",
        None,
        _key,
        "secret of 32 or more characters, the same for `web` and `bots` processes; the tokens of the house bots are "
        "derived from it. With an embedded store `make run` generates one; with `REDIS_URL` house bots run only if it "
        "is set",
    )
    web_workers: int = _setting("WEB_CONCURRENCY", 2, _integer(1, 1024), "worker processes")
    web_connections: int = _setting(
        "WEB_CONNECTIONS",
        2048,
        _integer(2, 100_000),
        "maximum number of connections of a worker process; seven eighths of them may hold clients that wait for news",
    )
    waiting_share_percent: int = _setting(
        "WAITING_SHARE_PERCENT",
        25,
        _integer(1, 100),
        "share of the clients that wait for news in a process which one address may have, in percent, and of its "
        "connections if no proxy is trusted; an IPv6 /48 counts as one address, for connections a /64; house bots do "
        "not count as waiting",
    )
    offline_start: int = _setting(
        "OFFLINE_START",
        1,
        _integer(0, 1),
        "1: browsers keep the web client, 0: they remove it; a service worker keeps it, so that it starts without the "
        "server and shows its last state",
    )
    limits: Mapping[str, Sequence[RateLimitItem]] = field(default_factory=lambda: _limits({}))
    house_seats: int = _setting(
        "LIMIT_HOUSE_SEATS",
        64,
        _integer(0, 100_000),
        "seats of house bots in the unfinished games of one address; stand-ins are included, and an IPv6 /48 counts "
        "as one address. 0 disables the limit",
    )
    trusted_proxies: int = _setting(
        "TRUSTED_PROXIES",
        0,
        _integer(0, 100),
        "number of proxies before the server that set `X-Forwarded-For`; with 0 all clients behind a proxy count as "
        "one address",
    )
    metrics_address: str | None = _setting(
        "METRICS_ADDRESS",
        None,
        _address,
        "address on which `/metrics` alone is served; `HOST:PORT`, such as `127.0.0.1:9100`, or `unix:/PATH`. On "
        "`HOST` and `PORT`, `/metrics` is then 404. If unset, `/metrics` is public",
    )
    log_format: LogFormat = _setting(  # noqa: RUF009 - a field
        "LOG_FORMAT",
        LogFormat.JSON,
        _log_format,
        "format of the request log on standard error, json, text or quiet; `quiet` means warnings and errors only, "
        "and is the default of `make run` and `regicide-server`",
    )

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings from environment variables; an empty variable counts as unset. Raises ConfigError."""
        variables = {each.name: each.metadata["variable"] for each in fields(cls) if each.metadata}
        values = {name: variable.value(environment) for name, variable in variables.items()}
        return cls(**values, limits=_limits(environment))

    @classmethod
    def variables(cls) -> list[Variable]:
        """The variables of all settings, in the order of their fields."""
        own = [[each.metadata["variable"]] if each.metadata else RATE_LIMITS.values() for each in fields(cls)]
        return [variable for variables in own for variable in variables]

    @property
    def effective_agent_ttl_s(self) -> int:
        """The lifetime of an agent in seconds: at least as long as games and records with its seats."""
        return max(self.agent_ttl_s, self.game_ttl_s, self.record_ttl_s)

    @property
    def max_subscriptions(self) -> int:
        """The maximum of long polls and streams in one process, which leaves connections for other requests."""
        return self.web_connections * 7 // 8

    def require_redis_url(self) -> str:
        """The URL of the store.

        Raises ConfigError if it is not set: a default would lose games.
        """
        if self.redis_url is None:
            raise ConfigError(f"REDIS_URL is not set: expected the URL of a store, such as {EXAMPLE_STORE}")
        return self.redis_url
