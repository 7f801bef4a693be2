"""The processes of an agent's bots: turns of several games side by side, each game in one process."""

from __future__ import annotations

from collections import Counter, OrderedDict
from threading import Lock

from regicide_arena.agent.bot_process import BotProcess
from regicide_arena.agent.seat_bots import MAX_REMEMBERED_GAMES
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.view_types import View


class BotPool:
    """A bot in a number of processes. Each turn is claimed before the bot is asked, and released afterwards.

    Bots that are made for each seat remember their games, so that each game stays with one process; a bot that is a
    function alone chooses in any process.
    """

    def __init__(
        self, factory: BotFactory, seed: str, size: int = 1, clock_s: float | None = None, niceness: int = 0
    ) -> None:
        self._processes = [BotProcess(factory.location, seed, clock_s, niceness) for _ in range(size)]
        self._keeps_games = factory.is_maker
        self._homes: OrderedDict[str, int] = OrderedDict()
        self._claimed: dict[str, int] = {}
        self._lock = Lock()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat. Raises the errors of `BotProcess`."""
        with self._lock:
            number = self._claimed.get(view["id"], 0)
        return self._processes[number](view)

    def claim(self, game: str) -> bool:
        """Claim a process for a turn of a game; return False if the game's process is busy."""
        with self._lock:
            free = {*range(len(self._processes))} - {*self._claimed.values()}
            if game in self._homes:
                free &= {self._homes[game]}
            if not free or game in self._claimed:
                return False
            games = Counter(self._homes.values())
            self._claimed[game] = min(free, key=lambda number: (games[number], number))
            self._remember(game)
            return True

    def release(self, game: str) -> None:
        """Release the process of a claimed turn."""
        with self._lock:
            self._claimed.pop(game, None)

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over."""
        with self._lock:
            number = self._homes.pop(game, None)
        if number is not None:
            self._processes[number].forget(game)

    def close(self) -> None:
        """End all processes for good, even during a choice."""
        for process in self._processes:
            process.close()

    def _remember(self, game: str) -> None:
        if not self._keeps_games:
            return
        self._homes[game] = self._claimed[game]
        self._homes.move_to_end(game)
        if len(self._homes) > MAX_REMEMBERED_GAMES:
            oldest, number = self._homes.popitem(last=False)
            self._processes[number].forget(oldest)
