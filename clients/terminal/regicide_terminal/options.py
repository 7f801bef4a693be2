"""The options of `regicide play`: their arguments, their defaults, and which of them exclude each other."""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass
from gettext import gettext as _
from pathlib import Path
from typing import Final

from regicide.rulebook import FULL_HAND

SERVER_VARIABLE: Final = "REGICIDE_URL"
DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
DEFAULT_BOTS: Final = ("planner-fast", "greedy")
"""The bots to play with if none is named: the first that the server has."""

DEFAULT_ADVISERS: Final = ("planner", "planner-fast")
"""The agents to ask for advice if none is named: the first that advises."""

ADVICE_RULES: Final = ("none", "all")

DEFAULT_PLAYERS: Final = 2
MAX_PLAYERS: Final = max(FULL_HAND)
MIN_TURN_S, MAX_TURN_S = 1, 86_400
"""The range of `--turn-seconds`, as the server has it."""

NEW_GAME_ARGUMENTS: Final = (
    "players",
    "solo",
    "bot",
    "open",
    "today",
    "deal_seed",
    "first_player",
    "turn_seconds",
    "on_timeout",
    "advice",
)
"""The arguments that describe a new game, which exclude `--join` and `--game`."""


class InvalidOptions(Exception):
    """The arguments exclude each other; the message is one line for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of one run.

    `join` or `game` names an existing game; without them the options from `players` to `advice` describe a new one.
    None stands for the default of the server.
    """

    server: str | None
    name: str | None
    record: Path | None
    adviser: str | None
    players: int
    bots: tuple[str, ...]
    open: bool
    deal: str | None
    seed: str | None
    first_player: int | None
    turn_seconds: int | None
    on_timeout: str | None
    advice: str | None
    join: str | None
    game: str | None
    seat: int | None
    all_seats: bool
    token_file: Path | None

    @classmethod
    def from_namespace(cls, parsed: argparse.Namespace) -> PlayOptions:
        """Return the options of parsed arguments. Raises InvalidOptions."""
        if conflict := _conflict(parsed):
            raise InvalidOptions(conflict)
        return cls(
            server=parsed.server,
            name=parsed.name,
            record=parsed.record,
            adviser=parsed.adviser,
            players=_players(parsed),
            bots=tuple(parsed.bot or ()),
            open=parsed.open,
            deal="today" if parsed.today else None,
            seed=parsed.deal_seed,
            first_player=parsed.first_player,
            turn_seconds=parsed.turn_seconds,
            on_timeout=parsed.on_timeout,
            advice=parsed.advice,
            join=parsed.join,
            game=parsed.game,
            seat=parsed.seat,
            all_seats=parsed.all_seats,
            token_file=parsed.token_file,
        )

    @property
    def server_url(self) -> str:
        """The URL of the server."""
        return server_url(self.server)


def server_url(server: str | None) -> str:
    """Return the URL of the server: that of `--server`, of REGICIDE_URL, or the default."""
    return (server or os.environ.get(SERVER_VARIABLE) or DEFAULT_SERVER).rstrip("/")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide play` to its parser."""
    add_table_arguments(parser)
    _add_new_game(parser.add_argument_group(_("a new game")))
    _add_existing_game(parser.add_argument_group(_("an existing game")))


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of every command that plays: the server, the name, the record, the adviser."""
    add_server_argument(parser)
    parser.add_argument("--name", help=_("your name at the table (default: none; others see the number of your seat)"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=_("save the record there when the game is over"))
    adviser = _("the agent that hint asks (default: {first}, or {second} if {first} gives no advice)")
    first, second = DEFAULT_ADVISERS
    parser.add_argument("--adviser", metavar="NAME", help=adviser.format(first=first, second=second))


def add_server_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--server` to a parser."""
    where = _("the server (default: REGICIDE_URL, or {server})").format(server=DEFAULT_SERVER)
    parser.add_argument("--server", metavar="URL", help=where)


def _add_new_game(group: argparse._ArgumentGroup) -> None:
    _add_seats(group)
    deals = group.add_mutually_exclusive_group()
    deals.add_argument("--today", action="store_true", help=_("today's deal: the same cards for all, solo or by twos"))
    deals.add_argument("--deal-seed", metavar="TEXT", help=_("the seed of the deal; all players see that you chose it"))
    first = _("the seat that begins; yours is 0")
    group.add_argument("--first-player", type=int, choices=range(MAX_PLAYERS), metavar="SEAT", help=first)
    seconds = _("the time for each action (default: unlimited)")
    group.add_argument("--turn-seconds", type=_turn_seconds, metavar="N", help=seconds)
    timeout = _("after that time: the game is lost (forfeit, the default), or a bot ends the turn (bot:NAME)")
    group.add_argument("--on-timeout", type=_on_timeout, metavar="WHAT", help=timeout)

    advice = _("who may ask an agent for advice: none or all (default: all, unless another agent plays)")
    group.add_argument("--advice", choices=ADVICE_RULES, help=advice)


def _add_seats(group: argparse._ArgumentGroup) -> None:
    seats = group.add_mutually_exclusive_group()
    players = _("the number of players (default: {players})").format(players=DEFAULT_PLAYERS)
    group.add_argument("--players", type=int, choices=range(1, MAX_PLAYERS + 1), help=players)
    group.add_argument("--solo", action="store_true", help=_("the same as --players 1"))
    bots = _(
        "the bot at the other seats (default: {first}, or {second} if the server has no {first}); repeat it per seat"
    )
    first, second = DEFAULT_BOTS
    bots = bots.format(first=first, second=second)
    seats.add_argument("--bot", action="append", metavar="NAME", help=bots)
    seats.add_argument("--open", action="store_true", help=_("leave the other seats open to friends"))


def _on_timeout(value: str) -> str:
    if value != "forfeit" and not re.fullmatch("bot:.+", value):
        raise argparse.ArgumentTypeError(_("invalid value {text!r}: expected forfeit or bot:NAME").format(text=value))
    return value


def _turn_seconds(value: str) -> int:
    if not (value.isascii() and value.isdigit() and MIN_TURN_S <= int(value[:9]) <= MAX_TURN_S):
        form = _("invalid number of seconds {text!r}: expected {least} to {most}")
        raise argparse.ArgumentTypeError(form.format(text=value, least=MIN_TURN_S, most=MAX_TURN_S))
    return int(value)


def _add_existing_game(group: argparse._ArgumentGroup) -> None:
    games = group.add_mutually_exclusive_group()
    games.add_argument("--join", metavar="GAME_ID", help=_("take an open seat"))
    games.add_argument("--game", metavar="GAME_ID", help=_("continue at a seat that you hold"))
    seats = group.add_mutually_exclusive_group()
    seat = _("the seat (default: the first open one)")
    seats.add_argument("--seat", type=int, choices=range(MAX_PLAYERS), help=seat)
    all_seats = _("with --game: all seats whose tokens are saved")
    seats.add_argument("--all-seats", action="store_true", help=all_seats)
    token = _("with --game: the file with the token (default: REGICIDE_TOKEN, or the saved token)")
    group.add_argument("--token-file", type=Path, metavar="FILE", help=token)


def _players(parsed: argparse.Namespace) -> int:
    return 1 if parsed.solo else parsed.players or DEFAULT_PLAYERS


def _conflict(parsed: argparse.Namespace) -> str | None:
    """Return the message about arguments that exclude each other; None if there are none."""
    if parsed.join or parsed.game:
        return _existing_game_conflict(parsed)
    if parsed.seat is not None:
        return _("--seat needs --join or --game")
    if parsed.token_file:
        return _("--token-file needs --game")
    if parsed.all_seats:
        return _("--all-seats needs --game")
    if parsed.on_timeout and parsed.turn_seconds is None:
        return _("--on-timeout needs --turn-seconds")
    return _seats_conflict(parsed)


def _existing_game_conflict(parsed: argparse.Namespace) -> str | None:
    if given := [name for name in NEW_GAME_ARGUMENTS if getattr(parsed, name) not in (None, False)]:
        argument = f"--{given[0].replace('_', '-')}"
        return _("{argument} is for a new game: remove it, or --join and --game").format(argument=argument)
    if parsed.token_file and not parsed.game:
        return _("--token-file needs --game")
    if parsed.all_seats and not parsed.game:
        return _("--all-seats needs --game")
    if parsed.all_seats and parsed.token_file:
        return _("--token-file has the token of one seat: remove it, or --all-seats")
    return None


def _seats_conflict(parsed: argparse.Namespace) -> str | None:
    if parsed.solo and parsed.players not in {None, 1}:
        return _("--solo means --players 1: remove one of them")
    others = _players(parsed) - 1
    if (parsed.bot or parsed.open) and not others:
        return _("a solo game has no other seats: remove {argument}").format(
            argument="--bot" if parsed.bot else "--open"
        )
    if parsed.bot and len(parsed.bot) not in {1, others}:
        return _("invalid number of bots: expected one for all {count} other seats, or one for each").format(
            count=others
        )
    return None
