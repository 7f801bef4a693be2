"""Planners of the house with another budget, and with another taste."""

from regicide_arena.bots.estimate import WinWorth
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search import SearchSettings


def patient(seed):
    """Takes 300 rollouts for each move: for the same seed and view it is the same move again."""
    return Planner(seed, SearchSettings(rollouts=300))


def hasty(seed):
    """Takes as many as there is time for in 20 milliseconds, so what it finds depends on the machine."""
    return Planner(seed, SearchSettings(milliseconds=20))


def for_gold(seed):
    """Alone it would rather lose once in a while than win with silver."""
    return Planner(seed, SearchSettings(rollouts=70, worth=WinWorth(gold=1.0, silver=0.6, bronze=0.4)))
