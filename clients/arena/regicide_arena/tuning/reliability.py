"""How far chances agree with results: the Brier score with its decomposition, and the diagram of reliability.

Estimates of one game are dependent, so that intervals come from a bootstrap that draws whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

BINS: Final = 10
DRAWS: Final = 1000
"""Samples of the bootstrap."""
LEAST_GAMES: Final = 20
"""The games below which a share is too uncertain to be drawn."""
LEVELS: Final = (2.5, 97.5)
"""The percentiles of an interval."""


class Judged(NamedTuple):
    """Chances with results; each array has one entry for each chance."""

    chance: Array
    won: Array
    game: Array
    """The number of its game, from 0."""


class Estimate(NamedTuple):
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} ({self.low:.4f} to {self.high:.4f})"


class Bin(NamedTuple):
    """The chances in a tenth of the range."""

    chances: int
    games: int
    mean: float
    won: Estimate


class Decomposition(NamedTuple):
    """The parts of a Brier score (Murphy 1973), by tenths: `reliability - resolution + uncertainty`, nearly."""

    reliability: float
    resolution: float
    uncertainty: float

    def __str__(self) -> str:
        return ", ".join(f"{name} {value:.4f}" for name, value in self._asdict().items())


def brier(judged: Judged) -> Estimate:
    """Return the Brier score: the mean square of the difference between chance and result."""
    return _mean(np.square(judged.chance - judged.won), judged.game)


def brier_difference(one: Judged, other: Judged) -> Estimate:
    """Return by how much the score of one set of chances exceeds the score of another for the same results."""
    squares = [np.square(each.chance - each.won) for each in (one, other)]
    return _mean(squares[0] - squares[1], one.game)


def decomposition(judged: Judged) -> Decomposition:
    """Return the parts of the score."""
    share, total = judged.won.mean(), len(judged.won)
    reliability = resolution = 0.0
    for chosen in _tenths(judged):
        mean, won = judged.chance[chosen].mean(), judged.won[chosen].mean()
        reliability += len(chosen) / total * (mean - won) ** 2
        resolution += len(chosen) / total * (won - share) ** 2
    return Decomposition(float(reliability), float(resolution), float(share * (1 - share)))


def bins(judged: Judged) -> list[Bin]:
    """Return the tenths that have enough games."""
    found = []
    for chosen in _tenths(judged):
        games = len(np.unique(judged.game[chosen]))
        if games >= LEAST_GAMES:
            won = _share(judged.won[chosen], judged.game[chosen], games)
            found.append(Bin(len(chosen), games, float(judged.chance[chosen].mean()), won))
    return found


def _tenths(judged: Judged) -> list[Array]:
    """Return the places of the chances in each tenth that has any."""
    tenth = np.minimum((judged.chance * BINS).astype(int), BINS - 1)
    return [np.flatnonzero(tenth == number) for number in range(BINS) if (tenth == number).any()]


def _share(won: Array, game: Array, games: int) -> Estimate:
    """Return the share of won games; if all agree, no sample differs, and the interval is the exact one of games."""
    share = _mean(won.astype(float), game)
    if share.low < share.high:
        return share
    unseen = 1 - (LEVELS[0] / 100) ** (1 / games)
    return Estimate(share.value, max(0.0, share.value - unseen), min(1.0, share.value + unseen))


def _mean(values: Array, game: Array) -> Estimate:
    """Return a mean over all values, with its interval over samples of games."""
    _, place = np.unique(game, return_inverse=True)
    sums, counts = np.bincount(place, values), np.bincount(place)
    drawn = np.random.default_rng(1).multinomial(len(sums), np.full(len(sums), 1 / len(sums)), DRAWS)
    low, high = np.percentile(drawn @ sums / (drawn @ counts), LEVELS)
    return Estimate(float(values.mean()), float(low), float(high))


# The diagram

WIDTH_PX: Final = 360
HEIGHT_PX: Final = 330
DPI: Final = 72
SIGNS: Final = ("o", "s")


def diagram(title: str, series: Sequence[tuple[str, Judged]]) -> str:
    """Return the diagram of reliability of one or two named sets of chances as a standalone SVG."""
    from matplotlib import rc_context  # noqa: PLC0415 - of another extra
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

    from regicide_arena.svg import FAINT, INK, LINE, SERIES, STYLE, standalone, to_svg  # noqa: PLC0415

    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH_PX / DPI, HEIGHT_PX / DPI), dpi=DPI)
        axes = figure.add_axes((0.15, 0.14, 0.81, 0.77))
        axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="chance to win, in tenths", ylabel="games won")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.tick_params(axis="y", labelsize=9, labelcolor=FAINT.light, color=LINE.light)
        axes.spines[["top", "right"]].set_visible(False)
        axes.plot([0, 1], [0, 1], color=LINE.light, linestyle="--", linewidth=1)
        for (name, judged), sign, colour in zip(series, SIGNS, (SERIES[1], SERIES[0]), strict=False):
            _draw(axes, name, bins(judged), sign, colour.light)
        axes.legend(loc="lower right", frameon=False, labelcolor=INK.light, fontsize=9)
        figure.text(0.012, 0.99, title, va="top", color=INK.light, fontsize=10)
    return standalone(to_svg(figure, "reliability", title, " ".join(_in_words(series))))


def _draw(axes: Any, name: str, found: Sequence[Bin], sign: str, colour: str) -> None:
    at, won = [each.mean for each in found], [each.won for each in found]
    lengths = [[each.value - each.low for each in won], [each.high - each.value for each in won]]
    values = [each.value for each in won]
    style = {"color": colour, "markersize": 5, "elinewidth": 1.2, "linewidth": 0, "clip_on": False}
    axes.errorbar(at, values, yerr=np.maximum(lengths, 0), fmt=sign, label=name, **style)


def _in_words(series: Sequence[tuple[str, Judged]]) -> list[str]:
    """Return a sentence for each set of chances, for screen readers."""
    form: Callable[[Bin], str] = lambda each: f"{each.mean:.0%}: {each.won.value:.0%} won"  # noqa: E731
    return [f"{name}: {', '.join(map(form, bins(judged)))}." for name, judged in series]
