"""The plain backend of the kernel with arrays that refuse what corrupts memory in compiled code.

That is an index out of bounds, also a negative one, a slice of another length, and an integer beyond its width.
`python -m checked_arrays` plays games and searches with them; it needs the environment of `kernels.in_plain_python`.
"""

from __future__ import annotations

from typing import Any, Final

from regicide_kernel import backend
from regicide_kernel.record import Record, fields_of

_BITS: Final = {"i1": 7, "i8": 63, "f8": 10_000}


class CheckedArray(list[Any]):
    """A list of fixed length, of numbers of a width in bits."""

    def __init__(self, items: list[Any], bits: int = 10_000) -> None:
        super().__init__(items)
        self.limit = 1 << bits

    def __getitem__(self, place: Any) -> Any:
        """Return an item, or a list of items. Raises IndexError."""
        return super().__getitem__(self._checked(place))

    def __setitem__(self, place: Any, value: Any) -> None:
        """Replace an item, or as many items as a slice has. Raises IndexError or OverflowError."""
        if isinstance(place, slice):
            value = [*value]
            if len(value) != len(range(*place.indices(len(self)))):
                raise IndexError(f"{len(value)} items for {place} of {len(self)}")
        for each in value if isinstance(place, slice) else [value]:
            if isinstance(each, int) and not -self.limit <= each < self.limit:
                raise OverflowError(each)
        super().__setitem__(self._checked(place), value)

    def _checked(self, place: Any) -> Any:
        if not isinstance(place, slice) and not 0 <= place < len(self):
            raise IndexError(f"{place} of {len(self)}")
        return place


_records, _lowest = backend.records, backend.lowest


def _checked_records(kind: type[Record], number: int) -> Any:
    made = _records(kind, number)
    for record in made:
        for field in fields_of(kind):  # type: ignore[arg-type] # classes are hashable
            if field.length:
                setattr(record, field.name, CheckedArray(getattr(record, field.name), _BITS[field.dtype]))
    return CheckedArray(made)


def _checked_copy(records: Any, target: int, source: int) -> None:
    for name, value in ((name, getattr(records[source], name)) for name in type(records[source]).__slots__):
        if isinstance(value, CheckedArray):
            getattr(records[target], name)[:] = value
        else:
            setattr(records[target], name, value)


def _checked_table(rows: list[Any]) -> Any:
    return CheckedArray([_checked_table(row) if isinstance(row, list) else row for row in rows])


def _checked_lowest(cards: int) -> int:
    if not 0 < cards < 1 << 54:
        raise IndexError(f"no card in {cards}")
    return _lowest(cards)


def install() -> None:
    """Check the arrays of all modules that are imported from now on."""
    replacements: dict[str, Any] = {
        "records": _checked_records,
        "copy": _checked_copy,
        "table": _checked_table,
        "lowest": _checked_lowest,
        "integers": lambda number: CheckedArray([0] * number, 63),
        "extended": lambda array, more: CheckedArray([*array, *more]),
    }
    vars(backend).update(replacements)


def play() -> int:
    """Play random games and games of the policy, and search in some of their positions; return their number. Solve two.

    One search begins with room for few nodes, so that its arrays grow.
    """
    from random import Random  # noqa: PLC0415 - after `install`

    from kernels import random_ends, reference_estimator  # noqa: PLC0415

    from regicide import Position, apply, observe, parse_view, replay  # noqa: PLC0415
    from regicide_arena.bots.planner import Planner  # noqa: PLC0415
    from regicide_arena.bots.search import MoveSearch, Numbers, choose  # noqa: PLC0415
    from regicide_arena.bots.search_settings import SearchSettings  # noqa: PLC0415
    from regicide_arena.bots.view_types import seat_view  # noqa: PLC0415
    from regicide_kernel import solver, tree, tuning_games  # noqa: PLC0415
    from regicide_kernel.weights import UNTUNED, weights_records  # noqa: PLC0415

    random_ends(30)
    rng, planner, searched = Random("checked"), Planner("checked", SearchSettings(rollouts=10)), 0
    for players in (1, 2, 3, 4):
        tuning_games.play_policy_games(tuning_games.policy_run(UNTUNED, "checked"), players, 10)
        for game in range(4):
            position = Position.new(f"checked/{game}", players)
            while actions := position.legal_actions:
                if rng.random() < 0.1:
                    planner.consider(seat_view(position, position.turn))
                    searched += 1
                position = apply(position, choose(position) if game % 2 else rng.choice(actions))
    root = parse_view(observe(Position.new("growing", 2), 0))
    numbers = Numbers(weights_records(UNTUNED), reference_estimator())
    growing = MoveSearch(root, numbers, SearchSettings(rollouts=80), "growing")
    growing.state = growing.state._replace(nodes=backend.records(tree.Node, 16), slots=backend.integers(32))
    growing.candidates()
    for players in (1, 3):
        line = solver.winning_line(Position.new("checked/0", players), 3) or []
        for position in [step.position for step in replay(Position.new("checked/0", players), line)][-9:-1]:
            solver.Prover(40).verdicts(position)
    assert len(growing.state.nodes) == 128
    return searched


if __name__ == "__main__":
    install()
    print(play())  # noqa: T201 - the answer
