"""Checks a bot and prints the results, as a table for people or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from regicide_arena.bots.registry import BotNotFound, find_bot
from regicide_arena.compliance.checks import CHECK_NAMES, CheckResult, CheckVerdict, run_checks
from regicide_arena.compliance.scenarios import BotUnderTest
from regicide_arena.runtime.console import output_console, print_error, progress_bar

WIDTH: Final = 120
"""The characters of a line without a terminal."""
LIMIT_FACTOR: Final = 10
"""The time limit of a call, as a multiple of the clock."""
MIN_LIMIT_S: Final = 1.0
MAX_FAULTS_SHOWN: Final = 3
"""The faults of each check in the table; JSON has all of them."""
STYLES: Final = {CheckVerdict.PASSED: "green", CheckVerdict.WARNED: "yellow", CheckVerdict.FAILED: "bold red"}


@dataclass(frozen=True)
class CheckOptions:
    """The bot to check, the whole games for each number of players, and the time for an action."""

    bot: str
    games: int
    clock_s: float
    bot_seed: str
    json: bool


def check_bot(options: CheckOptions) -> int:
    """Check a bot; return the exit code: 1 if a check failed."""
    try:
        find_bot(options.bot)
    except BotNotFound as error:
        print_error(str(error))
        return 1
    limit_s = max(MIN_LIMIT_S, LIMIT_FACTOR * options.clock_s)
    subject = BotUnderTest(options.bot, options.bot_seed, options.games, limit_s)
    with progress_bar() as progress:
        checks = run_checks(subject, options.clock_s)
        results = [*progress.track(checks, len(CHECK_NAMES), description=f"checks of {options.bot}")]
    is_fit = all(result.verdict is not CheckVerdict.FAILED for result in results)
    if options.json:
        sys.stdout.write(_as_json(options.bot, results, is_fit=is_fit))
    else:
        _print(options.bot, results, is_fit=is_fit)
    return 0 if is_fit else 1


def _print(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> None:
    """Print a row for each check, and the first faults below the table."""
    console = output_console(WIDTH)
    table = Table("check", "verdict", "", box=SIMPLE_HEAD, show_edge=False)
    for result in results:
        table.add_row(result.check, result.verdict, result.about, style=STYLES[result.verdict])
    console.print(table)
    for result in results:
        for fault in result.faults[:MAX_FAULTS_SHOWN]:
            console.print(f"{result.check}: {fault.what}; {fault.when}", soft_wrap=True)
        if (more := len(result.faults) - MAX_FAULTS_SHOWN) > 0:
            console.print(f"{result.check}: {more} more (--json has all, with the bot's views)")
    console.print(f"{bot} is {'fit' if is_fit else 'not fit'} for tournaments.")


def _as_json(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> str:
    """Return all results and faults, with the views."""
    checks = [result._asdict() | {"faults": [fault._asdict() for fault in result.faults]} for result in results]
    return json.dumps({"bot": bot, "fit": is_fit, "checks": checks}, indent=2) + "\n"
