"""Configuration of a tournament: read from TOML and command-line options, and checked.

TOML and options give `error` and `margin` in percent. Their values become those that `cup.json` in the results folder
stores, where these two are shares.
"""

from __future__ import annotations

import re
import tomllib
from argparse import ArgumentTypeError
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from msgspec import ValidationError, convert, json, structs

from regicide import MalformedSeed, RegicideError, validate_seed
from regicide_arena.commands.options import parse_value
from regicide_arena.commands.tournaments import ConfigurationOptions
from regicide_arena.runtime.json_files import open_json, parse_json, read_lines
from regicide_arena.runtime.messages import closest
from regicide_arena.tournament.errors import InvalidConfig
from regicide_arena.tournament.model import Deal, Format, Mix, Stop, Tournament, agent_name
from regicide_arena.tournament.schedule import start_of

MAX_NAME_CHARS: Final = 100
MAX_BOT_CHARS: Final = 500
NAME_PATTERN: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}"
NAME_RULE: Final = "A name has 1 to 40 of the characters A-Z a-z 0-9 . _ - and begins with a letter or digit."
EXPECTED_ENTRANTS: Final = (
    "expected --entrant [NAME=]BOT, a configuration file, or the folder of a tournament to resume"
)
MEMBERS: Final = {member.name: member for member in structs.fields(Tournament)}
OPTIONS: Final = {option.name: option for option in fields(ConfigurationOptions)}


def read_toml(file: Path) -> dict[str, Any]:
    """Read the members of a configuration file, each parsed as its argument is; the name defaults to the file's name.

    The file of chosen deals is found beside it. Raises InvalidConfig.
    """
    try:
        members = {"name": file.stem} | tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from error
    except (ValueError, RecursionError) as error:  # also integers and nesting beyond Python's limits
        raise InvalidConfig(f"invalid TOML in {file}: {error}") from error
    faults = _unknown_members(members)
    for name in members.keys() & MEMBERS.keys() & OPTIONS.keys():
        try:
            members[name] = parse_value(OPTIONS[name], members[name])
        except ArgumentTypeError as error:
            faults[name] = str(error)
    _refuse(faults, file)
    return members | ({"chosen": file.parent / members["chosen"]} if "chosen" in members else {})


def with_chosen(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members with the deals in the file that `chosen` names, if any; these give `players` and `deals`.

    It is a file of JSON Lines such as `games.jsonl`; `actions` are an opening. Raises InvalidConfig.
    """
    file, chosen = members.get("chosen"), defaultdict[str, list[Deal]](list)
    if not isinstance(file, Path):
        return dict(members)
    try:
        with open_json(file) as lines:
            for number, line in enumerate(read_lines(lines), 1):
                players, deal = _chosen_deal(line, f"chosen: {file}, line {number}")
                chosen[str(players)].append(deal)
    except OSError as error:
        raise InvalidConfig(f"chosen: cannot read {file}: {error.strerror}") from error
    implied = {"players": sorted(map(int, chosen)), "deals": max(map(len, chosen.values()), default=0)}
    return implied | {**members, "chosen": dict(chosen)}


def _chosen_deal(line: bytes, place: str) -> tuple[int, Deal]:
    """Return the number of players and the deal in a line. Raises InvalidConfig, which names the place."""
    try:
        members = parse_json(line)
        players = members["players"]
        deal = convert(members | {"opening": members.get("actions", ())}, Deal)
        is_over = start_of(deal, players).is_over
    except (ValueError, TypeError, KeyError, AttributeError, RegicideError) as error:
        raise InvalidConfig(f"{place}: {error!r}; expected players, seed, first_player and actions") from error
    if is_over:
        raise InvalidConfig(f"{place}: the game is over after these actions; expected its first ones")
    return players, deal


def parse_config(members: Mapping[str, Any], file: Path | None = None) -> Tournament:
    """Check members as `cup.json` has them, and build the tournament. Messages name the line of the file.

    Raises InvalidConfig.
    """
    faults = _unknown_members(members)
    values: dict[str, Any] = {"mix": Mix.PAIRS if members.get("format") == Format.CROSS else Mix.NONE}
    for name, member in MEMBERS.items():
        if name in members:
            try:
                values[name] = convert(members[name], member.type)
            except ValidationError as error:
                faults[name] = str(error)
        elif member.required and name not in values:
            faults[name] = f"missing; {EXPECTED_ENTRANTS}" if name == "entrants" else "missing"
    _refuse(faults, file)
    tournament = Tournament(**values)
    _refuse(dict(_conflicts(tournament)), file)
    return tournament


def to_stored(tournament: Tournament) -> dict[str, Any]:
    """Return the inverse of `parse_config`: JSON members."""
    members: dict[str, Any] = json.decode(json.encode(tournament))
    return members


def _unknown_members(members: Mapping[str, Any]) -> dict[str, str]:
    return {
        name: f"unknown member: {closest(name, MEMBERS) or 'expected one of ' + ', '.join(MEMBERS)}"
        for name in members
        if name not in MEMBERS
    }


def _refuse(faults: Mapping[str, str], file: Path | None) -> None:
    """Raises InvalidConfig, if there are faults, with a line for each."""
    if faults:
        raise InvalidConfig("\n".join(f"{_place(file, name)}{name}: {fault}" for name, fault in faults.items()))


def _place(file: Path | None, name: str) -> str:
    """Return `FILE, line N: ` for a member of a file; empty if an argument has given it, or it is missing."""
    text = file.read_text(encoding="utf-8") if file else ""
    found = re.search(rf"""^\s*(?:\[\s*)?["']?{re.escape(name)}["']?\s*[].:=]""", text, re.MULTILINE)
    return f"{file}, line {text.count(chr(10), 0, found.end()) + 1}: " if found else ""


def _conflicts(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield each member that is invalid, or does not fit the others, with the reason."""
    yield from _format_conflicts(tournament)
    yield from _entrant_conflicts(tournament.entrants)
    if not 1 <= len(tournament.name) <= MAX_NAME_CHARS:
        yield "name", f"expected 1 to {MAX_NAME_CHARS} characters."
    if len(tournament.entrants) < 2 and tournament.stop is Stop.DECIDED:
        yield "stop", "'decided' compares entrants: expected at least two."
    if len(tournament.entrants) < 2 and tournament.margin is not None:
        yield "margin", "A margin compares entrants: expected at least two."
    if tournament.chosen is not None:
        counts = {int(players): len(deals) for players, deals in tournament.chosen.items()}
        if counts != dict.fromkeys(tournament.players, tournament.deals):
            yield "chosen", f"Deals by number of players: {counts}; expected as many for each, or as `deals` says."
    try:
        validate_seed(tournament.seed)
    except MalformedSeed as error:
        yield "seed", f"{error}."


def _format_conflicts(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield `newcomer` and `mix` if they do not fit the format, with the reason."""
    entrants, newcomer = tournament.entrants, tournament.newcomer
    is_gauntlet = tournament.format is Format.GAUNTLET
    if is_gauntlet and newcomer not in entrants:
        hint = f"; {suggestion}" if (suggestion := closest(newcomer or "", entrants)) else "."
        expected = f"expected one of {', '.join(entrants)}{hint}"
        yield "newcomer", f"The format gauntlet needs a newcomer (--newcomer): {expected}"
    if not is_gauntlet and newcomer is not None:
        yield "newcomer", "Only the format gauntlet has a newcomer."
    if tournament.format is Format.TEAM and tournament.mix is not Mix.NONE:
        yield "mix", "The format team has no mixed lineups: choose the format cross or gauntlet."
    if tournament.format is Format.CROSS and tournament.mix is Mix.NONE:
        yield "mix", "The format cross needs mixed lineups: choose pairs or all."


def _entrant_conflicts(entrants: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if not entrants:
        yield "entrants", f"empty; {EXPECTED_ENTRANTS}"
    for name, bot in entrants.items():
        if not re.fullmatch(NAME_PATTERN, name):
            yield "entrants", f"{name}: {NAME_RULE}"
        elif not 1 <= len(bot) <= MAX_BOT_CHARS:
            yield "entrants", f"{name}: expected a bot of 1 to {MAX_BOT_CHARS} characters."
        elif agent_name(bot) == "":
            yield "entrants", f"{name}: the agent's name is missing: expected agent:NAME."
