"""The settings of the server, all from environment variables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from limits import RateLimitItem, parse_many

DAY_S: Final = 24 * 60 * 60

RATE_LIMITS: Final = {
    "create-game": ("LIMIT_CREATE_GAME", "120/minute,3000/day"),
    "create-agent": ("LIMIT_CREATE_AGENT", "20/minute,200/day"),
    "take-seat": ("LIMIT_TAKE_SEAT", "600/minute"),
    "ask-advice": ("LIMIT_ASK_ADVICE", "30/minute"),
    "ask-review": ("LIMIT_ASK_REVIEW", "12/minute,300/day"),
    "open-stream": ("LIMIT_OPEN_STREAM", "600/minute"),
}
"""The variable of each rate limit policy, and its default: one limit or more, for each client address."""

MIN_KEY_CHARS: Final = 32
MAX_TTL_S: Final = 10 * 365 * DAY_S

MAX_PORT: Final = 65535

_ADDRESS: Final = re.compile(r"unix:/.+|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")
"""An address to listen on: the path of a Unix socket, or a host and a port."""

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


@dataclass(frozen=True)
class Settings:
    """The settings. `limits` are the enabled rate limits by policy, each with the shortest window first."""

    redis_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("regicide-data")
    unstarted_game_ttl_s: int = DAY_S
    game_ttl_s: int = 30 * DAY_S
    record_ttl_s: int = 365 * DAY_S
    agent_ttl_s: int = 365 * DAY_S
    question_ttl_s: int = 2 * 60
    advice_ttl_s: int = 60 * 60
    store_memory_mb: int = 0
    creation_share_percent: int = 80
    bots_key: str | None = None
    web_workers: int = 2
    waiting_share_percent: int = 25
    web_connections: int = 2048
    offline_start: int = 1
    trusted_proxies: int = 0
    house_seats: int = 64
    log_format: LogFormat = LogFormat.JSON
    limits: Mapping[str, Sequence[RateLimitItem]] = field(default_factory=lambda: _limits({}))
    metrics_address: str | None = None

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings from environment variables; an empty variable counts as unset.

        `REDIS_URL`: the store. `HOST`, `PORT` (0: any free port): the address to listen on. `DATA_DIR`: the directory
        of the embedded store. `UNSTARTED_GAME_TTL`, `GAME_TTL`, `RECORD_TTL`, `AGENT_TTL`: lifetimes in seconds of a
        game before its first action and after its last one, of a record after the game's end, of an agent after its
        last request; see `effective_agent_ttl_s`. `QUESTION_TTL`, `ADVICE_TTL`: lifetimes in seconds of a question to
        an agent before its answer, and of the answer. `STORE_MEMORY_MB`: memory that each server of the store may use
        (0: its `maxmemory`). `CREATION_SHARE_PERCENT`: the share of it up to which games and agents are created.
        `BOTS_KEY`: the house key. `WEB_CONCURRENCY`: worker processes. `WEB_CONNECTIONS`: the maximum of connections of
        each. `WAITING_SHARE_PERCENT`: the share of the waiting places of one address. `OFFLINE_START`: 1 if browsers
        keep the web client for a start without the server, else 0. `TRUSTED_PROXIES`: proxies in front of the server
        whose `X-Forwarded-*` headers are trusted. `LIMIT_CREATE_GAME`, `LIMIT_CREATE_AGENT`, `LIMIT_TAKE_SEAT`,
        `LIMIT_ASK_ADVICE`, `LIMIT_ASK_REVIEW`, `LIMIT_OPEN_STREAM`: rate limits of each client address, such as
        120/minute,3000/day (0: none). `LIMIT_HOUSE_SEATS`: seats of house bots in the unfinished games of each client
        address (0: any number). `LOG_FORMAT`: json, text or quiet. `METRICS_ADDRESS`: an address for `/metrics` alone,
        which is then not public. Raises ConfigError.
        """
        given = {name: text for name, text in environment.items() if text}
        return cls(
            redis_url=given.get("REDIS_URL"),
            host=given.get("HOST", cls.host),
            data_dir=Path(given.get("DATA_DIR", cls.data_dir)),
            bots_key=_key(given.get("BOTS_KEY")),
            limits=_limits(given),
            log_format=_log_format(given.get("LOG_FORMAT", cls.log_format)),
            metrics_address=_metrics_address(given.get("METRICS_ADDRESS")),
            **{name: _integer(given, variable, getattr(cls, name)) for name, variable in _INTEGER_SETTINGS.items()},
        )

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
            raise ConfigError("REDIS_URL is not set: expected the URL of a store, such as redis://localhost:6379/0")
        return self.redis_url


class _Variable(NamedTuple):
    """An environment variable with an integer, and its range."""

    name: str
    minimum: int
    maximum: int


_INTEGER_SETTINGS: Final = {
    "port": _Variable("PORT", 0, MAX_PORT),
    "unstarted_game_ttl_s": _Variable("UNSTARTED_GAME_TTL", 1, MAX_TTL_S),
    "game_ttl_s": _Variable("GAME_TTL", 1, MAX_TTL_S),
    "record_ttl_s": _Variable("RECORD_TTL", 1, MAX_TTL_S),
    "agent_ttl_s": _Variable("AGENT_TTL", 1, MAX_TTL_S),
    "question_ttl_s": _Variable("QUESTION_TTL", 1, MAX_TTL_S),
    "advice_ttl_s": _Variable("ADVICE_TTL", 1, MAX_TTL_S),
    "store_memory_mb": _Variable("STORE_MEMORY_MB", 0, 10**9),
    "creation_share_percent": _Variable("CREATION_SHARE_PERCENT", 1, 100),
    "web_workers": _Variable("WEB_CONCURRENCY", 1, 1024),
    "waiting_share_percent": _Variable("WAITING_SHARE_PERCENT", 1, 100),
    "web_connections": _Variable("WEB_CONNECTIONS", 2, 100_000),
    "trusted_proxies": _Variable("TRUSTED_PROXIES", 0, 100),
    "offline_start": _Variable("OFFLINE_START", 0, 1),
    "house_seats": _Variable("LIMIT_HOUSE_SEATS", 0, 100_000),
}
"""The variables of the settings that are integers, by the name of the setting."""


def _integer(given: Mapping[str, str], variable: _Variable, default: int) -> int:
    name, minimum, maximum = variable
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit() and minimum <= int(text) <= maximum):
        raise ConfigError(f"{name}={text}: expected an integer from {minimum} to {maximum}")
    return int(text)


def _key(text: str | None) -> str | None:
    if text is not None and len(text) < MIN_KEY_CHARS:
        raise ConfigError(f"BOTS_KEY: expected {MIN_KEY_CHARS} characters or more, such as `openssl rand -hex 32`")
    return text


def _log_format(text: str) -> LogFormat:
    try:
        return LogFormat(text)
    except ValueError as error:
        raise ConfigError(f"LOG_FORMAT={text}: expected json, text or quiet") from error


def _metrics_address(text: str | None) -> str | None:
    if text is None:
        return None
    found = _ADDRESS.fullmatch(text)
    if not found or not 1 <= int(found["port"] or 1) <= MAX_PORT:
        expected = "HOST:PORT with a port from 1 to 65535, such as 127.0.0.1:9100, or unix:/PATH"
        raise ConfigError(f"METRICS_ADDRESS={text}: expected {expected}")
    return text


def _limits(given: Mapping[str, str]) -> dict[str, Sequence[RateLimitItem]]:
    """The enabled rate limits by policy."""
    texts = {policy: (name, given.get(name, default)) for policy, (name, default) in RATE_LIMITS.items()}
    return {policy: _parse_limits(name, text) for policy, (name, text) in texts.items() if text != "0"}


def _parse_limits(name: str, text: str) -> Sequence[RateLimitItem]:
    """The limits in a text with commas, the one with the shortest window first."""
    try:
        limits = [] if set(text) & set(";|") else parse_many(text)
    except ValueError:
        limits = []
    if not limits or not all(map(_is_valid, limits)):
        raise ConfigError(
            f"{name}={text}: expected limits such as 120/minute, 1000/2hours or 120/minute,3000/day, or 0 for none"
        )
    return sorted(limits, key=RateLimitItem.get_expiry)


def _is_valid(limit: RateLimitItem) -> bool:
    """Whether the numbers of a limit fit into a header."""
    return 1 <= limit.amount <= MAX_RATE_LIMIT and 1 <= limit.get_expiry() <= MAX_RATE_LIMIT
