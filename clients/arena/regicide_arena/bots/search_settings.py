"""The parameters of a search; the module imports no library, for commands that only parse arguments."""

from __future__ import annotations

from typing import Final, NamedTuple

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


class _Range(NamedTuple):
    """The values of a field, or of each item of a field."""

    kind: type
    low: float
    high: float
    items: int = 0

    def __str__(self) -> str:
        kind = "an integer" if self.kind is int else "a number"
        return f"{self.items} times {kind}" if self.items else kind

    def has(self, value: object) -> bool:
        """Whether a field may have this value."""
        items = value if isinstance(value, tuple) else (value,)
        return len(items) == (self.items or 1) and all(map(self._has, items))

    def _has(self, item: object) -> bool:
        kinds = (int,) if self.kind is int else (int, float)
        return isinstance(item, kinds) and not isinstance(item, bool) and self.low <= item <= self.high


_RANGES: Final = {
    "rollouts": _Range(int, 1, MAX_ROLLOUTS),
    "milliseconds": _Range(float, 0.001, _DAY_MS),
    "horizons": _Range(int, 1, 12, 4),
    "solo_turns": _Range(int, 0, 1000),
    "exploration": _Range(float, 0, _MOST, 4),
    "temperature": _Range(float, 1 / _MOST, _MOST),
    "plays": _Range(int, 1, MAX_CANDIDATES),
    "discards": _Range(int, 1, MAX_CANDIDATES),
    "hope": _Range(float, 0, 1),
    "worth": _Range(float, 0, 1, 3),
}


def require_valid(settings: SearchSettings) -> None:
    """Raise ValueError, which names the first field with a value out of its range."""
    for name, allowed in _RANGES.items():
        value = getattr(settings, name)
        if not (allowed.has(value) or (name == "milliseconds" and value is None)):
            expected = f"expected {allowed} from {allowed.low:g} to {allowed.high:g}"
            raise ValueError(f"SearchSettings: {name} is {value!r}: {expected}")
