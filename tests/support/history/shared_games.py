"""The games of a run, shared by all clients with all tokens, so that clients interfere with each other."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any


@dataclass
class SharedGame:
    """A game: its deal, the known tokens of its seats, and its open seats.

    `granted` are all tokens that any response has granted, by seat. `owner` is the token of the game's owner. The deal
    of a rematch is unknown; `before` is the game that it follows.
    """

    id: str
    seed: str
    players: int
    tokens: dict[int, str]
    open: set[int] = field(default_factory=set)
    granted: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    owner: str | None = None
    before: str | None = None

    def __post_init__(self) -> None:
        for seat, token in self.tokens.items():
            self.granted[seat].add(token)

    @property
    def path(self) -> str:
        """The path of the game."""
        return f"/v1/games/{self.id}"

    def view_path(self, seat: int | None) -> str:
        """The path of the view from a seat with a known token, which is an error if the token is not valid there."""
        return self.path if self.token(seat) is None else f"{self.path}?seat={seat}"

    def token(self, seat: int | None) -> str | None:
        """The token of a seat; None for a spectator and a seat without a known token."""
        return None if seat is None else self.tokens.get(seat)

    def grant(self, seat: int, token: str) -> None:
        """Add the token of a seat."""
        self.tokens[seat] = token
        self.granted[seat].add(token)

    def reopen(self, token: str) -> None:
        """Mark the seat of an unknown token as open."""
        for seat in [seat for seat, held in list(self.tokens.items()) if held == token]:
            self.tokens.pop(seat, None)
            self.open.add(seat)


class AgentTokens:
    """The tokens of agents, which are replaced.

    A store with lost writes may have lost a replacement: then an earlier token is valid.
    """

    def __init__(self, tokens: Mapping[str, str]) -> None:
        self._known = {agent: [token] for agent, token in tokens.items()}

    @property
    def agents(self) -> list[str]:
        """The names of the agents."""
        return [*self._known]

    def add(self, agent: str, token: str) -> None:
        """Add a new token."""
        if token not in self._known[agent]:
            self._known[agent] = [token, *self._known[agent]]

    def known(self, agent: str) -> list[str]:
        """The tokens of an agent, the newest first."""
        return [*self._known[agent]]

    def some(self, agent: str, rng: random.Random) -> str:
        """Mostly the newest token of an agent."""
        newest, *others = self.known(agent)[:3]
        return rng.choice(others) if others and rng.random() < 0.2 else newest


class SharedGames:
    """Active and finished games, and creating requests that any client may repeat.

    `unsettled` are the requests without a final response, by key: each is a function that repeats it for a client.
    """

    HOT = 4
    """Number of popular games, in which clients meet."""

    def __init__(self, agents: Sequence[str] = ()) -> None:
        self.agents = [*agents]
        self._lock = Lock()
        self._active: dict[str, SharedGame] = {}
        self._all: dict[str, SharedGame] = {}
        self._requests: list[tuple[str, dict[str, object], str | None]] = []
        self._owned: dict[str, set[str]] = defaultdict(set)
        self._advice: dict[str, list[str]] = defaultdict(list)
        self.unsettled: dict[str, Callable[[Any], None]] = {}

    def add(self, game: SharedGame) -> None:
        """Add a game unless it is known."""
        with self._lock:
            if game.id not in self._all:
                self._all[game.id] = self._active[game.id] = game

    def get(self, game_id: str) -> SharedGame | None:
        """The known game with an id."""
        return self._all.get(game_id)

    def grant(self, game_id: str, seat: int, token: str) -> None:
        """Add the token of a seat of a known game, unless another one has replaced it."""
        game = self._all[game_id]
        if token not in game.granted[seat]:
            game.grant(seat, token)

    def end(self, game_id: str) -> None:
        """Mark a game as finished or missing."""
        with self._lock:
            self._active.pop(game_id, None)

    def all(self) -> list[SharedGame]:
        """All games."""
        with self._lock:
            return list(self._all.values())

    def active(self) -> list[SharedGame]:
        """The active games."""
        with self._lock:
            return list(self._active.values())

    def some(self, rng: random.Random) -> SharedGame | None:
        """A random active game, often a popular one."""
        games = self.active()
        return rng.choice(games[: self.HOT] if rng.random() < 0.4 else games) if games else None

    def add_owned(self, owner: str, game_id: str) -> None:
        """Add a game to those of the owner with this token."""
        with self._lock:
            self._owned[owner].add(game_id)

    def some_owner(self, rng: random.Random) -> str | None:
        """The token of a recent owner, or None for a new one."""
        with self._lock:
            return rng.choice([*self._owned][-3:]) if self._owned and rng.random() < 0.6 else None

    def owned(self) -> dict[str, set[str]]:
        """The games of all owners, by token."""
        with self._lock:
            return {owner: set(games) for owner, games in self._owned.items()}

    def add_advice(self, game_id: str, advice: str) -> None:
        """Add the id of advice that was asked in a game."""
        with self._lock:
            self._advice[game_id].append(advice)

    def advice(self, game_id: str) -> list[str]:
        """The ids of the latest advice in a game."""
        with self._lock:
            return self._advice[game_id][-4:]

    def add_request(self, key: str, body: dict[str, object], owner: str | None) -> None:
        """Store a creating request."""
        with self._lock:
            self._requests = [*self._requests[-20:], (key, body, owner)]

    def old_request(self, rng: random.Random) -> tuple[str, dict[str, object], str | None] | None:
        """A random recent creating request."""
        with self._lock:
            return rng.choice(self._requests) if self._requests else None
