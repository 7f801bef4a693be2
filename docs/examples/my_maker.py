"""A bot that is made for each seat of each game, from a seed."""

import random


class Bot:
    """Takes a random action, the same one for the same seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        return self.chance.choice(view["legal_actions"])
