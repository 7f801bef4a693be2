"""The measured strength and speed of the house bots.

Every seat has the same bot, on deals that were not used for tuning. The page docs/included-bots.md shows these figures;
`tests/docs/test_included_bots.py` compares both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_api.reference.texts import text
from regicide_api.schemas.agents import BotFigures, WinRate


def _figures(move_ms: float, games: int, *rates: tuple[float, float, float]) -> BotFigures:
    """The figures of a bot, with the win rate for 1 to 4 players and the ends of its confidence interval."""
    win_rates = [
        WinRate(players=players, games=games, rate=rate, low=low, high=high)
        for players, (rate, low, high) in enumerate(rates, 1)
    ]
    return BotFigures(move_ms=move_ms, win_rates=win_rates)


FIGURES: Final[Mapping[str, BotFigures]] = {
    "random": _figures(0.1, 1000, *[(0.0, 0.0, 0.004)] * 4),
    "greedy": _figures(
        0.2, 1000, (0.301, 0.273, 0.330), (0.279, 0.252, 0.308), (0.387, 0.357, 0.418), (0.154, 0.133, 0.178)
    ),
    "planner-fast": _figures(
        1.6, 2000, (0.992, 0.986, 0.995), (0.958, 0.948, 0.966), (0.995, 0.990, 0.997), (0.967, 0.958, 0.974)
    ),
    "planner": _figures(
        25.0, 2000, (0.998, 0.994, 0.999), (0.970, 0.961, 0.976), (0.996, 0.991, 0.998), (0.977, 0.969, 0.983)
    ),
}
"""The figures of each house bot."""

SHORTEST_MOVE_MS: Final[Mapping[str, float]] = {"planner-fast": 1.4, "planner": 19.0}
"""The mean time of a move for the number of players for which it is shortest, if it differs."""


def description(bot: str, language: str) -> str:
    """What a house bot does."""
    return text(f"bot.{bot}", language)
