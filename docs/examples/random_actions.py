"""Plays random actions in many games at once."""

from regicide_env import Games

games = Games(1024, players=2, seed=1, returns="damage")
wins = total = 0
for _ in range(200):
    actions = games.sample()  # legal ones; a policy computes them from games.observations and games.masks
    rewards, ended, won, defeated = games.step(actions)
    wins, total = wins + won.sum(), total + ended.sum()
print(f"{total} games, {wins} won")
