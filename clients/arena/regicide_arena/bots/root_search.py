"""Searches from one root: for the best action, and for the figures of given actions."""

from __future__ import annotations

from collections.abc import Sequence

from regicide import Action
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.considered_action import MAX_BEST, ConsideredAction
from regicide_arena.bots.search import Candidate, MoveSearch, Root
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.tuned_numbers import Numbers


class RootSearch:
    """The searches from what the player to act knows, or from a position with all cards open."""

    def __init__(self, root: Root, numbers: Numbers, settings: SearchSettings, seed: str) -> None:
        self._root, self._numbers, self._settings, self._seed = root, numbers, settings, seed
        self._evaluations: dict[str, Candidate] = {}

    def choice(self) -> str:
        """Return the action with the most rollouts; the search stops once no other action can have more."""
        search = self._search(self._seed)
        return str(search.action_of(search.candidates(thorough=False)[0].move))

    def considered(self) -> list[ConsideredAction]:
        """Return the actions considered after the whole budget, the one with the most rollouts first."""
        search = self._search(self._seed)
        found = search.candidates(thorough=True)
        actions = [str(search.action_of(each.move)) for each in found]
        total = sum(each.visits for each in found)
        shares = [each.visits / total if total else 1.0 for each in found]
        means = [*map(self.evaluation, actions[:MAX_BEST]), *map(_bounded, found[MAX_BEST:])]
        return _listed(actions, found, means, shares)

    def evaluation(self, action: str) -> Candidate:
        """Return the figures of a legal action after a search of its own with the whole budget."""
        if action not in self._evaluations:
            search = self._search(f"{self._seed}/evaluation")
            found = search.evaluation(Action.parse(action), f"{self._seed}/deals")
            self._evaluations[action] = _bounded(found)
        return self._evaluations[action]

    def _search(self, seed: str) -> MoveSearch:
        return MoveSearch(self._root, self._numbers, self._settings, seed)


def _bounded(candidate: Candidate) -> Candidate:
    """Return a candidate with a possible number of enemies: the estimate, a linear regression, may exceed it."""
    return candidate._replace(defeated=min(max(0.0, candidate.defeated), ENEMIES_IN_CASTLE))


def _listed(
    actions: Sequence[str], found: Sequence[Candidate], means: Sequence[Candidate], shares: Sequence[float]
) -> list[ConsideredAction]:
    """List actions with their rollouts in the search, and means that may be of another one."""
    return [
        ConsideredAction(action, own.visits, mean.won, mean.defeated, mean.worth, share, mean.visits)
        for action, own, mean, share in zip(actions, found, means, shares, strict=True)
    ]
