"""Runs the games of one tournament with the bots of its entrants, on the engine or on a server.

The rules and the bots of this package run in this process, the bots of others in processes of their own.
"""

from __future__ import annotations

import socket
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final, Protocol

import regicide
from regicide_arena.bots.failures import BotEnded
from regicide_arena.bots.registry import find_bot, load_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.protocol.bot_process import BOT_ERRORS
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import hash_code, is_own, program_of, require_bot
from regicide_arena.runtime.isolation import Isolation, require_sandbox
from regicide_arena.tournament.errors import ChangedBot
from regicide_arena.tournament.games.game import Game, GameRow, ShardResult, to_row
from regicide_arena.tournament.games.seats import ForeignBot, GameSpec, OwnBot, SeatedBot, SeatedBots
from regicide_arena.tournament.model import Environment, Lineup, Tournament, agent_name
from regicide_arena.tournament.schedule import Shard, deal_of, start_of

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


class GameHost(Protocol):
    """Plays games: the engine in this process, or a server."""

    def play(self, spec: GameSpec, bots: SeatedBots) -> Game:
        """Play a game to its end."""

    def close(self) -> None:
        """Release connections."""


class GameRunner:
    """Runs games with the bots of a tournament: each seat has a process of its own, so that seats share nothing."""

    def __init__(self, tournament: Tournament, environment: Environment) -> None:
        """Raises BotNotFound and ChangedBot."""
        self.tournament, self.environment = tournament, environment
        _require_unchanged(tournament, environment)
        folder, hidden = Path(environment.bot_folder), [*map(Path, environment.hidden)]
        bots = tournament.local_bots
        self._own = {name: load_bot(bot) for name, bot in bots.items() if is_own(bot)}
        self._programs = {
            name: program_of(bot, folder, environment.isolation, hidden)
            for name, bot in bots.items()
            if name not in self._own
        }
        self._players: OrderedDict[tuple[str, int], BotPlayer] = OrderedDict()
        """By entrant and seat."""
        self._host = _host(tournament, environment)
        self._idle: threading.Timer | None = None

    def play_shard(self, shard: Shard) -> ShardResult:
        """Play a shard. Raises PlayFailed if a server fails."""
        self._stop_idling()
        self._seat(shard.lineup)
        started = perf_counter()
        try:
            games = [self._play(shard.lineup, number) for number in range(shard.first, shard.end)]
            return ShardResult(shard, games, perf_counter() - started)
        finally:
            self._end_left(shard.lineup)
            self._idle = threading.Timer(IDLE_TIMEOUT_S, self._end_players)
            self._idle.daemon = True
            self._idle.start()

    def close(self) -> None:
        """End the bots, and release connections."""
        self._stop_idling()
        self._end_players()
        self._host.close()

    def _play(self, lineup: Lineup, number: int) -> GameRow:
        spec = GameSpec(lineup, number, deal_of(self.tournament, len(lineup), number))
        bots = SeatedBots(spec, dict(self._bots(spec)), self.tournament)
        game = self._host.play(spec, bots)
        bots.over(game.outcome)
        return to_row(game, bots.timings)

    def _bots(self, spec: GameSpec) -> Iterator[tuple[int, SeatedBot]]:
        """Yield the bots that do not run elsewhere by their seats."""
        for seat, name in enumerate(spec.lineup):
            seed = _bot_seed(spec.deal.seed, seat, name)
            if name in self._own:
                yield seat, OwnBot(self._own[name], seed)
            elif name in self._programs:
                yield seat, ForeignBot(self._players[name, seat], NewGame(seed, seat, len(spec.lineup), seed))

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


def _bot_seed(deal_seed: str, seat: int, name: str) -> str:
    """Return the seed of a bot, from which the seed of the deal cannot be computed."""
    return sha256(f"{deal_seed}/{seat}/{name}".encode()).hexdigest()


def _require_unchanged(tournament: Tournament, environment: Environment) -> None:
    """Raises ChangedBot."""
    for name, bot in tournament.local_bots.items():
        if hash_code(bot, Path(environment.bot_folder)) != environment.code_hashes[name]:
            raise ChangedBot(f"the code of {bot} on {socket.gethostname()} differs from the code that was entered")


_KEPT: Final = threading.local()
"""The runner of this thread, which is kept for the next shard."""


def play_shard(tournament: Tournament, environment: Environment, shard: Shard) -> ShardResult:
    """Play a shard in any process.

    Raises BotNotFound, ChangedBot, and PlayFailed if a server fails.
    """
    runner: GameRunner | None = getattr(_KEPT, "runner", None)
    if runner is None or (runner.tournament, runner.environment) != (tournament, environment):
        if runner:
            runner.close()
        _KEPT.runner = None
        _KEPT.runner = runner = GameRunner(tournament, environment)
    return runner.play_shard(shard)


class EngineHost:
    """Hosts games on the engine."""

    def play(self, spec: GameSpec, bots: SeatedBots) -> Game:
        """Play a game to its end."""
        position, actions = start_of(spec.deal, len(spec.lineup)), [*spec.deal.opening]
        while position.outcome is None:
            action = bots.choose(position.turn, len(actions), seat_view(position, position.turn))
            if bots.has_forfeited:
                break
            taken = regicide.Action.parse(action)
            bots.observe(position, taken)
            position = regicide.apply(position, taken)
            actions.append(action)
        return Game(*spec.beginning, actions, position.outcome, position.defeated, bots.failures)

    def close(self) -> None:
        """Do nothing."""


def _host(tournament: Tournament, environment: Environment) -> GameHost:
    if environment.server is None:
        return EngineHost()
    from regicide_arena.tournament.games.server_games import ServerHost  # noqa: PLC0415 - needs the HTTP client

    return ServerHost(tournament, environment.server)
