"""The options of all commands: their arguments, their defaults, and which of them exclude each other."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from gettext import gettext as _
from pathlib import Path
from typing import Final, Self

SERVER_VARIABLE: Final = "REGICIDE_URL"
DEFAULT_SERVER: Final = "http://127.0.0.1:8000"
DEFAULT_BOTS: Final = ("planner-fast", "greedy")
"""The bots to play with if none is named: the first that the server has."""

DEFAULT_ADVISERS: Final = ("planner", "planner-fast")
"""The agents to ask for advice if none is named: the first that advises."""

ADVICE_RULES: Final = ("none", "all")

DEFAULT_REVIEWER: Final = "planner-fast"

DEFAULT_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
MIN_TURN_S, MAX_TURN_S = 1, 86_400
"""The range of `--turn-seconds`, as the server has it."""

NEW_GAME_ARGUMENTS: Final = {
    "players": "--players",
    "solo": "--solo",
    "bots": "--bot",
    "open": "--open",
    "today": "--today",
    "seed": "--deal-seed",
    "first_player": "--first-player",
    "turn_seconds": "--turn-seconds",
    "on_timeout": "--on-timeout",
    "advice": "--advice",
}
"""The options that describe a new game, which exclude `--join` and `--game`, with their arguments."""


class InvalidOptions(Exception):
    """The arguments exclude each other; the message is one line for the user."""


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """The options of one run of a command: each is the destination of an argument, or has a default."""

    server: str | None = None

    @classmethod
    def from_namespace(cls, parsed: argparse.Namespace) -> Self:
        """Return the options of parsed arguments. Raises InvalidOptions."""
        names = {each.name for each in fields(cls)}
        options = cls(**{name: value for name, value in vars(parsed).items() if name in names and value is not None})
        if conflict := options.conflict():
            raise InvalidOptions(conflict)
        return options

    def conflict(self) -> str | None:
        """Return the message about arguments that exclude each other; None if there are none."""
        return None

    @property
    def server_url(self) -> str:
        """The URL of the server."""
        return (self.server or os.environ.get(SERVER_VARIABLE) or DEFAULT_SERVER).rstrip("/")


@dataclass(frozen=True, kw_only=True)
class TableOptions(ServerOptions):
    """The options of every command that plays. Without `bots`, the command chooses who has the other seats."""

    name: str | None = None
    record: Path | None = None
    adviser: str | None = None
    bots: Sequence[str] = ()
    seat: int | None = None
    token_file: Path | None = None


@dataclass(frozen=True, kw_only=True)
class PlayOptions(TableOptions):
    """The options of `regicide play`.

    `join` or `game` names an existing game; without them the options of NEW_GAME_ARGUMENTS describe a new one. None
    stands for the default of the server.
    """

    players: int | None = None
    solo: bool = False
    open: bool = False
    today: bool = False
    seed: str | None = None
    first_player: int | None = None
    turn_seconds: int | None = None
    on_timeout: str | None = None
    advice: str | None = None
    join: str | None = None
    game: str | None = None
    all_seats: bool = False

    @property
    def seats(self) -> int:
        """The number of seats of a new game."""
        return 1 if self.solo else self.players or DEFAULT_PLAYERS

    @property
    def deal(self) -> str | None:
        """The deal of a new game, as the server names it."""
        return "today" if self.today else None

    def conflict(self) -> str | None:
        """Return the message about arguments that exclude each other; None if there are none."""
        if self.join or self.game:
            return self._existing_game_conflict()
        if self.seat is not None:
            return _("--seat needs --join or --game")
        if self.token_file:
            return _("--token-file needs --game")
        if self.all_seats:
            return _("--all-seats needs --game")
        if self.on_timeout and self.turn_seconds is None:
            return _("--on-timeout needs --turn-seconds")
        return self._seats_conflict()

    def _existing_game_conflict(self) -> str | None:
        for name, argument in NEW_GAME_ARGUMENTS.items():
            if getattr(self, name) not in (None, False, ()):
                return _("{argument} is for a new game: remove it, or --join and --game").format(argument=argument)
        if self.token_file and not self.game:
            return _("--token-file needs --game")
        if self.all_seats and not self.game:
            return _("--all-seats needs --game")
        if self.all_seats and self.token_file:
            return _("--token-file has the token of one seat: remove it, or --all-seats")
        return None

    def _seats_conflict(self) -> str | None:
        if self.solo and self.players not in {None, 1}:
            return _("--solo means --players 1: remove one of them")
        others = self.seats - 1
        if (self.bots or self.open) and not others:
            argument = "--bot" if self.bots else "--open"
            return _("a solo game has no other seats: remove {argument}").format(argument=argument)
        if self.bots and len(self.bots) not in {1, others}:
            form = _("invalid number of bots: expected one for all {count} other seats, or one for each")
            return form.format(count=others)
        return None


@dataclass(frozen=True, kw_only=True)
class StudyOptions(TableOptions):
    """The options of `regicide study`: without `bots`, the player has all seats.

    `source` is a file with a record, or the id of a finished game; `move` the number of actions to begin after. `seat`
    is the player's own; None stands for the seat to act.
    """

    source: str
    move: int

    def conflict(self) -> str | None:
        """Return the message about arguments that exclude each other; None if there are none."""
        if self.seat is not None and not self.bots:
            return _("--seat needs --bot: without bots you play all seats")
        return None


@dataclass(frozen=True, kw_only=True)
class ReviewOptions(ServerOptions):
    """The options of `regicide review`; `as_json` prints the review as the server sent it."""

    game: str
    adviser: str
    as_json: bool


@dataclass(frozen=True, kw_only=True)
class RulesOptions(ServerOptions):
    """The options of `regicide rules`; an empty section stands for all of them."""

    section: str


@dataclass(frozen=True, kw_only=True)
class RecordOptions(ServerOptions):
    """The options of `regicide verify-record`: a file, or `-` for the standard input."""

    file: str


def add_play_arguments(parser: argparse.ArgumentParser) -> None:
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
    seed = _("the seed of the deal; all players see that you chose it")
    deals.add_argument("--deal-seed", dest="seed", metavar="TEXT", help=seed)
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
    seats.add_argument("--bot", dest="bots", action="append", metavar="NAME", help=bots)
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


def add_study_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide study` to its parser."""
    parser.add_argument("source", metavar="RECORD", help=_("a file with a record, or the id of a finished game"))
    move = _("play on after this move: 0 is the deal, 1 the first action")
    parser.add_argument("--move", type=int, required=True, metavar="N", help=move)
    bots = _("the bot at the other seats; repeat it per seat (default: you play all seats)")
    parser.add_argument("--bot", dest="bots", action="append", metavar="NAME", help=bots)
    seat = _("with --bot: your seat (default: the one to act)")
    parser.add_argument("--seat", type=int, choices=range(MAX_PLAYERS), help=seat)
    add_table_arguments(parser)


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide review` to its parser."""
    game = _("the id of a finished game; the record in a file is reviewed by regicide-arena review FILE")
    parser.add_argument("game", metavar="GAME_ID", help=game)
    add_server_argument(parser)
    adviser = _("the agent that reviews (default: {agent}, as a review needs many searches; planner is stronger)")
    about = adviser.format(agent=DEFAULT_REVIEWER)
    parser.add_argument("--adviser", default=DEFAULT_REVIEWER, metavar="NAME", help=about)
    parser.add_argument("--json", dest="as_json", action="store_true", help=_("print the review as JSON"))


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide rules` to its parser."""
    about = _("the id of a section, or the beginning of its title; all sections without it")
    parser.add_argument("section", metavar="SECTION", nargs="?", default="", help=about)
    add_server_argument(parser)


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide verify-record` to its parser."""
    about = _("the record, or lines of records, as the server sent them; - for standard input")
    parser.add_argument("file", metavar="RECORD.json", help=about)
