"""How well do bots play, and how fast? Every seat of a game has the same bot, and the deals are the same for each bot.

    .venv/bin/python benchmarks/bots.py --games 500 random greedy

Bots are named as everywhere: `greedy`, `file.py:function`, `package.module:function`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import mean
from time import perf_counter

from regicide_arena.catalogue import find
from regicide_arena.playing import play
from regicide_arena.views import Bot, View


class Stopwatch:
    """A bot that notes how long it took to choose, each time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def __call__(self, view: View) -> str:
        """What the bot chooses."""
        began = perf_counter()
        action = self.bot(view)
        self.seconds.append(perf_counter() - began)
        return action


def measure(bot: Bot, players: int, games: int, deals: str) -> str:
    """The line of a bot and a number of players."""
    timed = Stopwatch(bot)
    outcomes = [play([timed] * players, f"{deals}/{game}", game % players).outcome for game in range(games)]
    won = mean(outcome.won for outcome in outcomes)
    defeated = mean(outcome.defeated for outcome in outcomes)
    return f"{players:7} {games:6} {defeated:9.2f} {won:7.1%} {1e6 * mean(timed.seconds):8.0f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--games", type=int, default=500, help="so many for each number of players (500)")
    parser.add_argument("--deals", default="bots", help="the first part of the seeds: another one makes other deals")
    chosen = parser.parse_args(arguments)
    for text in chosen.bots:
        bot = find(text).make("benchmark")
        print(f"{text}\nplayers  games  defeated     won  us/move")
        for players in (1, 2, 3, 4):
            print(measure(bot, players, chosen.games, chosen.deals), flush=True)


if __name__ == "__main__":
    main()
