"""A bot that is made anew for each seat of each game, from a seed."""

import random


class Bot:
    """Takes any action, never minding what it is; the same ones for the same seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        return self.chance.choice(view["legal_actions"])
