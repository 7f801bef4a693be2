"""The settings of the server, all from environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from limits import RateLimitItem, parse

DAY_S: Final = 24 * 60 * 60

RATE_LIMITS: Final = {
    "create-game": ("LIMIT_CREATE_GAME", "120/minute"),
    "create-agent": ("LIMIT_CREATE_AGENT", "20/minute"),
    "open-stream": ("LIMIT_OPEN_STREAM", "600/minute"),
}
"""The variable of each rate limit policy, and its default."""

MIN_KEY_CHARS: Final = 32

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
    """The settings. Times to live are seconds; `limits` are the enabled rate limits by policy."""

    redis_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("regicide-data")
    game_ttl: int = 30 * DAY_S
    record_ttl: int = 365 * DAY_S
    agent_ttl: int = 365 * DAY_S
    bots_key: str | None = None
    web_workers: int = 2
    web_threads: int = 1024
    trusted_proxies: int = 0
    house_seats: int = 64
    log_format: LogFormat = LogFormat.JSON
    limits: Mapping[str, RateLimitItem] = field(default_factory=lambda: _limits({}))

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings from environment variables; an empty variable counts as unset.

        `REDIS_URL`: the store. `HOST`, `PORT` (0: any free port): the address to listen on. `DATA_DIR`: the directory
        of the embedded store. `GAME_TTL`, `RECORD_TTL`, `AGENT_TTL`: lifetimes in seconds of a game after its last
        action, of a record after the game's end, of an agent after its last request; see `effective_agent_ttl`.
        `BOTS_KEY`: the house key. `WEB_CONCURRENCY`: worker processes. `WEB_THREADS`: the maximum of threads in each,
        started on demand.
        `TRUSTED_PROXIES`: proxies in front of the server whose `X-Forwarded-*` headers are trusted.
        `LIMIT_CREATE_GAME`, `LIMIT_CREATE_AGENT`, `LIMIT_OPEN_STREAM`: rate limits of each client address, such as
        120/minute (0: none). `LIMIT_HOUSE_SEATS`: seats of house bots in the unfinished games of each client address
        (0: any number). `LOG_FORMAT`: json, text or quiet. Raises ConfigError.
        """
        given = {name: text for name, text in environment.items() if text}
        return cls(
            redis_url=given.get("REDIS_URL"),
            host=given.get("HOST", cls.host),
            port=_integer(given, "PORT", cls.port, 0, 65535),
            data_dir=Path(given.get("DATA_DIR", cls.data_dir)),
            game_ttl=_integer(given, "GAME_TTL", cls.game_ttl, 1, 10 * 365 * DAY_S),
            record_ttl=_integer(given, "RECORD_TTL", cls.record_ttl, 1, 10 * 365 * DAY_S),
            agent_ttl=_integer(given, "AGENT_TTL", cls.agent_ttl, 1, 10 * 365 * DAY_S),
            bots_key=_key(given.get("BOTS_KEY")),
            web_workers=_integer(given, "WEB_CONCURRENCY", cls.web_workers, 1, 1024),
            web_threads=_integer(given, "WEB_THREADS", cls.web_threads, 1, 10_000),
            trusted_proxies=_integer(given, "TRUSTED_PROXIES", cls.trusted_proxies, 0, 100),
            house_seats=_integer(given, "LIMIT_HOUSE_SEATS", cls.house_seats, 0, 100_000),
            limits=_limits(given),
            log_format=_log_format(given.get("LOG_FORMAT", cls.log_format)),
        )

    @property
    def effective_agent_ttl(self) -> int:
        """The lifetime of an agent in seconds: at least that of the games and records in which it has a seat."""
        return max(self.agent_ttl, self.game_ttl, self.record_ttl)

    @property
    def max_subscriptions(self) -> int:
        """The maximum of long polls and streams in one process, which leaves threads for other requests."""
        return self.web_threads * 7 // 8

    def require_redis_url(self) -> str:
        """The URL of the store.

        Raises ConfigError if it is not set: a default would lose games.
        """
        if self.redis_url is None:
            raise ConfigError("REDIS_URL is not set: expected the URL of a store, such as redis://localhost:6379/0")
        return self.redis_url


def _integer(given: Mapping[str, str], name: str, default: int, minimum: int, maximum: int) -> int:
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


def _limits(given: Mapping[str, str]) -> dict[str, RateLimitItem]:
    """The enabled rate limits by policy."""
    texts = {policy: (name, given.get(name, default)) for policy, (name, default) in RATE_LIMITS.items()}
    return {policy: _limit(name, text) for policy, (name, text) in texts.items() if text != "0"}


def _limit(name: str, text: str) -> RateLimitItem:
    try:
        limit = parse(text)
    except ValueError:
        limit = None
    if limit is None or not _is_valid(text, limit):
        raise ConfigError(f"{name}={text}: expected a limit such as 120/minute, 1000/2hours or 5000/day, or 0 for none")
    return limit


def _is_valid(text: str, limit: RateLimitItem) -> bool:
    """Whether the text is a single limit, with numbers that fit into a header."""
    return (
        not set(text) & set(",;|") and 1 <= limit.amount <= MAX_RATE_LIMIT and 1 <= limit.get_expiry() <= MAX_RATE_LIMIT
    )
