"""The processes of an agent's bot: turns of several games side by side, each game in one process."""

from __future__ import annotations

from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any

from regicide.rulebook import FULL_HAND
from regicide_arena.bots.view_types import View
from regicide_arena.protocol.bot_process import Program
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import MAX_REMEMBERED_GAMES, BotPlayer


class BotPool:
    """A bot in a number of processes. Each turn is claimed before the bot is asked, and released afterwards.

    A game stays with one process, as the bot may remember it.
    """

    def __init__(self, program: Program, seed: str, size: int = 1, clock_s: float | None = None) -> None:
        self._players = [BotPlayer(program, clock_s) for _ in range(size)]
        self.size, self._seed = size, seed
        self._homes: OrderedDict[str, BotPlayer] = OrderedDict()
        self._claimed: dict[str, BotPlayer] = {}
        self._lock = Lock()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot in a seat of a claimed game. Raises the errors of `BotPlayer.choose`."""
        game, seat = view["id"], view["you"] or 0
        begun = NewGame(_seat_name(game, seat), seat, view["players"], f"{self._seed}/{game}/{seat}")
        return self._claimed[game].choose(begun, view)

    def claim(self, game: str) -> bool:
        """Claim the process of a game for a turn; return False if it is busy."""
        with self._lock:
            games = Counter(self._homes.values())
            free = [each for each in self._players if each not in self._claimed.values()]
            home = self._homes.get(game) or min(free, key=lambda each: games[each], default=None)
            if home is None or home not in free:
                return False
            self._claimed[game] = self._homes[game] = home
            self._homes.move_to_end(game)
            if len(self._homes) > MAX_REMEMBERED_GAMES:
                self._homes.popitem(last=False)
            return True

    def release(self, game: str) -> None:
        """Release the process of a claimed turn."""
        with self._lock:
            self._claimed.pop(game, None)

    def over(self, game: str, result: Any = None) -> None:
        """Tell the bot that a game is over for it; the result is as in the message `over`."""
        with self._lock:
            home = self._homes.pop(game, None)
        if home:
            for seat in range(max(FULL_HAND)):
                home.over(_seat_name(game, seat), result)

    def replace(self, program: Program) -> None:
        """Use another program, each process after its present choice."""
        for player in self._players:
            player.replace(program)

    def close(self) -> None:
        """End all processes for good, even during a choice."""
        with ThreadPoolExecutor(len(self._players)) as closing:
            [*closing.map(BotPlayer.close, self._players)]


def _seat_name(game: str, seat: int) -> str:
    return f"{game}/{seat}"
