"""Planners with other budgets and other values of a win."""

from regicide_arena.bots.estimate import Worth
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search import Settings


def patient(seed):
    """300 rollouts per move: the same move for the same seed and view."""
    return Planner(seed, Settings(rollouts=300))


def hasty(seed):
    """As many rollouts as 20 milliseconds allow, so the moves depend on the machine."""
    return Planner(seed, Settings(milliseconds=20))


def for_gold(seed):
    """Accepts a higher risk of losing a solo game for a win with gold."""
    return Planner(seed, Settings(rollouts=70, worth=Worth(gold=1.0, silver=0.6, bronze=0.4)))
