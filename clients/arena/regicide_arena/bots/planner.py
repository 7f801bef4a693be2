"""The bots `policy`, `planner-fast`, `planner` and `planner-deep`: the tuned policy, and searches of growing size.

They use the view alone, which has all that a perfect memory knows. Their choices are the same for the same seed and
view, unless the search has a time limit instead of a number of rollouts.

The modules that need numba are imported when a bot first chooses: programs that only name bots start without them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TypeAlias

from regicide import Position, parse_view
from regicide_arena.bots.advice import MAX_BEST, ConsideredAction
from regicide_arena.bots.search_settings import ANY_WIN, MAX_ROLLOUTS, SearchSettings, WinWorth, require_valid
from regicide_arena.bots.view_types import Bot, View, canonical_view

if TYPE_CHECKING:
    from regicide_arena.bots.search import Root, RootSearch

FAST: Final = SearchSettings(rollouts=500)
NORMAL: Final = SearchSettings(rollouts=10_000)
DEEP: Final = SearchSettings(rollouts=100_000)
BUDGETS: Final = {"planner-fast": FAST, "planner": NORMAL, "planner-deep": DEEP}
"""The settings of the planners by name."""
Rollouts: TypeAlias = Annotated[int, f"the most rollouts for each choice, 1 to {MAX_ROLLOUTS:,}"]


class Expectation(NamedTuple):
    """The expected end of a game after an action."""

    won: float
    """The probability of winning."""
    defeated: float
    """The expected number of defeated enemies."""


class Planner:
    """A bot that chooses by a tree search."""

    def __init__(
        self, seed: str, settings: SearchSettings = NORMAL, numbers: str | os.PathLike[str] | None = None
    ) -> None:
        """With `numbers`, use those in a folder that `regicide-arena tune` has written. Raises ValueError.

        Their estimates are not calibrated.
        """
        require_valid(settings)
        self._seed, self._settings = seed, settings
        self._folder = None if numbers is None else Path(numbers)

    def __call__(self, view: View) -> str:
        """Choose the action that is left at the end of the search.

        Raises ValueError if it is not the seat's turn, and ImpossibleView for a view without any possible position.
        """
        if len(view["legal_actions"]) == 1:
            return view["legal_actions"][0]
        return self._view_search(view, self._settings.worth).choice()

    def consider(self, view: View, worth: WinWorth = ANY_WIN) -> list[ConsideredAction]:
        """Return the actions considered, the best first, after the whole budget, and further ones, up to 20 in all.

        The chances to win are calibrated. All figures come from searches of their own, with the same budget each: a
        search spends fewer rollouts on an action that looks worse, and underestimates it. They order the three that the
        search drops last, so that the first one need not be the choice of `__call__`. Further legal actions, which the
        search does not consider, have figures of at most 1,000 rollouts and a share of 0. Any win of a solo game counts
        alike unless `worth` says otherwise. Raises the errors of `__call__`.
        """
        return self._view_search(view, worth).considered()

    def review(self, view: View, action: str) -> tuple[list[ConsideredAction], Expectation]:
        """Return what `consider` returns, and the figures of any legal action, from a search of its own as well.

        Of the actions considered, only the best three have searches of their own. Raises the errors of `__call__`.
        """
        search = self._view_search(view, ANY_WIN)
        evaluation = search.evaluation(action)
        return search.considered(MAX_BEST), Expectation(evaluation.won, evaluation.defeated)

    def foresee(self, position: Position) -> Expectation:
        """Return the expected end of a game with all cards open, after the best action of the player to act."""
        search = self._root_search(position, position.players, ANY_WIN, str(position))
        evaluation = search.evaluation(search.choice())
        return Expectation(evaluation.won, evaluation.defeated)

    def _view_search(self, view: View, worth: WinWorth) -> RootSearch:
        _check_turn(view)
        return self._root_search(parse_view(view), view["players"], worth, canonical_view(view))

    def _root_search(self, root: Root, players: int, worth: WinWorth, text: str) -> RootSearch:
        from regicide_arena.bots.compilation import ensure_compiled  # noqa: PLC0415 - imports numba
        from regicide_arena.bots.search import RootSearch, kernel_numbers  # noqa: PLC0415

        ensure_compiled()
        numbers, settings = kernel_numbers(players, self._folder), self._settings._replace(worth=worth)
        return RootSearch(root, numbers, settings, f"{self._seed}:{text}", is_calibrated=self._folder is None)


def policy(view: View) -> str:
    """Takes the action that the tuned policy rates best, without a search."""
    from regicide_arena.bots.search import choose  # noqa: PLC0415 - imports numba

    _check_turn(view)
    return str(choose(parse_view(view)))


def planner_fast(seed: str, *, rollouts: Rollouts = FAST.rollouts) -> Bot:
    """Searches with at most 500 rollouts: mostly within 5 milliseconds."""
    return Planner(seed, SearchSettings(rollouts=rollouts))


def planner(seed: str, *, rollouts: Rollouts = NORMAL.rollouts) -> Bot:
    """Searches with at most 10,000 rollouts: mostly within 50 milliseconds."""
    return Planner(seed, SearchSettings(rollouts=rollouts))


def planner_deep(seed: str, *, rollouts: Rollouts = DEEP.rollouts) -> Bot:
    """Searches with at most 100,000 rollouts: mostly within half a second."""
    return Planner(seed, SearchSettings(rollouts=rollouts))


def _check_turn(view: View) -> None:
    if not view["legal_actions"]:
        raise ValueError("nothing to choose: expected the view of the seat whose turn it is")
