"""Reads a view of the seat to act from a file or standard input."""

from __future__ import annotations

import random
from typing import Any

from regicide import sample_position
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.json_files import STANDARD_INPUT, InvalidJSON, read_json
from regicide_arena.runtime.messages import cannot_read


class UnusableView(Exception):
    """The input is not a view in which its seat has a choice; the message says why."""


def read_view(file: str) -> View:
    """Read the view of the seat whose turn it is; the file `-` is standard input.

    Raises UnusableView and ImpossibleView.
    """
    source = "standard input" if file == STANDARD_INPUT else file
    try:
        view: Any = read_json(file)
    except OSError as error:
        raise UnusableView(cannot_read(source, error)) from error
    except InvalidJSON as error:
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
