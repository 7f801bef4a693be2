"""The turn clock of a game: the time for each action, and the consequence of a timeout."""

from __future__ import annotations

from typing import Final, NamedTuple

FORFEIT: Final = "forfeit"
BOT_PREFIX: Final = "bot:"
MAX_TURN_S: Final = 24 * 60 * 60


class Clock(NamedTuple):
    """The seconds for each action, and the agent that stands in after a timeout (None: the game is lost)."""

    seconds: int
    stand_in: str | None = None

    @property
    def on_timeout(self) -> str:
        """The consequence of a timeout as text: `forfeit` or `bot:NAME`."""
        return f"{BOT_PREFIX}{self.stand_in}" if self.stand_in else FORFEIT

    def deadline(self, now: int) -> int:
        """The deadline of an action whose time starts now. Both are milliseconds since 1970."""
        return now + 1000 * self.seconds


def parse_stand_in(on_timeout: str) -> str | None:
    """The agent named by `forfeit` or `bot:NAME`; None for a forfeit."""
    return on_timeout.removeprefix(BOT_PREFIX) if on_timeout.startswith(BOT_PREFIX) else None
