"""A bot that tries every action on three sampled positions and takes the best one."""

import random

import regicide


class Bot:
    """Plays at random from each position to the end, and counts the defeated enemies."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        positions = [regicide.redeal(view, self.chance) for _ in range(3)]
        return max(
            view["legal_actions"],
            key=lambda action: sum(self.defeated_after(position, action) for position in positions),
        )

    def defeated_after(self, position, text):
        """The number of defeated enemies at the end of a random game that starts with this action."""
        position = regicide.act(position, regicide.parse_action(text))
        while not position.outcome:
            position = regicide.act(position, self.chance.choice(regicide.legal_actions(position)))
        return position.defeated
