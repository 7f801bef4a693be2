"""The bots `policy`, `planner-fast`, `planner` and `planner-deep`: one policy, and searches of more and more rollouts.

They know the view alone, which says all that a perfect memory would know, and choose the same again for the same seed
and view, unless they are given a time in place of a number of rollouts.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from regicide import sample_position, sample_positions
from regicide.rollout import Rollout, decode_move
from regicide_arena.bots.collecting import nothing_collected
from regicide_arena.bots.estimate import Estimate, Worth
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.search import Candidate, Search, Settings
from regicide_arena.bots.weights import policy_weights, tuned
from regicide_arena.views import Bot, View, by_the_rules

FAST: Final = Settings(rollouts=70)
NORMAL: Final = Settings(rollouts=1000)
DEEP: Final = Settings(rollouts=10_000)


class Considered(NamedTuple):
    """An action that was looked at."""

    action: str
    rollouts: int
    """In how many simulations it was taken."""
    won: float
    """How likely the game is won then …"""
    defeated: float
    """… and how many enemies fall, on average."""
    worth: float
    """What the search goes by: a win counts 1, or by its grade, a loss a little for each enemy defeated."""


class Planner:
    """A bot that searches."""

    def __init__(self, seed: str, settings: Settings = NORMAL) -> None:
        self._seed, self._settings = seed, settings

    def __call__(self, view: View) -> str:
        """The action that the search visits most: it ends as soon as no rollout that is left could change that.

        Raises ValueError where it is not its turn, and ImpossibleView for a view that nobody can have.
        """
        if len(view["legal_actions"]) == 1:
            return view["legal_actions"][0]
        return self._consider(view, thorough=False)[0].action

    def consider(self, view: View) -> list[Considered]:
        """What was looked at, the best first: where only one action is promising, no simulation is run.

        Raises what `__call__` raises.
        """
        return self._consider(view, thorough=True)

    def _consider(self, view: View, *, thorough: bool) -> list[Considered]:
        _check_turn(view)
        rng = Random(f"{self._seed}:{by_the_rules(view)}")  # noqa: S311 - a game, no secret
        positions = sample_positions(view, rng)
        game = Rollout(next(positions))
        search = Search(_policy(view["players"]), _estimate(view["players"], self._settings.worth), self._settings)
        with nothing_collected():
            return [_considered(game, found) for found in search.candidates(game, positions, rng, thorough=thorough)]


def _considered(game: Rollout, found: Candidate) -> Considered:
    worth, won, defeated = found.outlook
    return Considered(str(decode_move(found.move, game.phase)), found.visits, won, defeated, worth)


def policy(view: View) -> str:
    """The tuned policy alone: looks at the next move only, at what it costs and brings."""
    _check_turn(view)
    game = Rollout(sample_position(view, Random(0)))  # noqa: S311 - a game; the policy looks at nothing that is hidden
    return str(decode_move(_policy(view["players"]).choose(game), game.phase))


def planner_fast(seed: str) -> Bot:
    """Searches with 70 rollouts: mostly within 50 milliseconds."""
    return Planner(seed, FAST)


def planner(seed: str) -> Bot:
    """Searches with 1,000 rollouts: mostly within half a second."""
    return Planner(seed, NORMAL)


def planner_deep(seed: str) -> Bot:
    """Searches with 10,000 rollouts, however long that takes."""
    return Planner(seed, DEEP)


def _check_turn(view: View) -> None:
    if not view["legal_actions"]:
        raise ValueError("there is nothing to choose in this view: it is not the turn of its seat")


@cache
def _policy(players: int) -> Policy:
    return Policy(policy_weights(players))


@cache
def _estimate(players: int, worth: Worth) -> Estimate:
    return Estimate(tuned(players)["estimate"], worth)
