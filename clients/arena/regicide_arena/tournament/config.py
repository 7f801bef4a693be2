"""Configuration of a tournament: read from TOML and command-line options, checked by a marshmallow schema.

TOML and options give `error` and `margin` in percent; `cup.json` in the results folder stores them as shares.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, cast

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from regicide import MalformedSeed, RegicideError, validate_seed
from regicide_arena.commands.options import MAX_CLOCK_S, MAX_COUNT
from regicide_arena.runtime.json_files import open_json, parse_json, read_lines
from regicide_arena.runtime.messages import closest
from regicide_arena.tournament.errors import InvalidConfig
from regicide_arena.tournament.model import Deal, Format, Mix, OnFailure, Stop, Tournament, agent_name
from regicide_arena.tournament.schedule import start_of

NAME_PATTERN: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}"
NAME_RULE: Final = "A name has 1 to 40 of the characters A-Z a-z 0-9 . _ - and begins with a letter or digit."
EXPECTED_ENTRANTS: Final = (
    "expected --entrant [NAME=]BOT, a configuration file, or the folder of a tournament to resume"
)
DEFAULT_DEALS: Final = 1000
DEFAULT_CLOCK_S: Final = 10.0
DEFAULT_ERROR: Final = 0.05
DEFAULT_DISQUALIFY_AFTER: Final = 8
ERROR_RANGE: Final = (0.001, 0.2)
"""Shares that users may choose; 0.1% to 20%."""
MARGIN_RANGE: Final = (0.001, 0.5)
"""Shares that users may choose; 0.1 to 50 percentage points."""


class Percent(fields.Float):
    """A percentage on the outside, a share on the inside."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> float:
        percent: float = super()._deserialize(value, attr, data, **options)
        return percent / 100


class DealSchema(Schema):
    """A chosen deal."""

    seed = fields.String(required=True)
    first_player = fields.Integer(strict=True, required=True)
    opening = fields.List(fields.String(), required=True)

    @post_load
    def make(self, deal: dict[str, Any], **_: Any) -> Deal:
        """Build the deal."""
        return Deal(deal["seed"], deal["first_player"], tuple(deal["opening"]))


class StoredSchema(Schema):
    """A tournament as `cup.json` stores it."""

    name = fields.String(required=True, validate=validate.Length(1, 100))
    format = fields.Enum(Format, by_value=True, load_default=Format.TEAM)
    mix = fields.Enum(Mix, by_value=True)
    players = fields.List(
        fields.Integer(strict=True, validate=validate.Range(1, 4)),
        validate=validate.Length(min=1, error="Give at least one number of players."),
        load_default=lambda: [1, 2, 3, 4],
    )
    deals = fields.Integer(strict=True, validate=validate.Range(1, MAX_COUNT), load_default=DEFAULT_DEALS)
    stop = fields.Enum(Stop, by_value=True, load_default=Stop.DEALS)
    error = fields.Float(validate=validate.Range(*ERROR_RANGE), load_default=DEFAULT_ERROR)
    margin = fields.Float(validate=validate.Range(*MARGIN_RANGE), allow_none=True, load_default=None)
    clock = fields.Float(validate=validate.Range(0.001, MAX_CLOCK_S), load_default=DEFAULT_CLOCK_S)
    bank = fields.Float(validate=validate.Range(0, MAX_CLOCK_S), load_default=0.0)
    on_failure = fields.Enum(OnFailure, by_value=True, load_default=OnFailure.FORFEIT)
    disqualify_after = fields.Integer(
        strict=True, validate=validate.Range(0, MAX_COUNT), load_default=DEFAULT_DISQUALIFY_AFTER
    )
    newcomer = fields.String(allow_none=True, load_default=None)
    entrants = fields.Dict(
        keys=fields.String(validate=validate.Regexp(rf"{NAME_PATTERN}\Z", error=NAME_RULE)),
        values=fields.String(validate=validate.Length(1, 500)),
        required=True,
        error_messages={"required": f"missing; {EXPECTED_ENTRANTS}"},
        validate=validate.Length(min=1, error=f"empty; {EXPECTED_ENTRANTS}"),
    )
    seed = fields.String(load_default=lambda: token_hex(32))
    chosen = fields.Dict(
        keys=fields.String(), values=fields.List(fields.Nested(DealSchema)), allow_none=True, load_default=None
    )

    @validates_schema
    def check(self, config: dict[str, Any], **_: Any) -> None:
        """Check the members against each other.

        Raises ValidationError.
        """
        if conflicts := dict(_conflicts(config)):
            raise ValidationError(conflicts)

    @post_load
    def make(self, config: dict[str, Any], **_: Any) -> Tournament:
        """Build the tournament; without `mix`, the format decides it."""
        mix = Mix.PAIRS if config["format"] is Format.CROSS else Mix.NONE
        return Tournament(**{"mix": mix} | config | {"players": tuple(sorted({*config["players"]}))})


class ConfigSchema(StoredSchema):
    """A tournament as users configure it."""

    error = Percent(
        validate=validate.Range(*ERROR_RANGE, error="invalid percentage: expected 0.1 to 20 percent"),
        load_default=DEFAULT_ERROR,
    )
    margin = Percent(
        validate=validate.Range(*MARGIN_RANGE, error="invalid margin: expected 0.1 to 50 percentage points"),
        load_default=None,
    )


def read_toml(file: Path) -> dict[str, Any]:
    """Read the members of a configuration file; the name defaults to the file's name.

    The file of chosen deals is found beside it. Raises InvalidConfig.
    """
    try:
        members = {"name": file.stem} | tomllib.loads(file.read_text(encoding="utf-8"))
        return members | ({"chosen": file.parent / str(members["chosen"])} if "chosen" in members else {})
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from error
    except (ValueError, RecursionError) as error:  # also integers and nesting beyond Python's limits
        raise InvalidConfig(f"invalid TOML in {file}: {error}") from error


def with_chosen(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members with the deals in the file that `chosen` names, if it does; these give `players` and `deals`.

    It is a file of JSON Lines such as `games.jsonl`; `actions` are an opening. Raises InvalidConfig.
    """
    if "chosen" not in members:
        return dict(members)
    file, chosen = members["chosen"], defaultdict[str, list[Any]](list)
    try:
        with open_json(file) as lines:
            for number, line in enumerate(read_lines(lines), 1):
                players, deal = _chosen_deal(line, f"chosen: {file}, line {number}")
                chosen[str(players)].append(DealSchema().dump(deal))
    except OSError as error:
        raise InvalidConfig(f"chosen: cannot read {file}: {error.strerror}") from error
    implied = {"players": sorted(map(int, chosen)), "deals": max(map(len, chosen.values()), default=0)}
    return implied | {**members, "chosen": dict(chosen)}


def _chosen_deal(line: bytes, place: str) -> tuple[int, Deal]:
    """Return the number of players and the deal in a line. Raises InvalidConfig, which names the place."""
    try:
        members = parse_json(line)
        players = members["players"]
        deal = Deal(members["seed"], members.get("first_player", 0), tuple(members.get("actions", ())))
        is_over = start_of(deal, players).is_over
    except (ValueError, TypeError, KeyError, AttributeError, RegicideError) as error:
        raise InvalidConfig(f"{place}: {error!r}; expected players, seed, first_player and actions") from error
    if is_over:
        raise InvalidConfig(f"{place}: the game is over after these actions; expected its first ones")
    return players, deal


def parse_config(members: Mapping[str, Any], file: Path | None = None) -> Tournament:
    """Check the members that a user has given, and build the tournament. Messages name the line of the file.

    Raises InvalidConfig.
    """
    return _load(ConfigSchema(), members, file)


def from_stored(members: Mapping[str, Any], file: Path | None = None) -> Tournament:
    """Build a tournament from the member `cup` of the file `cup.json`, which messages name.

    Raises InvalidConfig.
    """
    return _load(StoredSchema(), members, file)


def to_stored(tournament: Tournament) -> dict[str, Any]:
    """Return the inverse of `from_stored`: JSON members."""
    members: dict[str, Any] = StoredSchema().dump(tournament._asdict())
    return members


def as_stored(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return members that arguments have given as `cup.json` stores them: shares, and players in order."""
    shares = {name: members[name] / 100 for name in ("error", "margin") if name in members}
    stored = with_chosen(members) | shares
    if "players" in members:
        stored["players"] = sorted({*members["players"]})
    return stored


def _load(schema: Schema, members: Mapping[str, Any], file: Path | None) -> Tournament:
    try:
        tournament: Tournament = schema.load(members)
    except ValidationError as error:
        unknown = {name: _unknown_member(name, schema) for name in members if name not in schema.fields}
        messages = cast("dict[str, Any]", error.messages) | unknown
        lines = [f"{_place(file, name)}{line}" for name in messages for line in _message_lines(messages[name], name)]
        raise InvalidConfig("\n".join(lines)) from error
    return tournament


def _unknown_member(name: str, schema: Schema) -> str:
    return f"unknown member: {closest(name, schema.fields) or 'expected one of ' + ', '.join(schema.fields)}"


def _place(file: Path | None, name: str) -> str:
    """Return `FILE, line N: ` for a member of a file; empty if an argument has given it, or it is missing."""
    text = file.read_text(encoding="utf-8") if file else ""
    found = re.search(rf"""^\s*(?:\[\s*)?["']?{re.escape(name)}["']?\s*[].:=]""", text, re.MULTILINE)
    return f"{file}, line {text.count(chr(10), 0, found.end()) + 1}: " if found else ""


def _conflicts(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each member that does not fit the others, with the reason."""
    yield from _format_conflicts(config)
    entrants = config["entrants"]
    if len(entrants) < 2 and config["stop"] is Stop.DECIDED:
        yield "stop", "'decided' compares entrants: expected at least two."
    if len(entrants) < 2 and config["margin"] is not None:
        yield "margin", "A margin compares entrants: expected at least two."
    if unnamed := [name for name, bot in entrants.items() if agent_name(bot) == ""]:
        yield "entrants", f"{unnamed[0]}: the agent's name is missing: expected agent:NAME."
    if config["chosen"] is not None:
        counts = {int(players): len(deals) for players, deals in config["chosen"].items()}
        if counts != dict.fromkeys(config["players"], config["deals"]):
            yield "chosen", f"Deals by number of players: {counts}; expected as many for each, or as `deals` says."
    try:
        validate_seed(config["seed"])
    except MalformedSeed as error:
        yield "seed", f"{error}."


def _format_conflicts(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield `newcomer` and `mix` if they do not fit the format, with the reason."""
    entrants, newcomer, is_gauntlet = config["entrants"], config["newcomer"], config["format"] is Format.GAUNTLET
    if is_gauntlet and newcomer not in entrants:
        hint = f"; {suggestion}" if (suggestion := closest(newcomer or "", entrants)) else "."
        expected = f"expected one of {', '.join(entrants)}{hint}"
        yield "newcomer", f"The format gauntlet needs a newcomer (--newcomer): {expected}"
    if not is_gauntlet and newcomer is not None:
        yield "newcomer", "Only the format gauntlet has a newcomer."
    if config["format"] is Format.TEAM and config.get("mix", Mix.NONE) is not Mix.NONE:
        yield "mix", "The format team has no mixed lineups: choose the format cross or gauntlet."
    if config["format"] is Format.CROSS and config.get("mix") is Mix.NONE:
        yield "mix", "The format cross needs mixed lineups: choose pairs or all."


def _message_lines(messages: Any, path: str = "") -> Iterator[str]:
    """Flatten marshmallow's messages to lines `path: message`."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            is_dict_part = key in {"key", "value"} and path
            yield from _message_lines(inner, path if is_dict_part else f"{path}.{key}" if path else str(key))
    else:
        yield f"{path}: {' '.join(map(str, messages if isinstance(messages, list) else [messages]))}"
