"""A bot that tries every action in three possible positions behind the view, and takes the best one."""

import random
from collections.abc import Mapping
from typing import Any

import regicide


class Bot:
    """Plays on at random from each position, and counts the defeated enemies."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def __call__(self, view: Mapping[str, Any]) -> str:
        deals = [regicide.sample_position(view, self.chance) for _ in range(3)]
        actions: list[str] = view["legal_actions"]
        return max(actions, key=lambda action: sum(self.fallen(deal, action) for deal in deals))

    def fallen(self, position: regicide.Position, text: str) -> int:
        """Return the number of enemies defeated at the end of a random game after this action."""
        position = regicide.apply(position, regicide.Action.parse(text))
        while not position.outcome:
            position = regicide.apply(position, self.chance.choice(position.legal_actions))
        return position.defeated
