"""The processes that the bots of an agent start and leave running in the process that they share."""

from __future__ import annotations

from regicide_arena.runtime.guard import child_ids, end_children, has_children


class GameProcesses:
    """Ends what bots leave running: after the turn, or with the game if the bot remembers the game.

    A bot that remembers its game may have a process for the whole game. What the bot's code starts when it is loaded
    stays.
    """

    def __init__(self, *, outlive_turns: bool) -> None:
        self._outlive_turns = outlive_turns
        self._kept = child_ids()
        self._games: dict[int, str] = {}

    def after_turn(self, game: str) -> None:
        """End the processes that a turn has left, or note their game."""
        if not has_children():
            return
        new = child_ids() - self._kept - self._games.keys()
        if self._outlive_turns:
            self._games |= dict.fromkeys(new, game)
        else:
            end_children(new)

    def after_game(self, game: str) -> None:
        """End the processes that the turns of a game have left."""
        ended = {child for child, owner in self._games.items() if owner == game}
        self._games = {child: owner for child, owner in self._games.items() if owner != game}
        if ended:
            end_children(ended & child_ids())
