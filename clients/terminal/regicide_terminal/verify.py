"""`regicide verify`: does the record of a game hold? The deal and every action are worked out again, offline."""

from __future__ import annotations

import argparse
import sys
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import regicide
from regicide_terminal.files import STANDARD_INPUT, UnreadableFile, read_object
from regicide_terminal.saying import say

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no public name


class Verdict(IntEnum):
    """The exit codes."""

    HOLDS = 0
    BROKEN = 1
    NO_RECORD = 2


def add_to(subcommands: Subcommands) -> None:
    """Add the subcommand."""
    about = "replay the record of a game and say whether it holds; exit code 0 if so, 1 if not, 2 if it is no record"
    parser = subcommands.add_parser("verify", help="check the record of a game", description=about)
    parser.add_argument("record", metavar="RECORD.json", help="the file, as the server gave it; - for standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Say in one line whether the record holds."""
    name = "standard input" if arguments.record == STANDARD_INPUT else arguments.record
    verdict, reason = judged(arguments.record)
    say(f"{name}: {reason}", sys.stderr if verdict is Verdict.NO_RECORD else sys.stdout)
    return verdict


def judged(file: str) -> tuple[Verdict, str]:
    """The verdict on the record in a file, and the reason."""
    try:
        record = read_object(file)
        positions = regicide.verify(record)
    except (UnreadableFile, regicide.MalformedRecord) as error:
        return Verdict.NO_RECORD, str(error)
    except RecursionError:
        return Verdict.NO_RECORD, "nested too deep"
    except regicide.BrokenRecord as error:
        return Verdict.BROKEN, f"does not hold: {error}"
    return Verdict.HOLDS, f"holds: {_summary(record, positions)}"


def _summary(record: dict[str, Any], positions: list[regicide.Position]) -> str:
    last = positions[-1]
    players, actions = _counted(last.players, "player"), _counted(len(positions) - 1, "action")
    return f"{players}, {actions}, {_ending(last.outcome)}, commitment {record['commitment']}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _ending(outcome: regicide.Outcome | None) -> str:
    if outcome is None:
        return "not over"
    grade = f" {outcome.grade}" if outcome.grade else ""
    return f"{'won' if outcome.won else 'lost'}{grade} ({outcome.reason.value}, {outcome.defeated} enemies defeated)"
