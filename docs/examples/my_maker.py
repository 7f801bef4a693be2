"""A bot that is created from a seed for each seat of each game."""

import random


class Bot:
    """Takes random actions; the same ones for the same seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def __call__(self, view):
        return self.chance.choice(view["legal_actions"])
