"""Runs the games of one tournament: loads the bots of its entrants, and plays on the engine or on a server."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

import regicide
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.tournament.errors import ChangedBot
from regicide_arena.tournament.games.call_record import CallFailure
from regicide_arena.tournament.games.game import Game
from regicide_arena.tournament.games.histogram import Histogram
from regicide_arena.tournament.games.seats import AskWatch, GameSpec, SeatedBots
from regicide_arena.tournament.model import Environment, Lineup, Tournament, agent_name
from regicide_arena.tournament.schedule import derive_deal

PACKAGE: Final = Path(__file__).parents[2]
SOURCES: Final = ("bots/*.py", "bots/tuned/*.json", "kernel/*.py")
"""The files on which the choices of the built-in bots depend, with the tuned numbers of the planners."""


def hash_code(factory: BotFactory, package: Path = PACKAGE) -> str | None:
    """Return the SHA-256 of a bot's source file; None without one. The bot's further imports are not covered.

    A bot of this package, or whose file names it, is hashed together with the sources of all built-in bots.
    """
    if (file := factory.source_file) is None:
        return None
    code = file.read_bytes()
    if file.is_relative_to(PACKAGE) or PACKAGE.name.encode() in code:
        code += _hash_sources(package)
    return sha256(code).hexdigest()


@cache
def _hash_sources(package: Path) -> bytes:
    """Return the SHA-256 of the names, sizes and contents of the sources."""
    found = sha256()
    for file in sorted(file for pattern in SOURCES for file in package.glob(pattern)):
        contents = file.read_bytes()
        found.update(f"{file.relative_to(package).as_posix()} {len(contents)}\n".encode())
        found.update(contents)
    return found.digest()


@cache
def load_entrant(bot: str, folder: str, code_hash: str | None = None) -> BotFactory:
    """Load an entrant's bot; file names are relative to the folder. With a hash, its code must match.

    Raises BotNotFound and ChangedBot.
    """
    factory = find_bot(bot, Path(folder))
    if code_hash is not None and code_hash != hash_code(factory):
        raise ChangedBot(f"the code of {bot} on {socket.gethostname()} differs from the code that was entered")
    return factory


def hash_entrants(entrants: dict[str, str], folder: str) -> dict[str, str | None]:
    """Return the code hash of every entrant; None for an agent, which runs elsewhere.

    Raises BotNotFound.
    """
    return {name: None if agent_name(bot) else hash_code(load_entrant(bot, folder)) for name, bot in entrants.items()}


class GameHost(Protocol):
    """Plays games: the engine in this process, or a server."""

    def play(self, spec: GameSpec, bots: SeatedBots) -> Game:
        """Play a game to its end."""

    def close(self) -> None:
        """Release connections."""


class GameRunner:
    """Runs games with the bots of a tournament."""

    def __init__(self, tournament: Tournament, environment: Environment, watch: AskWatch | None = None) -> None:
        """Raises BotNotFound and ChangedBot."""
        self._tournament, self._watch = tournament, watch
        self._factories = {
            name: load_entrant(bot, environment.bot_folder, environment.code_hashes[name]).prepared()
            for name, bot in tournament.entrants.items()
            if agent_name(bot) is None
        }
        self._host = _host(tournament, environment)

    def play(
        self, lineup: Lineup, number: int, crashes: Mapping[int, CallFailure] | None = None
    ) -> tuple[Game, dict[str, Histogram]]:
        """Play a deal; return the game, and the durations of actions by entrant.

        Raises PlayFailed if a server fails.
        """
        deal = derive_deal(self._tournament.seed, len(lineup), number)
        spec = GameSpec(lineup, number, deal, crashes or {})
        bots = SeatedBots(spec, self._factories, self._tournament, self._watch)
        return self._host.play(spec, bots), bots.timings

    def close(self) -> None:
        """Release connections."""
        self._host.close()


class EngineHost:
    """Hosts games on the engine."""

    def play(self, spec: GameSpec, bots: SeatedBots) -> Game:
        """Play a game to its end."""
        position = regicide.Position.new(spec.deal.seed, len(spec.lineup), spec.deal.first_player)
        actions: list[str] = []
        while position.outcome is None:
            action = bots.choose(position.turn, len(actions), seat_view(position, position.turn))
            if bots.has_forfeited:
                break
            position = regicide.apply(position, regicide.Action.parse(action))
            actions.append(action)
        return Game(spec.lineup, spec.number, *spec.deal, actions, position.outcome, position.defeated, bots.failures)

    def close(self) -> None:
        """Do nothing."""


def _host(tournament: Tournament, environment: Environment) -> GameHost:
    if environment.server is None:
        return EngineHost()
    from regicide_arena.tournament.games.server_games import ServerHost  # noqa: PLC0415 - needs the HTTP client

    return ServerHost(tournament, environment.server)
