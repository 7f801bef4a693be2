"""The bots of a cup: found once in each process, and the same everywhere, or not at all."""

from __future__ import annotations

import inspect
import socket
import sys
from contextlib import redirect_stdout
from functools import cache
from hashlib import sha256
from pathlib import Path

from regicide_arena.bots.bot_factory import BotFactory
from regicide_arena.bots.registry import find_bot
from regicide_arena.cup.faults import AnotherBot
from regicide_arena.cup.plan import agent_of


@cache
def entry_of(bot: str, folder: str, code: str | None = None) -> BotFactory:
    """What an entrant is made from; its file is looked for from the folder on, and has to hold this code.

    Raises NoSuchBot and AnotherBot.
    """
    with redirect_stdout(sys.stderr):  # what it prints while it is loaded is no part of our answer
        entry = find_bot(bot, Path(folder))
    if code is not None and code != code_of(entry):
        raise AnotherBot(f"the code of {bot} on {socket.gethostname()} is not that with which it entered this cup")
    return entry


def code_of(entry: BotFactory) -> str | None:
    """SHA-256 of the file that a bot is written in; None where there is none. What it imports is not looked at."""
    try:
        file = inspect.getsourcefile(inspect.unwrap(entry.target))
    except TypeError:  # a thing that can be called: its class has the file
        file = inspect.getsourcefile(type(entry.target))
    return sha256(Path(file).read_bytes()).hexdigest() if file else None


def codes(entrants: dict[str, str], folder: str) -> dict[str, str | None]:
    """The code of every entrant; None for an agent, which is at home elsewhere.

    Raises NoSuchBot.
    """
    return {name: None if agent_of(bot) else code_of(entry_of(bot, folder)) for name, bot in entrants.items()}
