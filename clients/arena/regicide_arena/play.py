"""`regicide-arena play` and `regicide-arena house`: the arguments."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Final

from regicide_arena.arguments import DEFAULT_SERVER, url
from regicide_arena.catalogue import HOUSE
from regicide_arena.needing import started
from regicide_arena.saying import complain

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

KEY: Final = "BOTS_KEY"


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommands."""
    _add_play(subcommands)
    _add_house(subcommands)


def _add_play(subcommands: Subcommands) -> None:
    about = "play on a server as an agent: every turn in every game, until Ctrl-C"
    parser = subcommands.add_parser("play", help="let a bot play on a server", description=about, allow_abbrev=False)
    parser.add_argument("bot", metavar="BOT", help="a bot's name, file.py:function or package.module:function")
    parser.add_argument("--agent", metavar="NAME", required=True, help="who plays; registered if it is new")
    parser.add_argument("--token-file", metavar="FILE", help="where its token is kept (or REGICIDE_TOKEN)")
    failing = "for a turn that the bot fails at: a random legal action, or leave it to the clock (default: random)"
    parser.add_argument("--on-error", choices=["random", "leave"], default="random", help=failing)
    parser.add_argument("--retries", type=int, choices=range(10), default=1, help="first ask it again (default: once)")
    _add_general(parser)
    parser.set_defaults(run=_play)


def _add_house(subcommands: Subcommands) -> None:
    about = f"play as bots of the house, which the server knows by {KEY}; several such processes do no harm"
    parser = subcommands.add_parser("house", help="run the house bots", description=about, allow_abbrev=False)
    parser.add_argument("bots", metavar="BOT", nargs="*", help=f"which (default: {' '.join(HOUSE)})")
    _add_general(parser)
    parser.set_defaults(run=_house, fail=parser.error)


def _add_general(parser: argparse.ArgumentParser) -> None:
    chance = "what bots that leave things to chance are made from, with game and seat (default: a new one each time)"
    parser.add_argument("--seed", metavar="TEXT", help=chance)
    where = f"the server (default: SERVER_URL, or {DEFAULT_SERVER})"
    default = os.environ.get("SERVER_URL") or DEFAULT_SERVER
    parser.add_argument("--server", metavar="URL", type=url, default=default, help=where)
    parser.add_argument("--verbose", action="store_true", help="tell of every action")


def _play(arguments: argparse.Namespace) -> int:
    def start() -> int:
        from regicide_arena.hosting import play  # noqa: PLC0415 - `regicide-arena bots` works without it

        return play(arguments)

    return started(start, "to play on a server")


def _house(arguments: argparse.Namespace) -> int:
    key = os.environ.get(KEY)
    if not key:
        complain(f"{KEY} is not set: it has to be the same as that of the server")
        return 1
    arguments.bots = arguments.bots or HOUSE
    if strange := sorted({*arguments.bots} - {*HOUSE}):
        arguments.fail(f"no bot of the house: {', '.join(strange)}; there are {', '.join(HOUSE)}")

    def start() -> int:
        from regicide_arena.hosting import house  # noqa: PLC0415 - as above

        return house(arguments, key)

    return started(start, "to play on a server")
