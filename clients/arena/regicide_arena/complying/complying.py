"""What `regicide-arena compliance` does: puts a bot through all checks, and reports what was found."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from regicide_arena.catalogue import NoSuchBot, find
from regicide_arena.complying.checks import NAMES, Finding, Verdict, findings
from regicide_arena.complying.trials import Subject
from regicide_arena.saying import complain

WIDTH: Final = 120
"""The characters of a line where no terminal says how many there are."""
PATIENCE: Final = 10
"""A bot is interrupted after so many times the clock …"""
LEAST_PATIENCE: Final = 1.0
"""… but not before so many seconds."""
MOST_FAULTS: Final = 3
"""So many faults of each check are shown to people."""
STYLES: Final = {Verdict.PASSED: "green", Verdict.WARNED: "yellow", Verdict.FAILED: "bold red"}


def compliance(arguments: argparse.Namespace) -> int:
    """Check a bot; the exit code: 1 if it failed at a check."""
    try:
        find(arguments.bot)
    except NoSuchBot as error:
        complain(str(error))
        return 1
    limit = max(LEAST_PATIENCE, PATIENCE * arguments.clock)
    subject = Subject(arguments.bot, arguments.seed, arguments.games, limit)
    with _progress() as progress:
        checked = progress.track(
            findings(subject, arguments.clock), len(NAMES), description=f"checks of {arguments.bot}"
        )
        found = [*checked]
    is_fit = all(finding.verdict is not Verdict.FAILED for finding in found)
    if arguments.json:
        sys.stdout.write(_as_json(arguments.bot, found, is_fit=is_fit))
    else:
        _report(arguments.bot, found, is_fit=is_fit)
    return 0 if is_fit else 1


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def _report(bot: str, found: Sequence[Finding], *, is_fit: bool) -> None:
    """For people: a line for each check, and the first faults below."""
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH)
    table = Table("check", "verdict", "", box=SIMPLE_HEAD, show_edge=False)
    for finding in found:
        table.add_row(finding.check, finding.verdict, finding.about, style=STYLES[finding.verdict])
    console.print(table)
    for finding in found:
        for fault in finding.faults[:MOST_FAULTS]:
            console.print(f"{finding.check}: {fault.what}; {fault.when}", soft_wrap=True)
        if (more := len(finding.faults) - MOST_FAULTS) > 0:
            console.print(f"{finding.check}: and {more} more (--json shows all, with what the bot saw)")
    console.print(f"{bot} is {'fit' if is_fit else 'not fit'} to enter.")


def _as_json(bot: str, found: Sequence[Finding], *, is_fit: bool) -> str:
    """For programs: all faults, with the views in which they came about."""
    checks = [finding._asdict() | {"faults": [fault._asdict() for fault in finding.faults]} for finding in found]
    return json.dumps({"bot": bot, "fit": is_fit, "checks": checks}, indent=2) + "\n"
