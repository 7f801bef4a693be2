"""Ratings from many tournaments: the model of Bradley and Terry (1952), applied to lineups that play the same deals.

Suppose that a lineup wins a deal with the probability s(strength - difficulty), s being the logistic function and the
difficulty that of the deal (Rasch 1960). Of two lineups of which exactly one wins a deal, this is then the first one
with the probability s(difference of the strengths), however difficult the deal is. So lineups are compared as if they
had played against each other; the difficulties need no estimates, and tournaments of different deals share one scale.
Entrants are comparable if a chain of entrants that have played the same deals links them.

The strength of a lineup is the mean over its seats of the strengths of their entrants. Applied to pure lineups this
rates entrants as teams, applied to mixed ones as partners: what an entrant adds in a seat beside others.

The estimates maximize the likelihood of all pairs of lineups on the same deals (Zwinderman 1995), with a weak normal
prior, which keeps the rating of an entrant finite that wins or loses every deal. The pairs of a deal depend on each
other. Therefore the intervals follow from the scores of whole deals (Huber 1967), and not from the number of pairs;
unless those of the curvature are wider, as for an entrant whose deals all have the same score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit
from scipy.stats import norm

from regicide_arena.tournament.model import Lineup, is_pure
from regicide_arena.tournament.stats.model import CONFIDENCE, Estimate, Matrix, Row

MEAN_RATING: Final = 1500.0
"""Rating of the mean strength of all entrants that are rated together."""
POINTS: Final = 400 / np.log(10)
"""Rating points for a unit of strength: 400 points are odds of ten to one, as in chess."""
PRIOR_DEVIATION: Final = 3.0
"""Standard deviation of the prior of strengths, 520 points."""


class Played(NamedTuple):
    """Lineups that have played the same deals."""

    lineups: Sequence[Lineup]
    won: NDArray[np.bool_]
    """Shape (lineups, deals)."""


class RatedTournament(NamedTuple):
    """A tournament of the ladder. The names are members of its file."""

    name: str
    commitment: str
    entrants: dict[str, str]
    """Bot by entrant name."""
    codes: dict[str, str | None]
    """SHA-256 of each entrant's code; None without a source file."""
    results: dict[str, str]
    """By lineup, its names joined by spaces: a digit per deal, 1 for a win."""

    def played(self, players: int, *, is_mixed: bool) -> Played | None:
        """Return the results of the pure or of the mixed lineups of this size; None without two of them."""
        found = {(*text.split(),): won for text, won in self.results.items()}
        chosen = {each: won for each, won in found.items() if len(each) == players and is_pure(each) != is_mixed}
        if len(chosen) < 2:
            return None
        return Played([*chosen], np.array([[digit == "1" for digit in won] for won in chosen.values()]))


class RatingRow(NamedTuple):
    """The rating of an entrant."""

    entrant: str
    rating: Estimate
    deals: int


class Ratings(NamedTuple):
    """The entrants that are comparable with most others, ranked; and the names of those that are not."""

    rows: list[RatingRow]
    unlinked: list[str]


def rate(played: Sequence[Played]) -> Ratings:
    """Rate the entrants of all lineups; the lineups of one tournament have the same deals. Needs no order."""
    names = sorted({name for each in played for lineup in each.lineups for name in lineup})
    linked = _linked(played, names)
    comparable = [each for each in played if {*each.lineups[0]} <= {*linked}]
    if not comparable:
        return Ratings([], names)
    strengths, covariances = _estimate(comparable, linked)
    center = np.eye(len(linked)) - 1 / len(linked)
    ratings = MEAN_RATING + POINTS * center @ strengths
    variances = np.max([np.diag(center @ each @ center) for each in covariances], axis=0)
    half = norm.ppf((1 + CONFIDENCE) / 2) * POINTS * np.sqrt(variances)
    rows = [
        RatingRow(name, Estimate(float(value), float(value - width), float(value + width)), _deals(played, name))
        for name, value, width in zip(linked, ratings, half, strict=True)
    ]
    return Ratings(sorted(rows, key=lambda row: (-row.rating.value, row.entrant)), sorted({*names} - {*linked}))


def _linked(played: Sequence[Played], names: Sequence[str]) -> list[str]:
    """Return the largest set of entrants that common deals link; of equal ones the first."""
    if not names:
        return []
    present = np.array([[any(name in lineup for lineup in each.lineups) for name in names] for each in played], float)
    _, labels = connected_components(present.T @ present)
    largest = np.bincount(labels).argmax()
    return [name for name, label in zip(names, labels, strict=True) if label == largest]


def _deals(played: Sequence[Played], name: str) -> int:
    return sum(each.won.shape[1] for each in played if any(name in lineup for lineup in each.lineups))


def _shares(played: Played, names: Sequence[str]) -> Matrix:
    """Return the share of the seats that an entrant has, shape (lineups, entrants)."""
    return np.array([[lineup.count(name) / len(lineup) for name in names] for lineup in played.lineups])


def _estimate(played: Sequence[Played], names: Sequence[str]) -> tuple[Row, list[Matrix]]:
    """Return the strengths of all entrants, and their covariance by the scores and by the curvature."""
    shares = [_shares(each, names) for each in played]
    pairs: Matrix = np.vstack([(each[:, np.newaxis] - each).reshape(-1, len(names)) for each in shares])
    """The differences between the shares of all pairs of lineups, shape (pairs, entrants)."""
    wins: Row = np.concatenate([(each.won.astype(float) @ ~each.won.T).ravel() for each in played])
    """The deals that the first lineup of each pair wins and the second does not."""
    precision = PRIOR_DEVIATION**-2 * np.eye(len(names))

    def loss(strengths: Row) -> float:
        """Minus the logarithm of the posterior."""
        return float(strengths @ precision @ strengths / 2 - wins @ log_expit(pairs @ strengths))

    def gradient(strengths: Row) -> Row:
        """The first derivatives of the loss."""
        found: Row = precision @ strengths - (wins * expit(-pairs @ strengths)) @ pairs
        return found

    def hessian(strengths: Row) -> Matrix:
        """The second derivatives of the loss."""
        chances = expit(pairs @ strengths)
        found: Matrix = precision + (pairs.T * (wins * chances * (1 - chances))) @ pairs
        return found

    start = np.zeros(len(names))
    found: Any = minimize(loss, start, jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-6})
    inverse = np.linalg.inv(hessian(found.x))
    scores = np.hstack([_scores(each.won, own, found.x) for each, own in zip(played, shares, strict=True)])
    return found.x, [inverse @ (precision + scores @ scores.T) @ inverse, inverse]


def _scores(won: NDArray[np.bool_], shares: Matrix, strengths: Row) -> Matrix:
    """Return the scores of the deals of a tournament, shape (entrants, deals)."""
    lineups = shares @ strengths
    chances = expit(lineups[:, np.newaxis] - lineups)
    found: Matrix = shares.T @ (won * ((1 - chances) @ ~won) - ~won * (chances @ won))
    return found
