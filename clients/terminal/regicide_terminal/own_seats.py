"""The seats of one game that the player holds: one, or several that the player plays in turn."""

from __future__ import annotations

from collections.abc import Mapping

from regicide_client import GameView, Session


class OwnSeats:
    """The sessions of the seats by their numbers; None is that of a spectator."""

    def __init__(self, sessions: Mapping[int | None, Session]) -> None:
        self._sessions = sessions

    def session(self, view: GameView) -> Session:
        """Return the session of the seat that a view belongs to."""
        return self._sessions[view.you]

    def turned(self, view: GameView) -> GameView:
        """Return the view of the seat to act if the player holds it, otherwise the same view."""
        if view.turn is None or view.turn == view.you or view.turn not in self._sessions:
            return view
        return self._sessions[view.turn].get_game(view.id)

    def give_up(self, game_id: str, *, agree: bool) -> GameView:
        """Agree for all seats to give the game up, or withdraw that; return the last view."""
        views = [session.give_up(game_id, agree=agree) for session in self._sessions.values()]
        return views[-1]
