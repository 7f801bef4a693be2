"""The options of all commands: fields of dataclasses, from which their arguments are derived."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import Field, dataclass, field, fields
from gettext import gettext as _
from gettext import ngettext
from pathlib import Path
from typing import Any, ClassVar, Final, Self, get_args, get_origin, get_type_hints

from regicide_terminal.i18n import mark_for_translation

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

HELP_VALUES: Final = {
    "server": DEFAULT_SERVER,
    "players": DEFAULT_PLAYERS,
    "agent": DEFAULT_REVIEWER,
    **dict(zip(("bot", "other_bot"), DEFAULT_BOTS, strict=True)),
    **dict(zip(("adviser", "other_adviser"), DEFAULT_ADVISERS, strict=True)),
}
"""The constants in the help of arguments."""


class InvalidOptions(Exception):
    """The arguments exclude each other; the message is one line for the user."""


def option(about: str, default: Any = None, *, flag: str = "", only: str = "", **settings: Any) -> Any:
    """Return a field of options for an argument, `--` and the name of the field unless there is a `flag`.

    `about` is its help in English, in which `{NAME}` stands for a constant of HELP_VALUES. It excludes the arguments
    with the same text as `only`. Further settings go to `ArgumentParser.add_argument`.
    """
    return field(default=default, metadata={"about": about, "flag": flag, "only": only, "settings": settings})


def argument(about: str, metavar: str, default: Any = None, **settings: Any) -> Any:
    """Return a field of options for an argument that is given by its place."""
    return option(about, default, flag=BY_PLACE, metavar=metavar, **settings)


BY_PLACE: Final = "by place"


def add_arguments(parser: argparse.ArgumentParser, options: type[Options]) -> None:
    """Add an argument for each field of options to a parser; those of a class with a `GROUP` are listed below it."""
    kinds = get_type_hints(options)
    places: dict[str, Any] = {"": parser}
    for group, each in _arguments(options):
        about, flag, only, settings = each.metadata.values()
        if group not in places:
            places[group] = parser.add_argument_group(_(group))
        if only and only not in places:
            places[only] = places[group].add_mutually_exclusive_group()
        place = places[only or group]
        settings = _settings(kinds[each.name]) | {"help": _(about).format(**HELP_VALUES)} | settings
        if flag == BY_PLACE:
            place.add_argument(each.name, **settings)
        else:
            place.add_argument(_flag(each), dest=each.name, **settings)


def _arguments(options: type[Options]) -> Iterator[tuple[str, Field[Any]]]:
    """Yield the fields of options that are arguments, each with the `GROUP` of the class that defines it last."""
    for base in reversed(options.__mro__[:-1]):
        for own in (base.__dataclass_fields__[name] for name in base.__annotations__):  # type: ignore[attr-defined] # all are dataclasses
            if own.metadata and own in fields(options):
                yield vars(base).get("GROUP", ""), own


def _flag(each: Field[Any]) -> str:
    return each.metadata["flag"] or f"--{each.name.replace('_', '-')}"


def _settings(hint: Any) -> dict[str, Any]:
    """Return the settings of an argument that follow from the type of its field."""
    if hint is bool:
        return {"action": "store_true"}
    if get_origin(hint) is Sequence:
        return {"action": "append"}
    kinds = {hint, *get_args(hint)}
    return next(({"type": kind} for kind in (int, Path) if kind in kinds), {})


def _on_timeout(value: str) -> str:
    if value != "forfeit" and not re.fullmatch("bot:.+", value):
        raise argparse.ArgumentTypeError(_("invalid value {text!r}: expected forfeit or bot:NAME").format(text=value))
    return value


def _turn_seconds(value: str) -> int:
    if not (value.isascii() and value.isdigit() and MIN_TURN_S <= int(value[:9]) <= MAX_TURN_S):
        form = _("invalid number of seconds {text!r}: expected {least} to {most}")
        raise argparse.ArgumentTypeError(form.format(text=value, least=MIN_TURN_S, most=MAX_TURN_S))
    return int(value)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of one run of a command."""

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


@dataclass(frozen=True, kw_only=True)
class ServerOptions(Options):
    """The options of every command that needs a server."""

    server: str | None = option("the server (default: REGICIDE_URL, or {server})", metavar="URL")

    @property
    def server_url(self) -> str:
        """The URL of the server."""
        return (self.server or os.environ.get(SERVER_VARIABLE) or DEFAULT_SERVER).rstrip("/")


@dataclass(frozen=True, kw_only=True)
class TableOptions(ServerOptions):
    """The options of every command that plays. Without `bots`, the command chooses who has the other seats."""

    name: str | None = option("your name at the table (default: none; others see the number of your seat)")
    record: Path | None = option("save the record there when the game is over", metavar="FILE")
    adviser: str | None = option(
        "the agent that hint asks (default: {adviser}, or {other_adviser} if {adviser} gives no advice)", metavar="NAME"
    )
    bots: Sequence[str] = ()
    seat: int | None = None
    token_file: Path | None = None


@dataclass(frozen=True, kw_only=True)
class NewGameOptions(TableOptions):
    """The options that describe a new game. None stands for the default of the server."""

    GROUP: ClassVar = mark_for_translation("a new game")

    players: int | None = option("the number of players (default: {players})", choices=range(1, MAX_PLAYERS + 1))
    solo: bool = option("the same as --players 1", False)
    bots: Sequence[str] = option(
        "the bot at the other seats (default: {bot}, or {other_bot} if the server has no {bot}); repeat it per seat",
        (),
        flag="--bot",
        only="seats",
        metavar="NAME",
    )
    open: bool = option("leave the other seats open to friends", False, only="seats")
    today: bool = option("today's deal: the same cards for all, solo or by twos", False, only="deal")
    seed: str | None = option(
        "the seed of the deal; all players see that you chose it", flag="--deal-seed", only="deal", metavar="TEXT"
    )
    first_player: int | None = option("the seat that begins; yours is 0", choices=range(MAX_PLAYERS), metavar="SEAT")
    turn_seconds: int | None = option("the time for each action (default: unlimited)", type=_turn_seconds, metavar="N")
    on_timeout: str | None = option(
        "after that time: the game is lost (forfeit, the default), or a bot ends the turn (bot:NAME)",
        type=_on_timeout,
        metavar="WHAT",
    )
    advice: str | None = option(
        "who may ask an agent for advice: none or all (default: all, unless another agent plays)", choices=ADVICE_RULES
    )

    @property
    def seats(self) -> int:
        """The number of seats of a new game."""
        return 1 if self.solo else self.players or DEFAULT_PLAYERS

    @property
    def deal(self) -> str | None:
        """The deal of a new game, as the server names it."""
        return "today" if self.today else None


@dataclass(frozen=True, kw_only=True)
class PlayOptions(NewGameOptions):
    """The options of `regicide play`: `join` or `game` names an existing game; without them, a new one begins."""

    GROUP: ClassVar = mark_for_translation("an existing game")

    join: str | None = option("take an open seat", only="game", metavar="GAME_ID")
    game: str | None = option("continue at a seat that you hold", only="game", metavar="GAME_ID")
    seat: int | None = option("the seat (default: the first open one)", only="seat", choices=range(MAX_PLAYERS))
    all_seats: bool = option("with --game: all seats whose tokens are saved", False, only="seat")
    token_file: Path | None = option(
        "with --game: the file with the token (default: REGICIDE_TOKEN, or the saved token)", metavar="FILE"
    )

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
        for group, each in _arguments(NewGameOptions):
            if group == NewGameOptions.GROUP and getattr(self, each.name) not in (None, False, ()):
                return _("{argument} is for a new game: remove it, or --join and --game").format(argument=_flag(each))
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
        return wrong_number_of_bots(self.bots, others)


def wrong_number_of_bots(bots: Sequence[str], others: int) -> str | None:
    """Return what is wrong if the bots are neither one for all other seats nor one for each of them."""
    if not bots or len(bots) in {1, others}:
        return None
    form = ngettext(
        "invalid number of bots: expected {count} for the other seat",
        "invalid number of bots: expected one for all {count} other seats, or one for each",
        others,
    )
    return form.format(count=others)


@dataclass(frozen=True, kw_only=True)
class StudyOptions(TableOptions):
    """The options of `regicide study`: without `bots`, the player has all seats.

    `source` is a file with a record, or the id of a finished game; `move` the number of actions to begin after. `seat`
    is the player's own; None stands for the seat to act.
    """

    source: str = argument("a file with a record, or the id of a finished game", "RECORD")
    move: int = option("play on after this move: 0 is the deal, 1 the first action", required=True, metavar="N")
    bots: Sequence[str] = option(
        "the bot at the other seats; repeat it per seat (default: you play all seats)", (), flag="--bot", metavar="NAME"
    )
    seat: int | None = option("with --bot: your seat (default: the one to act)", choices=range(MAX_PLAYERS))

    def conflict(self) -> str | None:
        """Return the message about arguments that exclude each other; None if there are none."""
        if self.seat is not None and not self.bots:
            return _("--seat needs --bot: without bots you play all seats")
        return None


@dataclass(frozen=True, kw_only=True)
class ReviewOptions(ServerOptions):
    """The options of `regicide review`; `as_json` prints the review as the server sent it."""

    game: str = argument(
        "the id of a finished game; the record in a file is reviewed by regicide-arena review FILE", "GAME_ID"
    )
    adviser: str = option(
        "the agent that reviews (default: {agent}, as a review needs many searches; planner is stronger)",
        DEFAULT_REVIEWER,
        metavar="NAME",
    )
    as_json: bool = option("print the review as JSON", False, flag="--json")


@dataclass(frozen=True, kw_only=True)
class RulesOptions(ServerOptions):
    """The options of `regicide rules`; an empty section stands for all of them."""

    section: str = argument(
        "the id of a section, or the beginning of its title; all sections without it", "SECTION", "", nargs="?"
    )


@dataclass(frozen=True, kw_only=True)
class RecordOptions(Options):
    """The options of `regicide verify-record`: a file, or `-` for the standard input."""

    file: str = argument(
        "the record, or lines of records, as the server sent them; - for standard input", "RECORD.json"
    )
