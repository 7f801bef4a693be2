"""The parameters of a search; the module imports no library, for commands that only parse arguments."""

from __future__ import annotations

from typing import Final, NamedTuple

MAX_ROLLOUTS: Final = 10_000_000
"""The limit of rollouts for each choice; the tree takes about 100 bytes of memory for each."""


class WinWorth(NamedTuple):
    """The worth of a solo win to a search, with 2, 1 and 0 jesters left; a loss has 0, a win of several players 1."""

    gold: float = 1.0
    silver: float = 0.7
    bronze: float = 0.5


class SearchSettings(NamedTuple):
    """The parameters of a search."""

    rollouts: int = 1000
    """Rollouts for each choice, at most MAX_ROLLOUTS."""
    milliseconds: float | None = None
    """A time limit for each choice instead of a number of rollouts; choices then depend on the machine."""
    horizons: tuple[int, int, int, int] = (12, 2, 2, 2)
    """Enemies to defeat in a rollout before the estimate replaces the rest, for 1 to 4 players."""
    solo_turns: int = 4
    """Turns that the policy plays in a rollout of a solo game before that, beyond the tree."""
    exploration: tuple[float, float, float, float] = (0.4, 0.5, 0.5, 0.5)
    """The weight of the priors against the means, for 1 to 4 players. With less, the first few rollouts decide."""
    temperature: float = 25.0
    """Points of the policy's rating that change a prior by the factor e; with fewer, the search follows the policy."""
    plays: int = 8
    """Moves considered at the start of a turn."""
    discards: int = 5
    """Moves considered when damage is suffered."""
    hope: float = 0.1
    """The worth of a loss after all twelve enemies; a loss counts in proportion, so that a lost game is played on."""
    worth: WinWorth = WinWorth()
