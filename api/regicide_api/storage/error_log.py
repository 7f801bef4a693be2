"""The log of store errors: which command failed, and what the store answered.

A line contains neither keys nor values: they may be tokens, seeds or ids of games. An error that many requests meet is
logged once in LOG_INTERVAL_S by each process.
"""

from __future__ import annotations

import logging
import time
from typing import Final

from redis.exceptions import AskError, NoScriptError, RedisError, TryAgainError

LOG_INTERVAL_S: Final = 10.0
MAX_TEXT_CHARS: Final = 200

_EXPECTED: Final = (NoScriptError, AskError, TryAgainError)
"""Answers after which the client sends the command again; a MovedError is an AskError."""

_ARGUMENTS: Final = ", with args beginning with"
"""Before the arguments of the command, in the answer to an unknown one."""

_MAX_ENTRIES: Final = 256

_log: Final = logging.getLogger(__name__)
_logged_at: Final[dict[tuple[str, str], float]] = {}


def log_error(command: str, error: RedisError) -> None:
    """Log the error of a command at level WARNING."""
    if isinstance(error, _EXPECTED):
        return
    text = f"{type(error).__name__}: {_without_arguments(str(error))}"
    now = time.monotonic()
    if now - _logged_at.get((command, text), -LOG_INTERVAL_S) < LOG_INTERVAL_S:
        return
    if len(_logged_at) >= _MAX_ENTRIES:
        _logged_at.clear()
    _logged_at[command, text] = now
    _log.warning("store error in %s: %s", command, text)


def _without_arguments(text: str) -> str:
    return text.partition(_ARGUMENTS)[0].partition("\n")[0][:MAX_TEXT_CHARS]
