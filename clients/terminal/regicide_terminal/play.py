"""`regicide play`: the arguments. The game itself needs the Python client, which not every installation has."""

from __future__ import annotations

import argparse
import os
import re
import sys
from gettext import gettext as _
from typing import TYPE_CHECKING, Final

from regicide_terminal import speaking
from regicide_terminal.saying import say

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name

DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
DEFAULT_BOTS: Final = ("planner-fast", "greedy")
"""Who plays where no bot is named: the first that the server has."""

MOST_PLAYERS: Final = 4

NEEDED: Final = {"regicide_client", "httpx", "attrs", "attr", "rich"}


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = _("play a game against a server: a new one, one that has an open seat, or one where you hold a seat")
    parser = subcommands.add_parser("play", help=_("play in the terminal"), description=about, allow_abbrev=False)
    _add_general(parser)
    _add_new(parser.add_argument_group(_("a new game")))
    _add_others(parser.add_argument_group(_("a game that is there")))
    parser.set_defaults(run=run, fail=parser.error)


def _add_general(parser: argparse.ArgumentParser) -> None:
    speaking.add_to(parser)
    where = _("the server (default: REGICIDE_URL, or {server})").format(server=DEFAULT_SERVER)
    parser.add_argument("--server", metavar="URL", help=where)
    parser.add_argument("--name", default="player", help=_("your name at the table (default: player)"))
    parser.add_argument("--record", metavar="FILE", help=_("save the record there when the game is over"))


def _add_new(group: argparse._ArgumentGroup) -> None:
    seats = group.add_mutually_exclusive_group()
    group.add_argument("--players", type=int, choices=range(1, MOST_PLAYERS + 1), help=_("how many play (default: 2)"))
    group.add_argument("--solo", action="store_true", help=_("the same as --players 1"))
    bots = _("who plays at the other seats (default: {bots}); repeat it to name one for each")
    bots = bots.format(bots=_(" or ").join(DEFAULT_BOTS))
    seats.add_argument("--bot", action="append", metavar="NAME", help=bots)
    seats.add_argument("--open", action="store_true", help=_("leave the other seats open to friends"))
    group.add_argument("--seed", help=_("makes the deal; everybody is told that you chose it"))
    group.add_argument("--first-player", type=int, metavar="SEAT", help=_("the seat that begins; yours is 0"))
    group.add_argument("--turn-seconds", type=int, metavar="N", help=_("the time for each action (default: no end)"))
    over = _("what happens when it is over: the game is lost (forfeit, the default), or a bot ends the turn (bot:NAME)")
    group.add_argument("--on-timeout", type=_on_timeout, metavar="WHAT", help=over)


def _on_timeout(text: str) -> str:
    if text != "forfeit" and not re.fullmatch("bot:.+", text):
        raise argparse.ArgumentTypeError(_("{text!r} is neither forfeit nor bot:NAME").format(text=text))
    return text


def _add_others(group: argparse._ArgumentGroup) -> None:
    games = group.add_mutually_exclusive_group()
    games.add_argument("--join", metavar="GAME_ID", help=_("take an open seat"))
    games.add_argument("--game", metavar="GAME_ID", help=_("go on at a seat that you hold"))
    seat = _("which seat (default: the first open one)")
    group.add_argument("--seat", type=int, choices=range(MOST_PLAYERS), help=seat)
    token = _("with --game: the token is in this file (default: REGICIDE_TOKEN, or what is kept from before)")
    group.add_argument("--token-file", metavar="FILE", help=token)


def run(arguments: argparse.Namespace) -> int:
    """Play; the exit code: 0 when the game is over or left, 1 where something failed, 130 after Ctrl-C."""
    if fault := _fault(arguments):
        arguments.fail(fault)
    try:
        from regicide_terminal.sitting import sit_down  # noqa: PLC0415 - `regicide verify` works without it
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in NEEDED:
            raise
        say(
            _("regicide play needs {package}, which is not installed; {advice}").format(
                package=missing, advice=_("from a copy of the repository: pip install '.[play]' ./clients/python")
            ),
            sys.stderr,
        )
        return 1
    return sit_down(arguments)


def _fault(arguments: argparse.Namespace) -> str | None:
    """What is wrong with arguments that make sense one by one."""
    if arguments.join or arguments.game:
        return _fault_of_old(arguments)
    if arguments.seat is not None or arguments.token_file:
        return _("--seat goes with --join or --game, --token-file with --game")
    if arguments.on_timeout and arguments.turn_seconds is None:
        return _("--on-timeout goes with --turn-seconds")
    return _fault_of_seats(arguments)


def _fault_of_seats(arguments: argparse.Namespace) -> str | None:
    if arguments.solo and arguments.players not in {None, 1}:
        return _("--solo is --players 1")
    others = players_of(arguments) - 1
    if arguments.bot and len(arguments.bot) not in {1, others}:
        return _("there are {count} other seats: name one bot for all of them, or one for each").format(count=others)
    if arguments.bot and not others:
        return _("there are no other seats in a game of one")
    return None


def _fault_of_old(arguments: argparse.Namespace) -> str | None:
    new = ("players", "solo", "bot", "open", "seed", "first_player", "turn_seconds", "on_timeout")
    if given := [name for name in new if getattr(arguments, name) not in (None, False)]:
        return _("{argument} is for a new game").format(argument=f"--{given[0].replace('_', '-')}")
    if arguments.token_file and not arguments.game:
        return _("--token-file goes with --game")
    return None


def players_of(arguments: argparse.Namespace) -> int:
    """How many play in a new game."""
    return 1 if arguments.solo else arguments.players or 2


def server_of(arguments: argparse.Namespace) -> str:
    """The server, unless a kept seat says otherwise."""
    server: str = arguments.server or os.environ.get("REGICIDE_URL") or DEFAULT_SERVER
    return server.rstrip("/")
