"""Options of the commands that play on a server: `play` and `house-bots`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from regicide_arena.bots.registry import HOUSE_BOTS
from regicide_arena.bots.safe_chooser import Fallback
from regicide_arena.commands.options import BOT_HELP, InvalidOptions, argument, count, duration, option, server_option

MAX_GAMES: Final = 64
KEY_VARIABLE: Final = "BOTS_KEY"


class LogStyle(StrEnum):
    """How a log is written."""

    TEXT = "text"
    """Lines for people, on standard error."""
    JSON = "json"
    """A JSON object on each line of standard output: `time`, `agent`, `event`, and the members of the event."""
    QUIET = "quiet"
    """Failures only, as text."""


def _house_bot(text: str) -> str:
    if text not in HOUSE_BOTS:
        raise argparse.ArgumentTypeError(f"invalid house bot {text!r}: expected {', '.join(HOUSE_BOTS)}")
    return text


@dataclass(frozen=True, kw_only=True)
class AgentOptions:
    """What `play` and `house-bots` share."""

    bot_seed: str | None = option(
        "seed from which the bots are made, with game and seat (default: random)", metavar="TEXT"
    )
    server: str = server_option()
    verbose: bool = option("log every action, and the views on which the bot fails")


@dataclass(frozen=True, kw_only=True)
class PlayOptions(AgentOptions):
    """Play on a server as an agent: take every turn in every game of the agent, until Ctrl-C."""

    bot: str = argument(BOT_HELP, "BOT")
    agent: str = option("name of the agent; registered if it is new", metavar="NAME", required=True)
    description: str | None = option(
        "what the agent says about itself in the list of agents, in one line; '' removes it (default: as it is)",
        metavar="TEXT",
    )
    advise: bool | None = option(
        "answer questions for advice, which needs a bot with a method consider(view), and for reviews if it has "
        "review(view, action); a program says so in its greeting; --no-advise says that it does not",
        action=argparse.BooleanOptionalAction,
    )
    """Whether to answer questions, and to say so; None leaves that as it is, and answers none."""
    token_file: Path | None = option(
        "file of the agent's token; the variable REGICIDE_TOKEN takes precedence (default: a file per agent)",
        metavar="FILE",
    )
    on_failure: Fallback = option(
        "when the bot fails: take a random legal action, or leave the turn to the timeout, except in games without "
        "turn_seconds, which have none: there as random",
        "random",
    )
    retries: int = option(
        "further attempts of a bot that fails, before --on-failure applies", 1, type=int, choices=range(10)
    )
    clock: float = duration("seconds per action; a bot that exceeds it is ended, and --on-failure applies", 10)
    games: int = count(
        f"games to play at the same time, each in a process of its own, 1 to {MAX_GAMES}", 4, most=MAX_GAMES
    )
    quiet: bool = option("log failures only")
    json: bool = option("log JSON Lines on standard output")

    def __post_init__(self) -> None:
        """Raises InvalidOptions."""
        if self.quiet and self.json:
            raise InvalidOptions("argument --json: not allowed with argument --quiet")

    @property
    def log(self) -> LogStyle:
        """How the log is written."""
        return LogStyle.QUIET if self.quiet else LogStyle.JSON if self.json else LogStyle.TEXT


@dataclass(frozen=True, kw_only=True)
class HouseBotsOptions(AgentOptions):
    """Play as the server's house bots.

    They authenticate by the key that they share with the server, in the variable BOTS_KEY. Several such processes may
    run at the same time.
    """

    bots: Sequence[str] = argument("which house bots", "BOT", nargs="*", type=_house_bot, default=HOUSE_BOTS)
