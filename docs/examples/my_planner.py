"""Planners with another budget, or with other values of a solo win."""

from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search_settings import SearchSettings, WinWorth


def patient(seed):
    """Searches with 3,000 rollouts: the same choice for the same seed and view."""
    return Planner(seed, SearchSettings(rollouts=3000))


def hasty(seed):
    """Searches for 20 milliseconds, so that its choices depend on the machine."""
    return Planner(seed, SearchSettings(milliseconds=20))


def for_gold(seed):
    """Risks a loss rather than winning a solo game with silver."""
    return Planner(seed, SearchSettings(rollouts=500, worth=WinWorth(gold=1.0, silver=0.6, bronze=0.4)))
