"""Bots: their interface, how they are found, loaded and called safely, and the built-in ones."""

import re
from typing import Final

EXEC_PREFIX: Final = "exec:"
"""Prefix of a bot that is a program; its command line follows, in the quoting of a shell."""
_OPTIONS: Final = re.compile(r"(?:,[^\s,='\"]+=[^\s,'\"]*)+\Z")
"""The options at the end of the text of a bot. In a command line, quotation marks keep an argument like them."""


def split_options(bot: str) -> tuple[str, dict[str, str]]:
    """Return the text of a bot without its options, and their values: `planner,rollouts=100` has one."""
    found = _OPTIONS.search(bot)
    options = found[0][1:].split(",") if found else ()
    return _OPTIONS.sub("", bot), dict(each.split("=", 1) for each in options)
