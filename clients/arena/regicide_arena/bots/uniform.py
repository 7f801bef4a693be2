"""The bot `random`: any legal action, each as likely as the others."""

from __future__ import annotations

import random

from regicide_arena.views import Bot, View, by_the_rules


def random_bot(seed: str) -> Bot:
    """Any legal action, each as likely as the others; for the same seed and view always the same."""

    def choose(view: View) -> str:
        return random.Random(f"{seed}:{by_the_rules(view)}").choice(view["legal_actions"])  # noqa: S311 - no secret

    return choose
