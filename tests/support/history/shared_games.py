"""The games of a run, as all clients know them: they share the tokens of all seats, and get in each other's way."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from threading import Lock


@dataclass
class SharedGame:
    """A game: its deal, the tokens of its seats that a client holds, and the seats that are open."""

    id: str
    seed: str
    players: int
    tokens: dict[int, str]
    open: set[int] = field(default_factory=set)

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/v1/games/{self.id}"

    def token(self, seat: int | None) -> str | None:
        """The token of a seat; none of a spectator, and of a seat that is not held."""
        return None if seat is None else self.tokens.get(seat)

    def reopen(self, token: str) -> None:
        """Nobody knows this token any more: its seat is open again."""
        for seat in [seat for seat, held in list(self.tokens.items()) if held == token]:
            self.tokens.pop(seat, None)
            self.open.add(seat)


class SharedGames:
    """Games that go on, those that are over, and requests to create one that may be sent again by anybody."""

    HOT = 4
    """Clients often choose among so few, so that they meet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._active: dict[str, SharedGame] = {}
        self._all: dict[str, SharedGame] = {}
        self._wishes: list[tuple[str, dict[str, object]]] = []

    def add(self, game: SharedGame) -> None:
        """Put a game there, if it is new."""
        with self._lock:
            if game.id not in self._all:
                self._all[game.id] = self._active[game.id] = game

    def end(self, game_id: str) -> None:
        """A game is over, or gone."""
        with self._lock:
            self._active.pop(game_id, None)

    def all(self) -> list[SharedGame]:
        """All games that there have been."""
        with self._lock:
            return list(self._all.values())

    def active(self) -> list[SharedGame]:
        """Those that go on."""
        with self._lock:
            return list(self._active.values())

    def some(self, rng: random.Random) -> SharedGame | None:
        """A game that goes on; often one that others play, too."""
        games = self.active()
        return rng.choice(games[: self.HOT] if rng.random() < 0.4 else games) if games else None

    def wish(self, key: str, body: dict[str, object]) -> None:
        """Somebody has wished for a game so."""
        with self._lock:
            self._wishes = [*self._wishes[-20:], (key, body)]

    def old_wish(self, rng: random.Random) -> tuple[str, dict[str, object]] | None:
        """What somebody has wished for not long ago."""
        with self._lock:
            return rng.choice(self._wishes) if self._wishes else None
