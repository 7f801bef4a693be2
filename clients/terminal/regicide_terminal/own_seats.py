"""The seats of one game that the player holds: one, or several that the player plays in turn."""

from __future__ import annotations

from collections.abc import Sequence

from regicide_client import GameView, Session


class OwnSeats:
    """The seats of the tokens of some sessions in a game; without a seat, a spectator's view."""

    def __init__(self, game_id: str, sessions: Sequence[Session]) -> None:
        self._views = [session.get_game(game_id) for session in sessions]
        self._sessions = {view.you: session for view, session in zip(self._views, sessions, strict=True)}

    def first_view(self) -> GameView:
        """Return the view to begin with."""
        return self.turned(self._views[0])

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
