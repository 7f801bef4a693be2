"""Reading what a cup is to be: from a file of TOML, from the command line, or from the folder of its results."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from regicide import MalformedSeed, validate_seed
from regicide_arena.cup.plan import Cup, Format, Mix, OnFailure, Stop, agent_of

NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}"
NAME_FAULT: Final = "A name is 1 to 40 of the characters A-Z a-z 0-9 . _ - and begins with a letter or digit."
MOST_DEALS: Final = 1_000_000
LONGEST: Final = 3600
DEALS: Final = 1000
CLOCK: Final = 10.0
ERROR: Final = 0.05


class CannotRead(Exception):
    """What a cup is to be makes no sense; the message says what, where, and what would be right, a line for each."""


class CupSchema(Schema):
    """A cup, as files have it."""

    name = fields.String(validate=validate.Length(1, 100))
    format = fields.Enum(Format, by_value=True, load_default=Format.TEAM)
    mix = fields.Enum(Mix, by_value=True)
    players = fields.List(
        fields.Integer(strict=True, validate=validate.Range(1, 4)),
        validate=validate.Length(min=1, error="Name at least one number of players."),
        load_default=lambda: [1, 2, 3, 4],
    )
    deals = fields.Integer(strict=True, validate=validate.Range(1, MOST_DEALS), load_default=DEALS)
    stop = fields.Enum(Stop, by_value=True, load_default=Stop.DEALS)
    error = fields.Float(validate=validate.Range(0.0001, 0.5), load_default=ERROR)
    clock = fields.Float(validate=validate.Range(0.001, LONGEST), load_default=CLOCK)
    on_failure = fields.Enum(OnFailure, by_value=True, load_default=OnFailure.FORFEIT)
    newcomer = fields.String(allow_none=True, load_default=None)
    entrants = fields.Dict(
        keys=fields.String(validate=validate.Regexp(rf"{NAME}\Z", error=NAME_FAULT)),
        values=fields.String(validate=validate.Length(1, 500)),
        required=True,
        validate=validate.Length(min=1, error="Enter at least one bot."),
    )
    seed = fields.String(load_default=lambda: token_hex(32))

    @validates_schema
    def check(self, cup: dict[str, Any], **_: Any) -> None:
        """Check what makes sense only together.

        Raises ValidationError.
        """
        if faults := dict(_faults(cup)):
            raise ValidationError(faults)

    @post_load
    def make(self, cup: dict[str, Any], **_: Any) -> Cup:
        """A cup of what was read."""
        mix = Mix.PAIRS if cup["format"] is Format.CROSS else Mix.NONE
        return Cup(**{"mix": mix} | cup | {"players": tuple(sorted({*cup["players"]}))})


def read_file(file: Path) -> dict[str, Any]:
    """What a file of TOML says of a cup, whose name is that of the file, if it says no other.

    Raises CannotRead.
    """
    try:
        return {"name": file.stem} | tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRead(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    except (ValueError, RecursionError) as error:  # numbers that are too long, brackets that are too many
        raise CannotRead(f"{file} is no TOML: {error}") from error


def cup_of(said: Mapping[str, Any]) -> Cup:
    """The cup that is described so.

    Raises CannotRead.
    """
    try:
        cup: Cup = CupSchema().load(said)
    except ValidationError as error:
        raise CannotRead("\n".join(_lines(error.messages))) from error
    return cup


def described(cup: Cup) -> dict[str, Any]:
    """The way back from `cup_of`: a cup as JSON has it."""
    described: dict[str, Any] = CupSchema().dump(cup._asdict())
    return described


def _faults(cup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What does not go together: which member, and why."""
    entrants, is_gauntlet = cup["entrants"], cup["format"] is Format.GAUNTLET
    if is_gauntlet and cup["newcomer"] not in entrants:
        yield "newcomer", f"A gauntlet needs the name of the entrant that is new: one of {', '.join(entrants)}."
    if not is_gauntlet and cup["newcomer"] is not None:
        yield "newcomer", "Only a gauntlet has a newcomer."
    if len(entrants) < 2 and cup["stop"] is Stop.DECIDED:
        yield "stop", "With one entrant there is nothing to decide."
    if cup["format"] is Format.TEAM and cup.get("mix", Mix.NONE) is not Mix.NONE:
        yield "mix", "In the format team nobody is mixed: take cross, or gauntlet."
    if cup["format"] is Format.CROSS and cup.get("mix") is Mix.NONE:
        yield "mix", "In the format cross entrants are mixed: pairs, or all."
    if nameless := [name for name, bot in entrants.items() if agent_of(bot) == ""]:
        yield "entrants", f"{nameless[0]}: an agent has a name, as in agent:north-pole."
    try:
        validate_seed(cup["seed"])
    except MalformedSeed as error:
        yield "seed", f"{error}."


def _lines(messages: Any, path: str = "") -> Iterator[str]:
    """A line for each fault: where it is, and what is wrong."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            known = key in {"key", "value"} and path
            yield from _lines(inner, path if known else f"{path}.{key}" if path else str(key))
    else:
        yield f"{path}: {' '.join(map(str, messages if isinstance(messages, list) else [messages]))}"
