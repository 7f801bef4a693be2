"""Records of games: `regicide verify-record`, which recomputes the deal and every action, and records to begin from."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from gettext import gettext as _
from gettext import ngettext
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import regicide
from regicide_terminal.i18n import text
from regicide_terminal.json_files import (
    STANDARD_INPUT,
    Document,
    InaccessibleFile,
    UnreadableFile,
    parse_json_object,
    read_documents,
    read_json_object,
)
from regicide_terminal.options import RecordOptions
from regicide_terminal.output import UserError, print_line, sanitize

if TYPE_CHECKING:
    from regicide_client import Session  # `verify-record` does without it


_GAME_ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,99}", re.ASCII)


class Verdict(IntEnum):
    """The exit codes."""

    HOLDS = 0
    BROKEN = 1
    NO_RECORD = 2


def run(options: RecordOptions) -> Verdict:
    """Verify the record in a file (`-`: standard input) and print the verdict in one line.

    In a file of JSON Lines each line has a record; a line of the server's records has it as its member `record`. Then
    prints a line for each record that does not hold, and how many hold: 0 of 0 for an empty file.
    """
    file = options.file
    name = _("standard input") if file == STANDARD_INPUT else file
    try:
        first = [*islice(documents := read_documents(file), 2)]
        if len(first) != 1:
            return _verify_lines(name, chain(first, documents))
        verdict, reason = _verdict(first[0].content)
    except InaccessibleFile as error:
        message = _("cannot read {file}: {reason}").format(file=name, reason=error)
        print_line(f"regicide: {message}", sys.stderr)
        return Verdict.NO_RECORD
    except UnreadableFile as error:
        verdict, reason = Verdict.NO_RECORD, str(error)
    _print(name, verdict, reason)
    return verdict


def _verify_lines(name: str, documents: Iterable[Document]) -> Verdict:
    """Verify the records in lines. A record that does not hold counts more than a line that cannot be read."""
    counts: Counter[Verdict] = Counter()
    for line, content in documents:
        verdict, reason = _verdict(content)
        counts[verdict] += 1
        if verdict is not Verdict.HOLDS:
            _print(f"{name}:{line}", verdict, reason)
    held = _("{held} of {all} records hold").format(held=counts[Verdict.HOLDS], all=counts.total())
    print_line(f"{name}: {held}", sys.stdout)
    return next((verdict for verdict in (Verdict.BROKEN, Verdict.NO_RECORD) if counts[verdict]), Verdict.HOLDS)


def _print(place: str, verdict: Verdict, reason: str) -> None:
    print_line(f"{place}: {reason}", sys.stderr if verdict is Verdict.NO_RECORD else sys.stdout)


def _verdict(content: bytes) -> tuple[Verdict, str]:
    """Return the verdict on a record, and its reason."""
    try:
        record = record_in(parse_json_object(content))
        positions = regicide.verify_record(record)
    except (UnreadableFile, regicide.MalformedRecord) as error:
        return Verdict.NO_RECORD, str(error)
    except RecursionError:
        return Verdict.NO_RECORD, _("nested too deeply")
    except regicide.BrokenRecord as error:
        return Verdict.BROKEN, _("does not hold: {fault}").format(fault=error)
    return Verdict.HOLDS, _("holds: {summary}").format(summary=_summary(record, positions))


def record_in(content: dict[str, Any]) -> dict[str, Any]:
    """Return the record itself, or that in a line of the server's records. Raises UnreadableFile for one without."""
    record = content.get("record", content)
    if isinstance(record, dict):
        return record
    problem = content.get("problem")
    detail = problem.get("detail") if isinstance(problem, dict) else None
    raise UnreadableFile(_("there is no record: {reason}").format(reason=detail or "?"))


def _summary(record: dict[str, Any], positions: list[regicide.Position]) -> str:
    last = positions[-1]
    players, actions = last.players, len(positions) - 1
    parts = [
        ngettext("{count} player", "{count} players", players).format(count=players),
        ngettext("{count} action", "{count} actions", actions).format(count=actions),
        *_given(record.get("given_actions", 0)),
        _outcome(last.outcome),
        _commitment(record["commitment"]),
    ]
    return ", ".join(parts)


def _given(actions: int) -> list[str]:
    """How many of the actions the creator of the game gave."""
    form = ngettext("the first of them given by the creator", "the first {count} of them given by the creator", actions)
    return [form.format(count=actions)] if actions else []


def _commitment(commitment: str | None) -> str:
    """The commitment; a game that began at a position has none."""
    if commitment is None:
        return _("begun at a position: there is no commitment")
    return _("commitment {commitment}").format(commitment=commitment)


def _outcome(outcome: regicide.Outcome | None) -> str:
    if outcome is None:
        return _("not over")
    won = _("won") if outcome.won else _("lost")
    grade = f" {text(f'medal.{outcome.grade}')}" if outcome.grade else ""
    defeated = ngettext("{count} enemy defeated", "{count} enemies defeated", outcome.defeated)
    return f"{won}{grade} ({outcome.reason.value}, {defeated.format(count=outcome.defeated)})"


# Records that other commands need


def is_file(source: str) -> bool:
    """Return whether the source of a record is a file, and not the id of a game."""
    return Path(source).exists() or not _GAME_ID.fullmatch(source)


def load_record(source: str, session: Session) -> dict[str, Any]:
    """Return the record in a file, or of a finished game on the server, after verifying it.

    Raises UserError, and ApiError.
    """
    if not source:
        raise UserError(_("invalid record '': expected a file, or the id of a finished game"))
    record = _read(source) if is_file(source) else session.games.record(source).to_dict()
    try:
        regicide.verify_record(record)
    except regicide.MalformedRecord as error:
        raise UserError(_("{source} is not a record: {fault}").format(source=sanitize(source), fault=error)) from error
    except (regicide.BrokenRecord, RecursionError) as error:
        form = _("the record {source} does not hold: {fault}")
        raise UserError(form.format(source=sanitize(source), fault=error)) from error
    return record


def _read(file: str) -> dict[str, Any]:
    try:
        return record_in(read_json_object(file))
    except InaccessibleFile as error:
        raise UserError(_("cannot read {file}: {reason}").format(file=sanitize(file), reason=error)) from error
    except UnreadableFile as error:
        form = _("{source} is not a record: {fault}")
        raise UserError(form.format(source=sanitize(file), fault=error)) from error
