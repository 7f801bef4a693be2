"""The JSON of views, rendered once for each viewer of a state: many spectators read the same one.

The time of the response is not part of the state: it is put into the rendered view each time.
"""

from __future__ import annotations

from threading import Lock
from typing import Final, NamedTuple

import orjson

from regicide_api.domain.clock import format_now
from regicide_api.domain.game import HostedGame
from regicide_api.domain.views import view_of_state

CACHE_SIZE: Final = 256
"""Games in a cache, each with at most five views of 2 KB."""


class _Views(NamedTuple):
    """The rendered views of one state of a game, by viewer."""

    game: HostedGame
    by_viewer: dict[int | None, bytes]


class ViewCache:
    """A thread-safe cache of the views of one state of each game. It evicts the game that was rendered first."""

    def __init__(self) -> None:
        self._views: dict[str, _Views] = {}
        self._lock = Lock()

    def render(self, game: HostedGame, viewer: int | None) -> bytes:
        """The JSON of a game as a seat or a spectator (None) sees it now, as `domain.views.view` has it."""
        return b'%b,"now":"%b"}' % (self.render_state(game, viewer), format_now().encode())

    def fragment(self, game: HostedGame, viewer: int | None) -> orjson.Fragment:
        """The same JSON as a part of other JSON."""
        return orjson.Fragment(self.render(game, viewer))

    def render_state(self, game: HostedGame, viewer: int | None) -> bytes:
        """The JSON of a view without `now`, and without the brace that closes it."""
        views = self._views.get(game.id)
        if views is None or views.game is not game:
            views = self._put(game)
        rendered = views.by_viewer.get(viewer)
        if rendered is None:
            content = memoryview(orjson.dumps(view_of_state(game, viewer)))[:-1]
            rendered = views.by_viewer[viewer] = bytes(content)  # orjson leaves 8 KB allocated
        return rendered

    def _put(self, game: HostedGame) -> _Views:
        views = _Views(game, {})
        with self._lock:
            self._views.pop(game.id, None)
            self._views[game.id] = views
            if len(self._views) > CACHE_SIZE:
                del self._views[next(iter(self._views))]
        return views
