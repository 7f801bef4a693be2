"""The clock of a game: how long somebody who is to act may take, and what happens when the time has run out."""

from __future__ import annotations

from typing import Final, NamedTuple

FORFEIT: Final = "forfeit"
BOT: Final = "bot:"
LONGEST: Final = 24 * 60 * 60


class Clock(NamedTuple):
    """The seconds for each action, and the agent that stands in when they are over; None: the game is lost."""

    seconds: int
    stand_in: str | None = None

    @property
    def on_timeout(self) -> str:
        """What happens when the time has run out, as a text."""
        return f"{BOT}{self.stand_in}" if self.stand_in else FORFEIT

    def deadline(self, now: int) -> int:
        """When the time of who is to act from now on is over. Both are milliseconds since 1970."""
        return now + 1000 * self.seconds


def stand_in_of(on_timeout: str) -> str | None:
    """The agent that such a text names; None for a forfeit."""
    return on_timeout.removeprefix(BOT) if on_timeout.startswith(BOT) else None
