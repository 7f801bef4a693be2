"""The list of the named bots, with a summary of each."""

from __future__ import annotations

import sys

from regicide_arena.bots.registry import BotNotFound, find_bot, named_bots
from regicide_arena.runtime.console import output_to_stderr


def print_bots() -> int:
    """Print the name, the summary and the location of each named bot; return the exit code."""
    bots = named_bots()
    width = max(map(len, bots))
    for name, location in bots.items():
        with output_to_stderr():
            summary = _summary(name)
        sys.stdout.write(f"{name:{width}}  {summary} ({location})\n")
    return 0


def _summary(name: str) -> str:
    """Return the summary of a bot, or the first line of the reason why it cannot be loaded."""
    try:
        return find_bot(name).summary
    except BotNotFound as error:
        return str(error).partition("\n")[0]
