"""Workers, which play shards on the engine or on a server: this process, a pool of processes, or a Dask cluster.

A worker process ends only by a fault of this package, or by the system, as the bots of others run in processes of their
own. The tournament ends with it. A Dask worker may come and go.
"""

from __future__ import annotations

import gc
import socket
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from regicide_arena.bots.failures import BotEnded
from regicide_arena.bots.registry import find_bot, load_bot
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.protocol.bot_process import BOT_ERRORS
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import hash_code, is_own, program_of, require_bot
from regicide_arena.runtime.executors import in_processes, on_dask
from regicide_arena.runtime.isolation import Isolation, require_sandbox
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import Game, Histogram, ShardExecutor, ShardResult
from regicide_arena.tournament.games.seats import SeatedBots
from regicide_arena.tournament.model import Environment, Lineup, Shard, Tournament, agent_name
from regicide_arena.tournament.schedule import deal_of

IDLE_TIMEOUT_S: Final = 60.0
"""The time without a shard after which the processes of bots end; they start again on demand."""
RESTARTS_S: Final = 120.0
"""The time of all starts of a process that replaces another one of its seat; a bot beyond that fails at once."""
MAX_KEPT: Final = 16
"""The processes that stay for later lineups; their start may take longer than a shard."""


def hash_entrants(entrants: dict[str, str], folder: str) -> dict[str, str | None]:
    """Return the code hash of every entrant; None for an agent, which runs elsewhere.

    Raises BotNotFound for a command that is none.
    """
    return {name: None if agent_name(bot) else hash_code(bot, Path(folder)) for name, bot in entrants.items()}


def require_entrants(tournament: Tournament, environment: Environment) -> None:
    """Load every bot that runs on this machine once, those of others in a process as in games.

    Raises BotNotFound and IsolationUnavailable.
    """
    folder, hidden = Path(environment.bot_folder), [*map(Path, environment.hidden)]
    if environment.isolation is Isolation.SANDBOX:
        require_sandbox()
    warm_up(tournament.local_bots.values(), folder)
    for bot in dict.fromkeys(tournament.local_bots.values()):
        if is_own(bot):
            find_bot(bot)
        else:
            require_bot(bot, folder, environment.isolation, hidden=hidden)


class ShardPlayer:
    """Plays the shards of a tournament. Each seat has a process of a bot of its own: seats share nothing."""

    def __init__(self, tournament: Tournament, environment: Environment) -> None:
        """Raises BotNotFound, and PlayFailed if the code of a bot has changed."""
        self.tournament, self.environment = tournament, environment
        folder, hidden = Path(environment.bot_folder), [*map(Path, environment.hidden)]
        for name, bot in tournament.local_bots.items():
            if hash_code(bot, folder) != environment.code_hashes[name]:
                raise PlayFailed(f"the code of {bot} on {socket.gethostname()} differs from the code that was entered")
        self._own = {name: load_bot(bot) for name, bot in tournament.local_bots.items() if is_own(bot)}
        self._programs = {
            name: program_of(bot, folder, environment.isolation, hidden)
            for name, bot in tournament.local_bots.items()
            if name not in self._own
        }
        self._players: OrderedDict[tuple[str, int], BotPlayer] = OrderedDict()
        """By entrant and seat."""
        self._server = None
        if environment.server is not None:
            from regicide_arena.tournament.games.server import ServerHost  # noqa: PLC0415 - needs the HTTP client

            self._server = ServerHost(tournament, environment.server)
        self._idle: threading.Timer | None = None

    def play(self, shard: Shard) -> ShardResult:
        """Play a shard. Raises PlayFailed if a server fails."""
        self._stop_idling()
        self._seat(shard.lineup)
        times, started = {name: Histogram() for name in shard.lineup}, perf_counter()
        try:
            games = [self._play(shard.lineup, number, times) for number in range(shard.first, shard.end)]
            return ShardResult(*shard, perf_counter() - started, times, games)
        finally:
            self._end_left(shard.lineup)
            self._idle = threading.Timer(IDLE_TIMEOUT_S, self._end_players)
            self._idle.daemon = True
            self._idle.start()

    def close(self) -> None:
        """End the bots, and release connections."""
        self._stop_idling()
        self._end_players()
        if self._server:
            self._server.close()

    def _play(self, lineup: Lineup, number: int, times: dict[str, Histogram]) -> Game:
        game = Game.begin(lineup, number, deal_of(self.tournament, len(lineup), number))
        bots = SeatedBots(game, self.tournament, self._own, self._players, times)
        if self._server:
            self._server.play(game, bots)
        else:
            bots.play_on_engine()
        bots.over()
        return game

    def _seat(self, lineup: Lineup) -> None:
        """Start the processes of a lineup, before its time is measured, and end those not used for longest."""
        for name, seat in ((name, seat) for seat, name in enumerate(lineup) if name in self._programs):
            if (name, seat) not in self._players:
                program, clock_s = self._programs[name], self.tournament.clock
                self._players[name, seat] = BotPlayer(program, clock_s, restarts_s=RESTARTS_S)
            self._players.move_to_end((name, seat))
            with suppress(*BOT_ERRORS):  # a bot that cannot start fails when it is asked
                self._players[name, seat].start()
        self._end_players(MAX_KEPT)

    def _end_left(self, lineup: Lineup) -> None:
        """End what bots have left running, which would slow down the bots after them."""
        for seat, name in enumerate(lineup):
            player = self._players.get((name, seat))
            with suppress(BotEnded):
                if player and player.process and player.process.left_processes():
                    player.end_process()

    def _end_players(self, kept: int = 0) -> None:
        while len(self._players) > kept:
            self._players.popitem(last=False)[1].close()

    def _stop_idling(self) -> None:
        if self._idle:
            self._idle.cancel()
            self._idle.join()


_KEPT: Final = threading.local()
"""The player of this thread, which is kept for the next shard."""


def play_shard(tournament: Tournament, environment: Environment, shard: Shard, *, checks: bool = False) -> ShardResult:
    """Play a shard in any process; `checks` says whether to check the bots first, as `require_entrants` does.

    Raises BotNotFound and IsolationUnavailable, and PlayFailed if a server fails.
    """
    player: ShardPlayer | None = getattr(_KEPT, "player", None)
    if player is None or (player.tournament, player.environment) != (tournament, environment):
        if player:
            player.close()
        _KEPT.player = None
        if checks:
            require_entrants(tournament, environment)
        _KEPT.player = player = ShardPlayer(tournament, environment)
    return player.play(shard)


@contextmanager
def in_process(tournament: Tournament, environment: Environment) -> Iterator[ShardExecutor]:
    """Play in this process. Raises BotNotFound and PlayFailed."""
    gc.freeze()  # for the rest of the process: the collector skips the imported libraries, which are large
    with closing(ShardPlayer(tournament, environment)) as player:
        yield partial(map, player.play)


def process_pool(
    tournament: Tournament, environment: Environment, workers: int
) -> AbstractContextManager[ShardExecutor]:
    """Play in this number of worker processes. Raises BotNotFound, PlayFailed and WorkersFailed."""
    return in_processes(partial(play_shard, tournament, environment), workers)


def dask_cluster(
    tournament: Tournament, environment: Environment, scheduler: str
) -> AbstractContextManager[ShardExecutor]:
    """Play on the workers of the scheduler at this address.

    Where workers are lost again and again with the same shard, it is halved until the game that causes it is found.
    Raises PlayFailed, WorkersFailed, and the errors that prevent a worker from starting.
    """
    return on_dask(partial(play_shard, tournament, environment, checks=True), scheduler, _halves)


def _halves(shard: Shard) -> list[Shard]:
    """Divide a shard with which workers were lost. Raises PlayFailed for a single game."""
    if shard.games == 1:
        raise PlayFailed(f"every worker was lost that played {' '.join(shard.lineup)}, deal {shard.first}")
    middle = (shard.first + shard.end) // 2
    return [shard._replace(first=middle), shard._replace(end=middle)]
