"""How many deals it takes to tell two teams apart: to be settled beforehand, and before anything was played.

All of it holds for one pair of teams. With more pairs it takes more deals, as the error is shared out among them. For 3
pairs it is a third more at most, for 10 pairs two thirds: what it takes with the error divided by the number of pairs.
"""

from __future__ import annotations

from math import ceil
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from statsmodels.stats.power import normal_sample_size_one_tail

from regicide_arena.cup.statistics.sequential import wins_needed

CUPS: Final = 1000
"""So many cups are simulated …"""
SIMULATED_FROM: Final = 1939
"""… always the same."""
SEEN: Final = 0.95
"""So many of them are played until they are decided: a median and a 90th percentile need no more."""
BLOCK: Final = 1000
"""So many discordant deals of each cup are simulated at a time."""


class Rivals(NamedTuple):
    """Two teams, as they are supposed to be; all are shares of the deals."""

    difference: float
    """Of the win rates."""
    discordant: float
    """What only one of the two wins."""

    @property
    def coin(self) -> float:
        """How many of the discordant deals the better one wins."""
        return (1 + self.difference / self.discordant) / 2


class Impossible(ValueError):
    """There are no two such teams."""


class Sequential(NamedTuple):
    """How many deals the sequential rule takes."""

    median: int
    most: int
    """In 90 of 100 cups it takes no more."""


def rivals(win_rate: float, difference: float, alike: float | None) -> Rivals:
    """Teams of which the weaker has this win rate, and which do alike on so many deals.

    None: as many as if what one of them does had nothing to do with the other.

    Raises Impossible, if the win rates leave no room for that.
    """
    better = win_rate + difference
    if better > 1 + 1e-9:
        raise Impossible(f"{_percent(win_rate)} and {_percent(difference)} more is above 100 %")
    if alike is None:
        return Rivals(difference, win_rate * (1 - better) + (1 - win_rate) * better)
    least, most = abs(1 - win_rate - better), 1 - difference
    if not least - 1e-9 <= alike <= most + 1e-9:
        both = f"teams that win {_percent(win_rate)} and {_percent(better)}"
        raise Impossible(
            f"{both} do alike on {_percent(least)} to {_percent(most)} of the deals, not {_percent(alike)}"
        )
    return Rivals(difference, max(1 - alike, difference))


def settled_deals(teams: Rivals, power: float, error: float) -> int:
    """The deals after which McNemar's test finds the difference with this chance, if one looks then and never before.

    By the normal approximation (Connor 1987), which takes too few where it says fewer than some 30.
    """
    spread = teams.discordant - teams.difference**2
    found: float = normal_sample_size_one_tail(teams.difference, power, error / 2, teams.discordant**0.5, spread**0.5)
    return ceil(found)


def sequential_deals(teams: Rivals, error: float) -> Sequential:
    """The deals after which the sequential rule finds the difference, if one looks after every deal.

    By simulation, which is always the same.
    """
    rng = np.random.default_rng(SIMULATED_FROM)
    discordant = _discordant_deals(teams.coin, error, rng)
    deals = discordant + rng.negative_binomial(discordant, teams.discordant)  # the deals between them
    median, most = np.quantile(deals, [0.5, 0.9], method="inverted_cdf")
    return Sequential(int(median), int(most))


def _discordant_deals(coin: float, error: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """For each cup, how many discordant deals it takes; those that go on and on have got as many as there were."""
    taken = np.zeros(CUPS, dtype=np.int64)
    won = np.zeros(CUPS, dtype=np.int64)
    played = 0
    while np.count_nonzero(taken) < SEEN * CUPS:
        open_cups = np.flatnonzero(taken == 0)
        among = played + np.arange(1, BLOCK + 1)
        wins = won[open_cups, np.newaxis] + np.cumsum(rng.random((len(open_cups), BLOCK)) < coin, axis=1)
        is_decided = np.maximum(wins, among - wins) >= wins_needed(among.astype(np.float64), error)
        first = played + 1 + is_decided.argmax(axis=1)
        taken[open_cups] = np.where(is_decided.any(axis=1), first, 0)
        won[open_cups] = wins[:, -1]
        played += BLOCK
    return np.where(taken, taken, played)


def _percent(part: float) -> str:
    return f"{100 * part:g} %"
