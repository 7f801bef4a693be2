"""Explains a view: searches from it, and prints the actions considered as a table or JSON."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.table import Table

from regicide import ImpossibleView, sample_position
from regicide_arena.bots.planner import ConsideredAction, Planner
from regicide_arena.bots.search_settings import SearchSettings, WinWorth
from regicide_arena.bots.view_types import View
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.runtime.console import EXIT_UNUSABLE, output_console, print_error
from regicide_arena.runtime.messages import cannot_read

CONSOLE_WIDTH: Final = 100
"""Characters per line without a terminal."""


@dataclass(frozen=True)
class ExplainOptions:
    """What to explain, and by which search."""

    view_file: str
    """The path of a JSON file, or `-` for standard input."""
    rollouts: int
    milliseconds: int | None
    search_seed: str
    worth: WinWorth
    json: bool


class UnusableView(Exception):
    """The input is not a view in which its seat has a choice; the message says why."""


def explain(options: ExplainOptions) -> int:
    """Explain a view; return the exit code, 2 for an unusable view."""
    settings = SearchSettings(rollouts=options.rollouts, milliseconds=options.milliseconds, worth=options.worth)
    try:
        view = _read_view(options.view_file)
        warm_up(["planner"])
        considered = Planner(options.search_seed, settings).consider(view)
    except (UnusableView, ImpossibleView) as error:
        print_error(str(error))
        return EXIT_UNUSABLE
    if options.json:
        sys.stdout.write(json.dumps([*map(_json_row, considered)]) + "\n")
    else:
        output_console(CONSOLE_WIDTH).print(_table(considered))
    return 0


def _read_view(file: str) -> View:
    """Read the view of the seat whose turn it is.

    Raises UnusableView and ImpossibleView.
    """
    source = "standard input" if file == "-" else file
    try:
        view: Any = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
    except OSError as error:
        raise UnusableView(cannot_read(source, error)) from error
    except (ValueError, RecursionError) as error:  # invalid JSON or UTF-8, or too deep
        raise UnusableView(f"invalid JSON in {source}: {error}") from error
    if not isinstance(view, dict) or "phase" not in view:
        raise UnusableView(f"no view in {source}: expected the response of GET /v1/games/{{id}} to the seat to act")
    return _check_turn(view)


def _check_turn(view: Any) -> View:
    """Return the view if it is the turn of its seat; a determinization shows whether it is a valid view at all."""
    position = sample_position(view, random.Random(0))  # noqa: S311 - a game, no secret
    if position.outcome:
        raise UnusableView("the game is over: expected a view of a game in progress")
    if view["you"] != position.turn:
        owner = "a spectator" if view["you"] is None else f"seat {view['you']}"
        raise UnusableView(f"this is the view of {owner}: expected the view of seat {position.turn}, whose turn it is")
    checked: View = view
    return checked


def _json_row(action: ConsideredAction) -> dict[str, Any]:
    """Return an action as JSON; expectations without any rollout are null."""
    row = action._asdict()
    return row if action.rollouts else row | dict.fromkeys(("won", "defeated", "worth"))


def _table(considered: list[ConsideredAction]) -> Table:
    """Return a table with a row for each action, the best first."""
    caption = "No rollouts: the search considers only one action here." if len(considered) == 1 else None
    table = Table("action", header_style="bold", caption=caption)
    for name in ("rollouts", "% of them", "won", "enemies"):
        table.add_column(name, justify="right")
    total = max(1, sum(each.rollouts for each in considered))
    for each in considered:
        share = f"{each.rollouts / total:.0%}"
        expected = (f"{each.won:.1%}", f"{each.defeated:.1f}") if each.rollouts else ("", "")
        table.add_row(each.action, str(each.rollouts), share, *expected)
    return table
