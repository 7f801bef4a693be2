"""Partners of the track `strangers` that play otherwise than the included bots."""

from random import Random
from typing import Any

from regicide_arena.bots.planner import planner_fast
from regicide_arena.bots.view_types import Bot

ERRORS = 0.1
"""The share of the actions of `hasty` that are random."""


def hasty(seed: str) -> Bot:
    """Plays as planner-fast, and one action in ten at random."""
    rng, planner = Random(seed), planner_fast(seed)

    def choose(view: Any) -> str:
        return rng.choice(view["legal_actions"]) if rng.random() < ERRORS else planner(view)

    return choose
