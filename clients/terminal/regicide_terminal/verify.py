"""`regicide verify-record`: recomputes the deal and every action of a game's record, offline."""

from __future__ import annotations

import sys
from enum import IntEnum
from gettext import gettext as _
from gettext import ngettext
from typing import Any

import regicide
from regicide_terminal.i18n import text
from regicide_terminal.json_files import STANDARD_INPUT, InaccessibleFile, UnreadableFile, read_json_object
from regicide_terminal.output import print_line


class Verdict(IntEnum):
    """The exit codes."""

    HOLDS = 0
    BROKEN = 1
    NO_RECORD = 2


def verify_record(file: str) -> Verdict:
    """Verify the record in a file (`-`: standard input) and print the verdict in one line."""
    name = _("standard input") if file == STANDARD_INPUT else file
    try:
        verdict, reason = _verdict(file)
    except InaccessibleFile as error:
        message = _("cannot read {file}: {reason}").format(file=name, reason=error)
        print_line(f"regicide: {message}", sys.stderr)
        return Verdict.NO_RECORD
    print_line(f"{name}: {reason}", sys.stderr if verdict is Verdict.NO_RECORD else sys.stdout)
    return verdict


def _verdict(file: str) -> tuple[Verdict, str]:
    """Return the verdict on the record in a file, and its reason. Raises InaccessibleFile."""
    try:
        record = read_json_object(file)
        positions = regicide.verify_record(record)
    except InaccessibleFile:
        raise
    except (UnreadableFile, regicide.MalformedRecord) as error:
        return Verdict.NO_RECORD, str(error)
    except RecursionError:
        return Verdict.NO_RECORD, _("nested too deeply")
    except regicide.BrokenRecord as error:
        return Verdict.BROKEN, _("does not hold: {fault}").format(fault=error)
    return Verdict.HOLDS, _("holds: {summary}").format(summary=_summary(record, positions))


def _summary(record: dict[str, Any], positions: list[regicide.Position]) -> str:
    last = positions[-1]
    players, actions = last.players, len(positions) - 1
    parts = [
        ngettext("{count} player", "{count} players", players).format(count=players),
        ngettext("{count} action", "{count} actions", actions).format(count=actions),
        _outcome(last.outcome),
        _commitment(record["commitment"]),
    ]
    return ", ".join(parts)


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
