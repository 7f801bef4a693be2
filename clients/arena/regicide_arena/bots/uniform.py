"""The bot `random`: a uniform choice among the legal actions."""

from __future__ import annotations

import random

from regicide_arena.bots.view_types import Bot, View, canonical_view


def random_bot(seed: str) -> Bot:
    """Chooses uniformly among the legal actions; the same for the same seed and view."""

    def choose(view: View) -> str:
        return random.Random(f"{seed}:{canonical_view(view)}").choice(view["legal_actions"])  # noqa: S311 - a game

    return choose
