"""A game of a cup on a server, from the seats that are ours."""

from __future__ import annotations

from collections.abc import Generator
from typing import cast

from regicide_arena.bots.view_types import View
from regicide_client import CreatedGame, GameEvent, Session


class Hosted:
    """A game; where agents play, too, we watch what they do."""

    def __init__(self, session: Session, created: CreatedGame, *, watched: bool) -> None:
        self._session = session
        self._seats = {held.seat: session.bearing(held.token) for held in created.seats}
        self._view = created.game
        follow = session.follow(self._view.id, after=self._view.version) if watched else None
        self._events = cast("Generator[GameEvent] | None", follow)
        self._seen = self._view.version
        self.actions: list[str] = []

    @property
    def id(self) -> str:
        """The game."""
        return self._view.id

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return cast(int, self._view.turn)

    @property
    def defeated(self) -> int:
        """How many enemies are defeated."""
        return self._view.defeated

    def close(self) -> None:
        """Look no longer."""
        if self._events:
            self._events.close()

    def await_our_turn(self) -> bool:
        """Wait until it is the turn of one of our seats; False when the game is over."""
        while self._view.turn is not None and self._view.turn not in self._seats:
            assert self._events  # noqa: S101 - somebody else plays, so we watch
            self._note(next(self._events))
            self._view = self._session.look(self.id)
        while self._events and self._view.turn is not None and self._seen < self._view.version:
            self._note(next(self._events))
        return self._view.turn is not None

    def view_of(self, seat: int) -> View:
        """What one of our seats sees."""
        if self._view.you != seat:
            self._view = self._seats[seat].look(self.id)
        return cast("View", self._view.to_dict())

    def act(self, seat: int, action: str) -> None:
        """Take an action from one of our seats."""
        self._view = self._seats[seat].act(self._view, action)
        if self._events is None:
            self.actions.append(action)

    def _note(self, event: GameEvent) -> None:
        self._seen = event.version
        if event.type_ == "action":
            self.actions.append(str(event.action))
