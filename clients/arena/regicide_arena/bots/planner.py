"""The bots `policy`, `planner-fast`, `planner` and `planner-deep`: the tuned policy, and searches of growing size.

They use the view alone, which has all that a perfect memory knows. Their choices are the same for the same seed and
view, unless the search has a time limit instead of a number of rollouts.

The modules that need numba are imported when a bot first chooses: programs that only name bots start without them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from regicide import parse_view
from regicide_arena.bots.search_settings import SearchSettings, require_valid
from regicide_arena.bots.view_types import Bot, View, canonical_view

FAST: Final = SearchSettings(rollouts=500)
NORMAL: Final = SearchSettings(rollouts=10_000)
DEEP: Final = SearchSettings(rollouts=100_000)


class ConsideredAction(NamedTuple):
    """An action that the search considered, with the mean result of its rollouts."""

    action: str
    rollouts: int
    """The rollouts that took it."""
    won: float
    """The probability of winning after it."""
    defeated: float
    """The expected number of defeated enemies."""
    worth: float
    """The value that the search maximizes: a win counts 1, or by its grade; a loss a little for each defeated enemy."""


class Planner:
    """A bot that chooses by a tree search."""

    def __init__(
        self, seed: str, settings: SearchSettings = NORMAL, numbers: str | os.PathLike[str] | None = None
    ) -> None:
        """With `numbers`, use those in a folder that `regicide-arena tune` has written. Raises ValueError."""
        require_valid(settings)
        self._seed, self._settings = seed, settings
        self._folder = None if numbers is None else Path(numbers)

    def __call__(self, view: View) -> str:
        """Choose the action with the most rollouts; the search stops once no other action can have more.

        Raises ValueError if it is not the seat's turn, and ImpossibleView for a view without any possible position.
        """
        if len(view["legal_actions"]) == 1:
            return view["legal_actions"][0]
        return self._consider(view, thorough=False)[0].action

    def consider(self, view: View) -> list[ConsideredAction]:
        """Return the actions considered, the best first, after the whole budget; no rollouts for a single candidate.

        Raises the errors of `__call__`.
        """
        return self._consider(view, thorough=True)

    def _consider(self, view: View, *, thorough: bool) -> list[ConsideredAction]:
        from regicide_arena.bots.compilation import ensure_compiled  # noqa: PLC0415 - imports numba
        from regicide_arena.bots.search import MoveSearch  # noqa: PLC0415
        from regicide_arena.bots.tuned_numbers import kernel_numbers  # noqa: PLC0415

        _check_turn(view)
        information_set = parse_view(view)
        ensure_compiled()
        seed = f"{self._seed}:{canonical_view(view)}"
        search = MoveSearch(information_set, kernel_numbers(view["players"], self._folder), self._settings, seed)
        return [
            ConsideredAction(str(search.action_of(move)), visits, won, defeated, worth)
            for move, visits, worth, won, defeated in search.candidates(thorough=thorough)
        ]


def policy(view: View) -> str:
    """Takes the action that the tuned policy rates best, without a search."""
    from regicide_arena.bots.policy import choose_in_view  # noqa: PLC0415 - imports numba

    _check_turn(view)
    return str(choose_in_view(parse_view(view)))


def planner_fast(seed: str) -> Bot:
    """Searches with at most 500 rollouts: mostly within 5 milliseconds."""
    return Planner(seed, FAST)


def planner(seed: str) -> Bot:
    """Searches with at most 10,000 rollouts: mostly within 50 milliseconds."""
    return Planner(seed, NORMAL)


def planner_deep(seed: str) -> Bot:
    """Searches with at most 100,000 rollouts: mostly within half a second."""
    return Planner(seed, DEEP)


def _check_turn(view: View) -> None:
    if not view["legal_actions"]:
        raise ValueError("nothing to choose: expected the view of the seat whose turn it is")


def compile_kernel(niceness: int = 0) -> None:
    """Compile what the planners need, unless that is done already; lower the priority of this process first."""
    from regicide_arena.bots.compilation import ensure_compiled  # noqa: PLC0415 - imports numba

    os.nice(niceness)
    ensure_compiled()
