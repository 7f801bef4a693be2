"""`regicide verify`: does the record of a game hold? The deal and every action are worked out again, offline."""

from __future__ import annotations

import argparse
import sys
from enum import IntEnum
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Any

import regicide
from regicide_terminal import speaking
from regicide_terminal.files import STANDARD_INPUT, UnreadableFile, read_object
from regicide_terminal.saying import say
from regicide_terminal.texts import text

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name


class Verdict(IntEnum):
    """The exit codes."""

    HOLDS = 0
    BROKEN = 1
    NO_RECORD = 2


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = _("replay the record of a game and say whether it holds; exit code 0 if so, 1 if not, 2 if it is no record")
    parser = subcommands.add_parser("verify", help=_("check the record of a game"), description=about)
    parser.add_argument(
        "record", metavar="RECORD.json", help=_("the file, as the server gave it; - for standard input")
    )
    speaking.add_to(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Say in one line whether the record holds."""
    name = _("standard input") if arguments.record == STANDARD_INPUT else arguments.record
    verdict, reason = judged(arguments.record)
    say(f"{name}: {reason}", sys.stderr if verdict is Verdict.NO_RECORD else sys.stdout)
    return verdict


def judged(file: str) -> tuple[Verdict, str]:
    """The verdict on the record in a file, and the reason."""
    try:
        record = read_object(file)
        positions = regicide.verify_record(record)
    except (UnreadableFile, regicide.MalformedRecord) as error:
        return Verdict.NO_RECORD, str(error)
    except RecursionError:
        return Verdict.NO_RECORD, _("nested too deep")
    except regicide.BrokenRecord as error:
        return Verdict.BROKEN, _("does not hold: {fault}").format(fault=error)
    return Verdict.HOLDS, _("holds: {summary}").format(summary=_summary(record, positions))


def _summary(record: dict[str, Any], positions: list[regicide.Position]) -> str:
    last = positions[-1]
    players, actions = last.players, len(positions) - 1
    told = [
        ngettext("{count} player", "{count} players", players).format(count=players),
        ngettext("{count} action", "{count} actions", actions).format(count=actions),
        _ending(last.outcome),
        _("commitment {commitment}").format(commitment=record["commitment"]),
    ]
    return ", ".join(told)


def _ending(outcome: regicide.Outcome | None) -> str:
    if outcome is None:
        return _("not over")
    ended = _("won") if outcome.won else _("lost")
    grade = f" {text(f'medal.{outcome.grade}')}" if outcome.grade else ""
    fallen = ngettext("{count} enemy defeated", "{count} enemies defeated", outcome.defeated)
    return f"{ended}{grade} ({outcome.reason.value}, {fallen.format(count=outcome.defeated)})"
