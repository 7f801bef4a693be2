"""Output of text that others wrote: sanitized, bounded, in the terminal's encoding."""

from __future__ import annotations

import os
import sys
from typing import Final, TextIO

EXIT_UNUSABLE: Final = 2
"""The exit code of a command that cannot run: invalid arguments, a missing file or package, no server."""

EXIT_BROKEN_PIPE: Final = 1
"""The exit code of a command whose output is closed before its end; rich's console has the same."""

MAX_LINE_CHARS: Final = 1000
MAX_QUOTE_CHARS: Final = 200
"""The usual limit of a quoted text; the server's sentences are shorter."""


class UserError(Exception):
    """The command cannot go on; the message is one line for the user."""


def print_line(line: str, stream: TextIO, max_chars: int = MAX_LINE_CHARS) -> None:
    """Print a text as one line; control characters and characters outside the encoding are escaped."""
    escaped = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    escaped = escaped if len(escaped) <= max_chars else f"{escaped[:max_chars]} …"
    encoding = stream.encoding or "utf-8"
    print(escaped.encode(encoding, "backslashreplace").decode(encoding), file=stream)


def discard_output() -> None:
    """Discard what is still to be written to the standard output, because its reader has closed it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def sanitize(text: object, max_length: int = MAX_QUOTE_CHARS) -> str:
    """Return an untrusted text as one line without control sequences, cut to a length."""
    printable = "".join(c if c.isprintable() else "?" for c in str(text))
    return printable if len(printable) <= max_length else f"{printable[: max_length - 1]}…"
