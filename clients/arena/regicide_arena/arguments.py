"""Arguments that several commands have: what reads them, and says what would be right."""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
MOST: Final = 1_000_000
_MOST_WORKERS: Final = 256


def number(what: str, least: int = 1, most: int = MOST) -> Callable[[str], int]:
    """What reads such a number: `what` is what it is in a message, as in `number of games`."""

    def read(text: str) -> int:
        found = _digits(text)
        if found is None or not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no {what} from {least} to {most}")
        return found

    return read


def fraction(what: str, least: float, most: float) -> Callable[[str], float]:
    """What reads a number that need not be whole: `what` is what it is in a message, as in `number of seconds`."""

    def read(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = math.nan
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no {what} from {least:g} to {most:g}")
        return found

    return read


def workers(text: str) -> int:
    """A number of processes that is written out, or auto."""
    if text == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found = _digits(text)
    if found is None or not 1 <= found <= _MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes from 1 to {_MOST_WORKERS}, nor auto")
    return found


def url(text: str) -> str:
    """The URL of a server, without a slash at its end."""
    if not _is_url(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no URL of a server, such as {DEFAULT_SERVER}")
    return text.rstrip("/")


def _is_url(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets without an end, a port beyond all ports
        return False


def _digits(text: str) -> int | None:
    """The number that is written here; one with too many digits to be read is far too large as it is."""
    return int(text[:18]) if text.isascii() and text.isdigit() else None
