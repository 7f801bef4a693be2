"""The check of a review from a server against the verified record of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import gettext as _
from typing import Any, Final

import regicide
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_client import RatedAction, Review, ReviewedMove
from regicide_terminal.output import UserError, sanitize

MAX_BEST: Final = 3
"""The most best actions of a move."""

COST_TOLERANCE: Final = 0.002
"""The most by which a cost may differ from the difference of its chances: the server rounds all of them."""


def check_review(review: Review, game: str, agent: str, record: Mapping[str, Any]) -> None:
    """Raise UserError, with the first fault, unless it is an agent's review of this game that fits its record."""
    for fault in _faults(review, game, agent, record):
        form = _("the review by {agent} does not fit the record: {fault}")
        raise UserError(form.format(agent=sanitize(agent), fault=fault))


def position_before(record: Mapping[str, Any], number: int) -> regicide.Position:
    """Return the position before a move of a verified record; the first number is 1."""
    return regicide.Position.parse(record["start"] if number == 1 else record["events"][number - 2]["position"])


def _faults(review: Review, game: str, agent: str, record: Mapping[str, Any]) -> Iterator[str]:
    yield from _wrong("game", review.game, game)
    yield from _wrong("agent", review.agent, agent)
    moves: object = review.moves  # the generated model lets any JSON through
    if not isinstance(moves, list) or not all(isinstance(move, ReviewedMove) for move in moves):
        yield _("invalid moves: expected a list of reviewed moves")
        return
    if len(moves) != len(record["events"]):
        yield _("{count} moves: expected {expected}").format(count=len(moves), expected=len(record["events"]))
        return
    for number, move in enumerate(moves, 1):
        for fault in _move_faults(move, number, record):
            yield _("move {number}: {fault}").format(number=number, fault=fault)


def _move_faults(move: ReviewedMove, number: int, record: Mapping[str, Any]) -> Iterator[str]:
    event = record["events"][number - 1]
    yield from _wrong("number", move.number, number)
    yield from _wrong("version", move.version, event["version"])
    yield from _wrong("seat", move.seat, event["seat"])
    yield from _wrong("action", move.action, event["action"])
    yield from _outside("won_before", move.won_before, 1)
    yield from _outside("won_after", move.won_after, 1)
    yield from _outside("cost", move.cost, 1)
    yield from _outside("defeated_before", move.defeated_before, ENEMIES_IN_CASTLE)
    yield from _outside("defeated_after", move.defeated_after, ENEMIES_IN_CASTLE)
    yield from _cost_faults(move)
    yield from _best_faults(move, position_before(record, number))


def _cost_faults(move: ReviewedMove) -> Iterator[str]:
    expected = max(0.0, move.won_before - move.won_after)
    if abs(move.cost - expected) > COST_TOLERANCE:
        form = _("invalid {name} {value}: expected {expected}")
        yield form.format(name="cost", value=move.cost, expected=round(expected, 4))


def _best_faults(move: ReviewedMove, before: regicide.Position) -> Iterator[str]:
    if not 1 <= len(move.best) <= MAX_BEST:
        yield _("{count} best actions: expected 1 to {last}").format(count=len(move.best), last=MAX_BEST)
    legal = [*map(str, before.legal_actions)]
    for rated in move.best:
        if rated.action not in legal:
            yield _("invalid best action {action}: expected a legal one").format(action=sanitize(rated.action))
        yield from _rating_faults(rated)


def _rating_faults(rated: RatedAction) -> Iterator[str]:
    if rated.won is not None:
        yield from _outside("won", rated.won, 1)
    if rated.defeated is not None:
        yield from _outside("defeated", rated.defeated, ENEMIES_IN_CASTLE)
    yield from _outside("share", rated.share, 1)


def _wrong(name: str, value: object, expected: object) -> Iterator[str]:
    if type(value) is not type(expected) or value != expected:
        form = _("invalid {name} {value}: expected {expected}")
        yield form.format(name=name, value=sanitize(value), expected=expected)


def _outside(name: str, value: object, last: int) -> Iterator[str]:
    """Yield a fault for a value that is not a number from 0 to the last one; NaN is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= last:
        form = _("invalid {name} {value}: expected a number from 0 to {last}")
        yield form.format(name=name, value=sanitize(value), last=last)
