"""Tokens of seats and agents on disk: private files in the user's state directory, written atomically."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import platformdirs

TOKEN_VARIABLE: Final = "REGICIDE_TOKEN"  # noqa: S105 - the name of a variable
"""The environment variable with the token to use."""

MAX_TOKEN_CHARS: Final = 999
_TOKEN: Final = re.compile(rf"[!-~]{{1,{MAX_TOKEN_CHARS}}}")


def state_path() -> Path:
    """Return the directory for saved tokens: `regicide` in the platform's directory for state.

    On Linux `$XDG_STATE_HOME` or `~/.local/state` (XDG Base Directory Specification).
    """
    return platformdirs.user_state_path("regicide", appauthor=False)


def check_token(text: str) -> str:
    """Return the token: one word of printable ASCII. Raises ValueError, whose message does not contain the token."""
    if not _TOKEN.fullmatch(text):
        raise ValueError(f"invalid token: expected one word of 1 to {MAX_TOKEN_CHARS} printable ASCII characters")
    return text


def checked_token(text: str | None) -> str | None:
    """Return the token, if there is one. Raises ValueError, as above."""
    return check_token(text) if text else None


def read_token(file: Path) -> str:
    """Return the token in a file; white space around it is ignored. Raises OSError, ValueError."""
    with file.open(encoding="ascii", errors="replace") as stream:
        return check_token(stream.read(MAX_TOKEN_CHARS + 2).strip())


@contextmanager
def write_private(file: Path) -> Iterator[TextIO]:
    """Open a file for writing that only its owner can read; missing directories are created, equally private.

    The content replaces the file when the block ends, and is discarded if the block raises. Raises OSError.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            yield stream
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
