"""The bots `policy`, `planner-fast`, `planner` and `planner-deep`: the tuned policy, and searches of growing size.

They use the view alone, which has all that a perfect memory knows. Their choices are the same for the same seed and
view, unless the search has a time limit instead of a number of rollouts.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from regicide import sample_position, sample_positions
from regicide.rollout import Rollout, decode_move
from regicide_arena.bots.estimate import Estimate, WinWorth
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.search import Candidate, Search, SearchSettings
from regicide_arena.bots.view_types import Bot, View, canonical_view
from regicide_arena.bots.weights import policy_weights, tuned_numbers
from regicide_arena.runtime.gc_control import gc_disabled

FAST: Final = SearchSettings(rollouts=70)
NORMAL: Final = SearchSettings(rollouts=1000)
DEEP: Final = SearchSettings(rollouts=10_000)


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

    def __init__(self, seed: str, settings: SearchSettings = NORMAL) -> None:
        self._seed, self._settings = seed, settings

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
        _check_turn(view)
        rng = Random(f"{self._seed}:{canonical_view(view)}")  # noqa: S311 - a game, no secret
        positions = sample_positions(view, rng)
        game = Rollout(next(positions))
        search = Search(_policy(view["players"]), _estimate(view["players"], self._settings.worth), self._settings)
        with gc_disabled():
            return [_considered(game, found) for found in search.candidates(game, positions, rng, thorough=thorough)]


def _considered(game: Rollout, candidate: Candidate) -> ConsideredAction:
    worth, won, defeated = candidate.evaluation
    return ConsideredAction(str(decode_move(candidate.move, game.phase)), candidate.visits, won, defeated, worth)


def policy(view: View) -> str:
    """Takes the action that the tuned policy rates best, without a search."""
    _check_turn(view)
    game = Rollout(sample_position(view, Random(0)))  # noqa: S311 - a game; the policy ignores hidden cards
    return str(decode_move(_policy(view["players"]).choose(game), game.phase))


def planner_fast(seed: str) -> Bot:
    """Searches with 70 rollouts: mostly within 50 milliseconds."""
    return Planner(seed, FAST)


def planner(seed: str) -> Bot:
    """Searches with 1,000 rollouts: mostly within half a second."""
    return Planner(seed, NORMAL)


def planner_deep(seed: str) -> Bot:
    """Searches with 10,000 rollouts, without a time limit."""
    return Planner(seed, DEEP)


def _check_turn(view: View) -> None:
    if not view["legal_actions"]:
        raise ValueError("nothing to choose: expected the view of the seat whose turn it is")


@cache
def _policy(players: int) -> Policy:
    return Policy(policy_weights(players))


@cache
def _estimate(players: int, worth: WinWorth) -> Estimate:
    return Estimate(tuned_numbers(players)["estimate"], worth)
