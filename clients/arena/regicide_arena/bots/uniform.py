"""The bot `random`: any legal action, each as likely as the others."""

from __future__ import annotations

import json
import random

from regicide_arena.views import Bot, View


def choose(view: View) -> str:
    """Any legal action, each as likely as the others."""
    return random.choice(view["legal_actions"])  # noqa: S311 - a game, no secret


def random_bot(seed: str) -> Bot:
    """A bot that chooses at random, but always the same for the same seed and view."""

    def choose_again(view: View) -> str:
        known = json.dumps(view, sort_keys=True)
        return random.Random(f"{seed}:{known}").choice(view["legal_actions"])  # noqa: S311 - a game, no secret

    return choose_again
