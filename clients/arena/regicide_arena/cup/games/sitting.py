"""The bots of one game, each in its seat."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from typing import NamedTuple

from regicide_arena.bots.bot_factory import BotFactory
from regicide_arena.bots.view_types import View
from regicide_arena.cup.deals import Deal
from regicide_arena.cup.games.game import Failure, Kind
from regicide_arena.cup.games.seat import Failed, Seat
from regicide_arena.cup.games.spread import Spread
from regicide_arena.cup.plan import Lineup
from regicide_arena.runtime.timeouts import TIME_LIMIT


class Which(NamedTuple):
    """Which game it is."""

    lineup: Lineup
    number: int
    dealt: Deal
    deadly: Collection[int]
    """The steps at which a bot is not asked, as it ended its process there: that is its failure."""


class Sitting:
    """Asks the bots of a game, and keeps what they failed at, and how long they took.

    What a bot does depends on the deal, on its seat and on its name alone.
    """

    def __init__(self, which: Which, entries: Mapping[str, BotFactory], clock: float) -> None:
        TIME_LIMIT.install()  # bots of the game before may have heard it
        self._which = which
        self.failures: list[Failure] = []
        self.spreads = {name: Spread() for name in which.lineup if name in entries}
        self._seats = {
            seat: Seat(entries[name], f"{which.dealt.seed}/{seat}/{name}", clock, self.spreads[name])
            for seat, name in enumerate(which.lineup)
            if name in entries
        }

    def choose(self, seat: int, step: int, view: View) -> str:
        """What the bot in this seat does, after so many actions of all; a random legal action, if it fails."""
        actions = [*view["legal_actions"]]
        try:
            if step in self._which.deadly:
                raise Failed(Kind.ENDED, "ended the process that it was in")  # noqa: TRY301 - as if it had just done so
            return self._seats[seat].choose(view, actions)
        except Failed as failed:
            self.failures.append(Failure(failed.kind, seat, step, failed.what))
            return random.Random(f"{self._which.dealt.seed}/{step}").choice(actions)  # noqa: S311 - a game
