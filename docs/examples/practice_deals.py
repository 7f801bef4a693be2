"""Plays each deal of the practice set once, at random."""

import numpy as np

from regicide import numbered_deal
from regicide_env import Games

deals = [numbered_deal("practice", 2, number) for number in range(1000)]
games = Games(len(deals), players=2, deals=deals)  # game n begins with deal n
won, played = np.zeros(len(deals), bool), np.zeros(len(deals), bool)
while not played.all():
    step = games.step(games.sample())
    won |= step.won & ~played  # the deals that follow do not count
    played |= step.ended
print(f"{won.sum()} of {len(deals)} games won")
