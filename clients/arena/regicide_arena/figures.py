"""What games say of a bot: shares, means, how sure they are, and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, quantiles
from typing import Final, NamedTuple

from scipy.stats import sem, t

from regicide_arena.intervals import CONFIDENCE, Interval, wilson
from regicide_arena.measuring import Game

ENEMIES_IN_ALL: Final = 12
GRADES: Final = ("gold", "silver", "bronze")
"""How well a solo game was won."""


class Times(NamedTuple):
    """Milliseconds for each action."""

    p50: float
    p99: float
    mean: float


class Figures(NamedTuple):
    """A bot with a number of players. What cannot be said of so few games is None."""

    bot: str
    players: int
    games: int
    """The games that were played to their end; those below are not among them."""
    failed: int
    failure: str | None
    """The first of the failures."""
    won: int
    win_rate: float | None
    win_rate_interval: Interval | None
    """By Wilson."""
    defeated: float | None
    """The enemies that were defeated, on the average."""
    defeated_interval: Interval | None
    """By Student's t, as far as it is possible."""
    grades: dict[str, float] | None
    """For one player: the shares of all games."""
    ms: Times | None


def figures(bot: str, players: int, games: Sequence[Game]) -> Figures:
    """The figures of these games, whatever order they come in."""
    failures = [game.failure for game in sorted(games, key=lambda game: game.task.number) if game.failure]
    ended = [game.outcome for game in games if game.outcome]
    won = sum(outcome.won for outcome in ended)
    defeated = [outcome.defeated for outcome in ended]
    grades = Counter(outcome.grade for outcome in ended if outcome.grade)
    return Figures(
        bot=bot,
        players=players,
        games=len(ended),
        failed=len(failures),
        failure=failures[0] if failures else None,
        won=won,
        win_rate=won / len(ended) if ended else None,
        win_rate_interval=wilson(won, len(ended)) if ended else None,
        defeated=fmean(defeated) if defeated else None,
        defeated_interval=_of_mean(defeated) if len(defeated) > 1 else None,
        grades={grade: grades[grade] / len(ended) for grade in GRADES} if players == 1 and ended else None,
        ms=_times([second for game in games for second in game.seconds]),
    )


def _of_mean(values: Sequence[int]) -> Interval:
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1) * sem(values))
    return Interval(max(0.0, fmean(values) - half), min(float(ENEMIES_IN_ALL), fmean(values) + half))


def _times(seconds: Sequence[float]) -> Times | None:
    if not seconds:
        return None
    hundredths = quantiles([*seconds] * 2 if len(seconds) == 1 else seconds, n=100, method="inclusive")
    return Times(1000 * hundredths[49], 1000 * hundredths[98], 1000 * fmean(seconds))
