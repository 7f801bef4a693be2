"""The parameters of a search; the module imports no library, for commands that only parse arguments."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MAX_ROLLOUTS: Final = 10_000_000
"""The limit of rollouts for each choice; the tree takes about 100 bytes of memory for each."""
MAX_CANDIDATES: Final = 260
"""More than the legal moves of any position."""
_DAY_MS: Final = 24 * 60 * 60 * 1000.0
_MOST: Final = 1e6


class WinWorth(NamedTuple):
    """The worth of a solo win to a search, with 2, 1 and 0 jesters left; a loss has 0, a win of several players 1."""

    gold: float = 1.0
    silver: float = 0.7
    bronze: float = 0.5


ANY_WIN: Final = WinWorth(1.0, 1.0, 1.0)
"""A search that plays for any win, whatever its grade."""


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


_RANGES: Final[dict[str, tuple[float, float]]] = {
    "rollouts": (1, MAX_ROLLOUTS),
    "milliseconds": (0.001, _DAY_MS),
    "horizons": (1, 12),
    "solo_turns": (0, 1000),
    "exploration": (0, _MOST),
    "temperature": (1 / _MOST, _MOST),
    "plays": (1, MAX_CANDIDATES),
    "discards": (1, MAX_CANDIDATES),
    "hope": (0, 1),
    "worth": (0, 1),
}
"""The least and the greatest value of each field, or of each item of it."""


def require_valid(settings: SearchSettings) -> None:
    """Raise ValueError, which names the first field with a value out of its range, or of another type or length."""
    value: Any
    for (name, (low, high)), value, default in zip(_RANGES.items(), settings, SearchSettings(), strict=True):
        items, usual = (each if isinstance(each, tuple) else (each,) for each in (value, default))
        kinds, number = ((int,), "an integer") if isinstance(usual[0], int) else ((int, float), "a number")
        if value is not default and not (
            len(items) == len(usual)
            and all(isinstance(each, kinds) and not isinstance(each, bool) and low <= each <= high for each in items)
        ):
            times = f"{len(usual)} times " if isinstance(default, tuple) else ""
            raise ValueError(f"SearchSettings: {name} is {value!r}: expected {times}{number} from {low:g} to {high:g}")
