"""Playing games of a cup on the engine, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from contextlib import redirect_stdout
from typing import TypeAlias

import regicide
from regicide_arena.bots.view_types import seat_view
from regicide_arena.cup.deals import deal
from regicide_arena.cup.games.entries import entry_of
from regicide_arena.cup.games.game import Game
from regicide_arena.cup.games.sitting import Sitting, Which
from regicide_arena.cup.games.spread import Spread
from regicide_arena.cup.plan import Cup, Lineup, OnFailure, Setting, agent_of

AboutToAsk: TypeAlias = Callable[[int], None]
"""What is told, before a bot is asked, how many actions there were in this game."""


def ignore(_step: int) -> None:
    """Nobody needs to know: what a bot does to its process, it does to us."""


class Table:
    """A table at which games of one cup are played."""

    def __init__(self, cup: Cup, setting: Setting, about_to_ask: AboutToAsk = ignore) -> None:
        """Raises NoSuchBot and AnotherBot."""
        self._cup, self._about_to_ask = cup, about_to_ask
        self._entries = {
            name: entry_of(bot, setting.folder, setting.codes[name])
            for name, bot in cup.entrants.items()
            if agent_of(bot) is None
        }

    def play(self, lineup: Lineup, number: int, deadly: Collection[int] = ()) -> tuple[Game, dict[str, Spread]]:
        """Play a game: how it was, and how long each entrant took for its actions.

        Raises CannotPlay where the game is played on a server, and that fails.
        """
        which = Which(lineup, number, deal(self._cup.seed, len(lineup), number), deadly)
        sitting = Sitting(which, self._entries, self._cup.clock)
        with redirect_stdout(sys.stderr):  # what a bot prints is no part of our answer
            return self._played(which, sitting), sitting.spreads

    def close(self) -> None:
        """Nobody plays here any more."""

    def _is_forfeited(self, sitting: Sitting) -> bool:
        return bool(sitting.failures) and self._cup.on_failure is OnFailure.FORFEIT

    def _played(self, which: Which, sitting: Sitting) -> Game:
        position = regicide.start(which.dealt.seed, len(which.lineup), which.dealt.first_player)
        actions: list[str] = []
        while position.outcome is None:
            self._about_to_ask(len(actions))
            action = sitting.choose(position.turn, len(actions), seat_view(position, position.turn))
            if self._is_forfeited(sitting):
                break
            position = regicide.act(position, regicide.parse_action(action))
            actions.append(action)
        game = which.lineup, which.number, *which.dealt, actions
        return Game(*game, position.outcome, position.defeated, sitting.failures)


def table_of(cup: Cup, setting: Setting, about_to_ask: AboutToAsk = ignore) -> Table:
    """The table at which a cup is played: here, or on a server.

    Raises NoSuchBot and AnotherBot.
    """
    if setting.server is None:
        return Table(cup, setting, about_to_ask)
    from regicide_arena.cup.games.online import OnlineTable  # noqa: PLC0415 - only servers need its libraries

    return OnlineTable(cup, setting, about_to_ask)
