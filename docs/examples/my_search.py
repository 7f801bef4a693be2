"""A bot that tries every action out on three deals that may be behind the view, and takes the one that did best."""

import random

import regicide


class Bot:
    """Plays on at random from each of them, and counts the enemies that fall."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        deals = [regicide.sample_position(view, self.chance) for _ in range(3)]
        return max(view["legal_actions"], key=lambda action: sum(self.fallen(deal, action) for deal in deals))

    def fallen(self, position, text):
        """How many enemies have fallen when the game is over that begins with this action."""
        position = regicide.apply(position, regicide.Action.parse(text))
        while not position.outcome:
            position = regicide.apply(position, self.chance.choice(position.legal_actions))
        return position.defeated
