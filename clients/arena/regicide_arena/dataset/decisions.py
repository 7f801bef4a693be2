"""The decisions of recorded games as columns: what a seat knew, what it did, and how the game ended.

A discard is several decisions, one for each card that is put down, the highest first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from msgspec import Struct
from numpy.typing import NDArray

from regicide import Position, parse_view
from regicide_arena.bots.compilation import ensure_compiled
from regicide_arena.bots.search import MoveSearch, kernel_numbers
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.tournament.games.game import Game, Replay
from regicide_kernel import numbered_moves, observations
from regicide_kernel.game import Move
from regicide_kernel.numbered_game import RecordedGame
from regicide_kernel.positions import encode_action

_NUMBERS: Final = pa.list_(pa.float32(), observations.NUMBERS)
_ACTIONS: Final = numbered_moves.NUMBERS
COLUMNS: Final = pa.schema(
    [
        pa.field("game", pa.int32(), nullable=False),
        pa.field("players", pa.int8(), nullable=False),
        pa.field("seed", pa.string(), nullable=False),
        pa.field("entrant", pa.string(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("step", pa.int16(), nullable=False),
        pa.field("observation", _NUMBERS, nullable=False),
        pa.field("mask", pa.list_(pa.bool_(), _ACTIONS), nullable=False),
        pa.field("action", pa.int16(), nullable=False),
        pa.field("won", pa.bool_(), nullable=False),
        pa.field("defeated", pa.int8(), nullable=False),
        pa.field("grade", pa.string()),
    ]
)
"""The columns of every dataset. `game` counts the games from 0, `step` the actions of all seats before."""
VIEW: Final = pa.field("view", pa.string(), nullable=False)
"""The view of the seat as JSON, as a server gives it."""
VISITS: Final = pa.field("visits", pa.list_(pa.float32(), _ACTIONS), nullable=False)
"""The share of a search's rollouts that took each action."""


class Labels(Struct, frozen=True):
    """What a dataset has beyond the columns that all have."""

    views: bool = False
    rollouts: int | None = None
    """Of the search that gives the visits; None: there are none."""

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        fields = [*COLUMNS, *([VIEW] if self.views else []), *([VISITS] if self.rollouts else [])]
        return pa.schema(fields)


class NumberedRecord(NamedTuple):
    """A game that is over, by its number in the file of games, and how many of its actions belong to no bot."""

    number: int
    game: Game
    opening: int


def table_of(records: Iterable[NumberedRecord], labels: Labels) -> pa.Table:
    """Return the decisions that bots took in some games; random actions in place of failed ones are left out.

    Raises RegicideError for an illegal action.
    """
    ensure_compiled()
    columns: dict[str, list[Any]] = {name: [] for name in labels.schema.names}
    for record in records:
        for row in _decisions(record, labels):
            for name, value in row.items():
                columns[name].append(value)
    arrays = [_array(columns[each.name], each.type) for each in labels.schema]
    return pa.Table.from_arrays(arrays, schema=labels.schema)


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(values, kind)
    flat = np.concatenate(values) if values else np.zeros(0, "f4")
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, kind.value_type), type=kind)


def _decisions(record: NumberedRecord, labels: Labels) -> Iterator[dict[str, Any]]:
    game = record.game
    ending = {
        "game": record.number,
        "players": game.players,
        "seed": game.seed,
        "won": game.score.won,
        "defeated": game.defeated,
        "grade": game.result["grade"] if game.result else None,
    }
    replay, followed = Replay.of(game), RecordedGame()
    failed, position = {failure.step for failure in game.failures}, replay.first
    for number, step in enumerate(replay.steps):
        followed.advance(position)
        if number >= record.opening and number not in failed:
            move = encode_action(step.action)
            place = {"entrant": game.lineup[position.turn], "seat": position.turn, "step": number}
            for row in _numbered(position, followed, move, labels):
                yield ending | place | row
        position = step.position


def _numbered(position: Position, followed: RecordedGame, move: Move, labels: Labels) -> Iterator[dict[str, Any]]:
    """Yield the columns of each numbered action of a move: one, or those of the cards of a discard."""
    extra: dict[str, Any] = {}
    view = seat_view(position, position.turn) if labels.views or labels.rollouts else None
    if view and labels.views:
        extra["view"] = json.dumps(view)
    visits = _visits(view, followed, labels.rollouts) if view and labels.rollouts else {}
    taken: tuple[int, ...] = ()
    for action in followed.numbers_of(move):
        if labels.rollouts:
            extra["visits"] = _shares(visits, taken)
        yield extra | {
            "observation": followed.observation_of(position.turn),
            "mask": followed.mask().astype(bool),
            "action": action,
        }
        taken += (action,)
        if move and action >= numbered_moves.FIRST_DISCARD:
            followed.put_down(action)


def _visits(view: View, followed: RecordedGame, rollouts: int) -> Counter[tuple[int, ...]]:
    """Return how many rollouts of a search took each move, by its numbers; a forced move has all of them."""
    search = MoveSearch(
        parse_view(view), kernel_numbers(view["players"]), SearchSettings(rollouts=rollouts), json.dumps(view)
    )
    found, visits = search.candidates(), Counter[tuple[int, ...]]()
    for candidate in found:
        visits[(*followed.numbers_of(candidate.move),)] += candidate.visits if len(found) > 1 else rollouts
    return visits


def _shares(visits: Mapping[tuple[int, ...], int], taken: tuple[int, ...]) -> NDArray[np.float32]:
    """Return the share of each action among the rollouts that began with those taken; all 0 without any."""
    shares = np.zeros(_ACTIONS, "f4")
    for numbers, count in visits.items():
        if numbers[: len(taken)] == taken and len(numbers) > len(taken):
            shares[numbers[len(taken)]] += count
    return np.divide(shares, max(1.0, shares.sum()), dtype="f4")
