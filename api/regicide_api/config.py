"""The settings, all from environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from limits import RateLimitItem, parse

DAY: Final = 24 * 60 * 60

LIMITS: Final = {
    "create-game": ("LIMIT_CREATE_GAME", "120/minute"),
    "create-agent": ("LIMIT_CREATE_AGENT", "20/minute"),
    "open-stream": ("LIMIT_OPEN_STREAM", "600/minute"),
}
"""The rate limits: each policy's variable, and its default."""

SHORTEST_KEY: Final = 32

MOST: Final = 10**9
"""What no limit has to go beyond, in requests or in seconds."""


class BadSetting(ValueError):
    """A setting that cannot be used; the message names the variable and what would be right."""


class LogFormat(StrEnum):
    """How the log is written: as JSON, as text, or only faults and warnings, as text."""

    JSON = "json"
    TEXT = "text"
    QUIET = "quiet"

    @property
    def level(self) -> str:
        """What is told, at least."""
        return "warning" if self is LogFormat.QUIET else "info"


@dataclass(frozen=True)
class Settings:
    """Where the server listens, where it keeps its games, and for how long."""

    redis_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("regicide-data")
    game_ttl: int = 30 * DAY
    record_ttl: int = 365 * DAY
    agent_ttl: int = 365 * DAY
    bots_key: str | None = None
    web_workers: int = 2
    web_threads: int = 1024
    trusted_proxies: int = 0
    log_format: LogFormat = LogFormat.JSON
    limits: Mapping[str, RateLimitItem] = field(default_factory=lambda: _limits({}))

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Settings:
        """The settings of an environment; an empty variable counts as unset.

        `REDIS_URL`: the store; `HOST`, `PORT` (0 for any free one): where to listen; `DATA_DIR`: where the embedded
        store keeps its files; `GAME_TTL`, `RECORD_TTL`: how many seconds a game lives after its last action, and its
        record after its end; `AGENT_TTL`: the same of an agent after it was last seen; `BOTS_KEY`: the secret that the
        house bots are known by; `WEB_CONCURRENCY`, `WEB_THREADS`: worker processes, and the most threads of each (they
        are started when they are needed); `TRUSTED_PROXIES`: how many proxies stand before the server, whose
        word on the client's address counts; `LIMIT_CREATE_GAME`: how many games an address may create, as in 120/minute
        (0 for any number); `LOG_FORMAT`: json, text, or quiet. Raises BadSetting.
        """
        given = {name: text for name, text in environment.items() if text}
        return cls(
            redis_url=given.get("REDIS_URL"),
            host=given.get("HOST", cls.host),
            port=_number(given, "PORT", cls.port, 0, 65535),
            data_dir=Path(given.get("DATA_DIR", cls.data_dir)),
            game_ttl=_number(given, "GAME_TTL", cls.game_ttl, 1, 10 * 365 * DAY),
            record_ttl=_number(given, "RECORD_TTL", cls.record_ttl, 1, 10 * 365 * DAY),
            agent_ttl=_number(given, "AGENT_TTL", cls.agent_ttl, 1, 10 * 365 * DAY),
            bots_key=_key(given.get("BOTS_KEY")),
            web_workers=_number(given, "WEB_CONCURRENCY", cls.web_workers, 1, 1024),
            web_threads=_number(given, "WEB_THREADS", cls.web_threads, 1, 10_000),
            trusted_proxies=_number(given, "TRUSTED_PROXIES", cls.trusted_proxies, 0, 100),
            limits=_limits(given),
            log_format=_log_format(given.get("LOG_FORMAT", cls.log_format)),
        )

    @property
    def most_waiting(self) -> int:
        """How many clients may wait for news in one process: so many that threads are left for those who act."""
        return self.web_threads * 7 // 8

    def required_redis_url(self) -> str:
        """The URL of the store, for processes that are not to choose one by themselves.

        Raises BadSetting where there is none, rather than keep games where they would be forgotten.
        """
        if self.redis_url is None:
            raise BadSetting("REDIS_URL is not set: say where games are kept, as in REDIS_URL=redis://localhost:6379/0")
        return self.redis_url


def _number(given: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise BadSetting(f"{name}={text}: a whole number from {least} to {most} is needed")
    return int(text)


def _key(text: str | None) -> str | None:
    if text is not None and len(text) < SHORTEST_KEY:
        raise BadSetting(f"BOTS_KEY: {SHORTEST_KEY} characters or more are needed, best from `openssl rand -hex 32`")
    return text


def _log_format(text: str) -> LogFormat:
    try:
        return LogFormat(text)
    except ValueError as error:
        raise BadSetting(f"LOG_FORMAT={text}: json, text or quiet is needed") from error


def _limits(given: Mapping[str, str]) -> dict[str, RateLimitItem]:
    """The rate limits that are not turned off, by their policies."""
    texts = {policy: (name, given.get(name, default)) for policy, (name, default) in LIMITS.items()}
    return {policy: _limit(name, text) for policy, (name, text) in texts.items() if text != "0"}


def _limit(name: str, text: str) -> RateLimitItem:
    try:
        limit = parse(text)
    except ValueError:
        limit = None
    if limit is None or not _usable(text, limit):
        raise BadSetting(f"{name}={text}: a limit as in 120/minute, 1000/2hours or 5000/day is needed, or 0 for none")
    return limit


def _usable(text: str, limit: RateLimitItem) -> bool:
    """Whether this is one limit that allows something, in numbers that a header can hold."""
    return not set(text) & set(",;|") and 1 <= limit.amount <= MOST and 1 <= limit.get_expiry() <= MOST
