"""The bots of the entrants: loaded once per process, and checked to be the same code everywhere."""

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
from regicide_arena.tournament.errors import ChangedBot
from regicide_arena.tournament.model import agent_name


@cache
def load_entrant(bot: str, folder: str, code_hash: str | None = None) -> BotFactory:
    """Load an entrant's bot; file names are relative to the folder. With a hash, its source file must match.

    Raises BotNotFound and ChangedBot.
    """
    with redirect_stdout(sys.stderr):  # output of a bot while it is imported does not belong to the results
        factory = find_bot(bot, Path(folder))
    if code_hash is not None and code_hash != hash_code(factory):
        raise ChangedBot(f"the code of {bot} on {socket.gethostname()} differs from the code that was entered")
    return factory


def hash_code(factory: BotFactory) -> str | None:
    """Return the SHA-256 of a bot's source file; None without one. Its imports are not covered."""
    try:
        file = inspect.getsourcefile(inspect.unwrap(factory.target))
    except TypeError:  # a callable object: its class has the file
        file = inspect.getsourcefile(type(factory.target))
    return sha256(Path(file).read_bytes()).hexdigest() if file else None


def hash_entrants(entrants: dict[str, str], folder: str) -> dict[str, str | None]:
    """Return the code hash of every entrant; None for an agent, which runs elsewhere.

    Raises BotNotFound.
    """
    return {name: None if agent_name(bot) else hash_code(load_entrant(bot, folder)) for name, bot in entrants.items()}
