"""What `regicide-arena explain` does: searches from a view, and tells what was found."""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from regicide import ImpossibleView, sample_position
from regicide_arena.bots.estimate import Worth
from regicide_arena.bots.planner import Considered, Planner
from regicide_arena.bots.search import Settings
from regicide_arena.saying import complain
from regicide_arena.views import View

WIDTH: Final = 100


class NotExplained(Exception):
    """Why there is nothing to explain, in one line."""


def explain(arguments: argparse.Namespace) -> int:
    """Explain a view; the exit code."""
    worth = Worth(*arguments.worth) if arguments.worth else Worth()
    settings = Settings(rollouts=arguments.rollouts, milliseconds=arguments.milliseconds, worth=worth)
    try:
        view = _read(arguments.view)
        considered = Planner(arguments.seed, settings).consider(view)
    except (NotExplained, ImpossibleView) as error:
        complain(str(error))
        return 1
    if arguments.json:
        sys.stdout.write(json.dumps([*map(_told, considered)]) + "\n")
    else:
        Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else WIDTH).print(_table(considered))
    return 0


def _read(place: str) -> View:
    """The view in a file; it has to be that of the seat whose turn it is.

    Raises NotExplained and ImpossibleView.
    """
    try:
        view: Any = json.loads(sys.stdin.read() if place == "-" else Path(place).read_text("utf-8"))
    except OSError as error:
        raise NotExplained(f"{place} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # JSON's and UTF-8's
        raise NotExplained(f"{'standard input' if place == '-' else place} holds no JSON: {error}") from error
    if not isinstance(view, dict) or "phase" not in view:
        raise NotExplained("this is no view: give what GET /v1/games/{id} answers the seat whose turn it is")
    return _to_act(view)


def _to_act(view: Any) -> View:
    """The view, if it is the turn of its seat; that it is a view at all is seen by dealing it again."""
    position = sample_position(view, random.Random(0))  # noqa: S311 - a game, no secret
    if position.outcome:
        raise NotExplained("the game is over: there is nothing to choose")
    if view["you"] != position.turn:
        whose = "a spectator's" if view["you"] is None else f"seat {view['you']}'s"
        raise NotExplained(
            f"this view is {whose}, and it is the turn of seat {position.turn}: give the view of that seat"
        )
    seen: View = view
    return seen


def _told(each: Considered) -> dict[str, Any]:
    """An action for programs; what no simulation has shown is null."""
    told = each._asdict()
    return told if each.rollouts else told | dict.fromkeys(("won", "defeated", "worth"))


def _table(considered: list[Considered]) -> Table:
    """A row for each action, the best one first."""
    caption = "No simulation was run: no other action is promising." if len(considered) == 1 else None
    table = Table("action", header_style="bold", caption=caption)
    for name in ("rollouts", "share", "won", "enemies"):
        table.add_column(name, justify="right")
    total = max(1, sum(each.rollouts for each in considered))
    for each in considered:
        share = f"{each.rollouts / total:.0%}"
        told = (f"{each.won:.1%}", f"{each.defeated:.1f}") if each.rollouts else ("", "")
        table.add_row(each.action, str(each.rollouts), share, *told)
    return table
