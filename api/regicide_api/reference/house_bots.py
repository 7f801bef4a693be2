"""The measured strength and speed of the house bots.

Every seat has the same bot, on deals that were not used for tuning. The page docs/included-bots.md shows these figures;
`tests/docs/test_included_bots.py` compares both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from regicide_api.reference.texts import text


class WinRate(NamedTuple):
    """The share of games that a bot wins, and its 95% confidence interval."""

    players: int
    games: int
    rate: float
    low: float
    high: float


class BotFigures(NamedTuple):
    """The win rates of a bot by number of players, and the mean CPU times of its moves in milliseconds.

    The times are those for the numbers of players with the shortest and with the longest mean.
    """

    win_rates: tuple[WinRate, ...]
    move_ms: tuple[float, float]

    def to_json(self) -> dict[str, Any]:
        """The JSON of the figures, with the longer time."""
        return {"move_ms": self.move_ms[1], "win_rates": [rate._asdict() for rate in self.win_rates]}


FIGURES: Final[Mapping[str, BotFigures]] = {
    "random": BotFigures(tuple(WinRate(players, 1000, 0.0, 0.0, 0.004) for players in (1, 2, 3, 4)), (0.1, 0.1)),
    "greedy": BotFigures(
        (
            WinRate(1, 1000, 0.301, 0.273, 0.330),
            WinRate(2, 1000, 0.279, 0.252, 0.308),
            WinRate(3, 1000, 0.387, 0.357, 0.418),
            WinRate(4, 1000, 0.154, 0.133, 0.178),
        ),
        (0.2, 0.2),
    ),
    "planner-fast": BotFigures(
        (
            WinRate(1, 2000, 0.992, 0.986, 0.995),
            WinRate(2, 2000, 0.958, 0.948, 0.966),
            WinRate(3, 2000, 0.995, 0.990, 0.997),
            WinRate(4, 2000, 0.967, 0.958, 0.974),
        ),
        (1.4, 1.6),
    ),
    "planner": BotFigures(
        (
            WinRate(1, 2000, 0.998, 0.994, 0.999),
            WinRate(2, 2000, 0.970, 0.961, 0.976),
            WinRate(3, 2000, 0.996, 0.991, 0.998),
            WinRate(4, 2000, 0.977, 0.969, 0.983),
        ),
        (19.0, 25.0),
    ),
}
"""The figures of each house bot."""


def description(bot: str, language: str) -> str:
    """What a house bot does."""
    return text(f"bot.{bot}", language)
