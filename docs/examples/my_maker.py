"""A bot that is made for each seat of each game, from a seed."""

import random
from collections.abc import Mapping
from typing import Any


class Bot:
    """Takes a random action, the same one for the same seed."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def __call__(self, view: Mapping[str, Any]) -> str:
        actions: list[str] = view["legal_actions"]
        return self.chance.choice(actions)
