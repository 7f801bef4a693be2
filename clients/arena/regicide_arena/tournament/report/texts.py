"""Text for names and figures, shared by the terminal and the HTML report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from regicide_arena.stats import Estimate
from regicide_arena.tournament.model import Lineup, is_pure
from regicide_arena.tournament.stats.model import TeamRow

MINUS: Final = "\N{MINUS SIGN}"
ELLIPSIS: Final = "…"
MIN_P: Final = 0.001
"""Smaller p-values are shown as a bound."""


def team_name(lineup: Lineup) -> str:
    """Name a lineup from seat 0; a pure one by its entrant: `a`, `a + 2 × b`."""
    if is_pure(lineup):
        return lineup[0]
    runs = [(name, len([*seats])) for name, seats in groupby(lineup)]
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in runs)


def shorten(name: str, limit: int) -> str:
    """Shorten a name to this number of characters by cutting its middle."""
    if len(name) <= limit:
        return name
    head = limit // 2
    return name[:head] + ELLIPSIS + name[len(name) - (limit - head - 1) :]


def players_text(number: int | None) -> str:
    """Format `1 player`, `2 players`; None stands for all numbers pooled."""
    if number is None:
        return "all numbers of players together"
    return "1 player" if number == 1 else f"{number} players"


def deals_text(number: int) -> str:
    """Format `1 deal`, `2,000 deals`."""
    return f"{number:,} {'deal' if number == 1 else 'deals'}"


def join_names(names: Sequence[str], word: str = "and") -> str:
    """Format `a`, `a and b`, `a, b and c`."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def percent(share: float) -> str:
    """Format `61.2%`."""
    return f"{share:.1%}"


def percent_interval(estimate: Estimate) -> str:
    """Format the interval of a share in percent: `58.1 to 64.2`."""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def mean(value: float) -> str:
    """Format `7.31`."""
    return f"{value:.2f}"


def mean_interval(estimate: Estimate) -> str:
    """Format the interval of a mean: `7.20 to 7.42`."""
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def signed(value: float, decimals: int = 1) -> str:
    """Format `+3.1`, `−0.4`; zero has no sign."""
    text = f"{abs(value):.{decimals}f}"
    return text if not float(text) else ("+" if value > 0 else MINUS) + text


def signed_interval(low: float, high: float, decimals: int = 1) -> str:
    """Format the interval of a difference: `−0.4 to +2.0`."""
    return f"{signed(low, decimals)} to {signed(high, decimals)}"


def p_value(p: float) -> str:
    """Format `0.023`, `< 0.001`."""
    return f"< {MIN_P}" if p < MIN_P else f"{p:.3f}"


def duration(milliseconds: float) -> str:
    """Format with a suitable unit: `0.12 ms`, `8.3 ms`, `120 ms`, `1.5 s`."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.1f} s"
    if milliseconds >= 100:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds:.1f} ms" if milliseconds >= 1 else f"{milliseconds:.2g} ms"


def player_counts(rows: Iterable[TeamRow]) -> list[int]:
    """List the numbers of players of these teams, ascending."""
    return sorted({len(row.lineup) for row in rows})
