"""The sequential rule: how sure it is that two teams differ, for whoever looks after every deal and stops at will.

Whoever looks again and again at an ordinary test and stops as soon as it says 5 % finds a difference between equal bots
in far more than 5 % of cups. The evidence here holds however often one looks.

A deal that both teams win, or neither, says nothing of which is better. If the teams are equal, each of the others, the
discordant deals, is the toss of a fair coin, whatever came before. One bets on it: the evidence e is how many times its
stake a bet has become that spreads itself over all coins, by a Beta(a, a) distribution. After w deals that only the
first team won and l that only the second did,

    e = B(a + w, a + l) / B(a, a) * 2^(w + l),   B being the beta function,

and the stake is divided evenly between some values of a, of which each is best for differences of its own size.

Against a fair coin no bet gains on the average (e is a martingale that begins at 1), so the chance that e ever comes to
1/p is p at most, over all times together (Ville 1939). So 1 over the largest e that there ever was is a p-value that
holds at any time. It takes somewhat more deals than a single look at a test would (see `planning`): that is the price.

What it supposes: the deals come in an order that has nothing to do with how they went. So it goes by the number of the
deals, and has to see all deals from the first on: not those whose games were over first, as those are rather lost.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize.elementwise import find_root
from scipy.special import betaln, logsumexp

FOCI: Final = np.array([1.0, 3.0, 10.0, 30.0])
"""The values of a: the greater, the smaller the differences that are found soonest. By simulation all of them together
take as many deals as the best one for each, and up to an eighth more, for differences from 4 points to 50."""


class Verdict(NamedTuple):
    """How sure it is that two teams differ."""

    p: float
    """The chance that equal teams ever seem to differ as much: for one pair, holds at any time."""
    leader: int
    """Who led when the evidence was largest: 1 the first, -1 the second, 0 neither."""


def log_evidence(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.float64]:
    """The natural logarithm of e, after so many deals that only the first won, and so many that only the second did."""
    foci = FOCI.reshape(-1, *[1] * np.ndim(first))
    each = betaln(foci + first, foci + second) - betaln(foci, foci)
    found: NDArray[np.float64] = logsumexp(each, axis=0) - np.log(len(FOCI)) + (first + second) * np.log(2)
    return found


def verdict(wins: NDArray[np.int8]) -> Verdict:
    """What the deals say, in their order: 1 where only the first won, -1 where only the second did, 0 elsewhere.

    The evidence is worked out after each deal, and the largest counts. So it is the same for those who looked after
    each deal, and for those who looked at the end, and it never gets less.
    """
    discordant = wins[wins != 0]
    first, second = np.cumsum(discordant > 0), np.cumsum(discordant < 0)
    evidence = np.concatenate([[0.0], log_evidence(first, second)])
    largest = int(evidence.argmax())
    leader = int(np.sign(discordant[:largest].sum(dtype=np.int64)))
    return Verdict(float(np.exp(-evidence[largest])), leader)


def wins_needed(discordant: NDArray[np.float64], error: float) -> NDArray[np.float64]:
    """How many of so many discordant deals have to go to one team for it to be better; infinite where none suffice."""

    def beyond(first: NDArray[np.float64], among: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = log_evidence(first, among - first) + np.log(error)
        return found

    suffices = beyond(discordant, discordant) > 0
    among = discordant[suffices]
    needed = np.full(discordant.shape, np.inf)
    needed[suffices] = find_root(beyond, (among / 2, among), args=(among,)).x
    return needed
