"""The bots that choose in the process of an agent: one for each seat of each game."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.protocol.player import MAX_REMEMBERED_GAMES


class PerSeatBot:
    """A bot that delegates to a separate bot for each seat of each game on a server, made on its first turn.

    Beyond a number of games, the bots of the least recently played one are dropped.
    """

    def __init__(self, factory: BotFactory, seed: str) -> None:
        self._factory, self._seed = factory, seed
        self._games: OrderedDict[str, dict[int | None, Bot]] = OrderedDict()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat."""
        return self._bot(view["id"], view["you"])(view)

    def over(self, game: str, _: Any = None) -> None:
        """Drop the bots of a game that is over."""
        self._games.pop(game, None)

    def _bot(self, game: str, seat: int | None) -> Bot:
        bots = self._games.setdefault(game, {})
        self._games.move_to_end(game)
        if len(self._games) > MAX_REMEMBERED_GAMES:
            self._games.popitem(last=False)
        if seat not in bots:
            bots[seat] = self._factory.make(f"{self._seed}/{game}/{seat}")
        return bots[seat]
