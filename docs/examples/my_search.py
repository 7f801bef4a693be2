"""A bot that tries every action in three possible positions behind the view, and takes the best one."""

import random

import regicide


class Bot:
    """Plays on at random from each position, and counts the defeated enemies."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        deals = [regicide.sample_position(view, self.chance) for _ in range(3)]
        return max(view["legal_actions"], key=lambda action: sum(self.fallen(deal, action) for deal in deals))

    def fallen(self, position, text):
        """Return the number of enemies defeated at the end of a random game after this action."""
        position = regicide.apply(position, regicide.Action.parse(text))
        while not position.outcome:
            position = regicide.apply(position, self.chance.choice(position.legal_actions))
        return position.defeated
