"""The JSON of views, rendered once for each viewer of a state: many spectators read the same one.

Previews are rendered for clients that ask for them, once for a state: the seat to act alone has any. The time of the
response is not part of the state: it is put into the rendered view each time.
"""

from __future__ import annotations

from threading import Lock
from typing import Final, NamedTuple

import orjson

from regicide_api.domain.clock import format_now
from regicide_api.domain.game import HostedGame
from regicide_api.domain.views import is_told, previews, view_of_state

CACHE_SIZE: Final = 256
"""Games in a cache, each with at most five views of 2 KB, and the previews of one seat, of at most 8 KB."""

_NO_PREVIEWS: Final = b"null"


class _Views(NamedTuple):
    """The rendered views of one state of a game, and its rendered previews, by viewer.

    `told` says whether they tell the seed: the deal of a day is told when the day ends, without a change of the game.
    """

    game: HostedGame
    told: bool
    by_viewer: dict[int | None, bytes]
    previews: dict[int | None, bytes]


class ViewCache:
    """A thread-safe cache of the views of one state of each game. It evicts the game that was rendered first."""

    def __init__(self) -> None:
        self._views: dict[str, _Views] = {}
        self._lock = Lock()

    def render(self, game: HostedGame, viewer: int | None, with_previews: bool = False) -> bytes:
        """The JSON of a game as a seat or a spectator (None) sees it now, as `domain.views.view` has it."""
        shown = self.render_previews(game, viewer) if with_previews else _NO_PREVIEWS
        return b'%b,"previews":%b,"now":"%b"}' % (self.render_state(game, viewer), shown, format_now().encode())

    def fragment(self, game: HostedGame, viewer: int | None, with_previews: bool = False) -> orjson.Fragment:
        """The same JSON as a value, or a part of one, that orjson writes."""
        return orjson.Fragment(self.render(game, viewer, with_previews))

    def render_state(self, game: HostedGame, viewer: int | None) -> bytes:
        """The JSON of a view without `previews` and `now`, and without the brace that closes it."""
        views = self._views_of(game)
        rendered = views.by_viewer.get(viewer)
        if rendered is None:
            content = memoryview(orjson.dumps(view_of_state(game, viewer)))[:-1]
            rendered = views.by_viewer[viewer] = bytes(content)  # orjson leaves 8 KB allocated
        return rendered

    def render_previews(self, game: HostedGame, viewer: int | None) -> bytes:
        """The JSON of a viewer's previews."""
        views = self._views_of(game)
        rendered = views.previews.get(viewer)
        if rendered is None:
            content = memoryview(orjson.dumps(previews(game, viewer)))
            rendered = views.previews[viewer] = bytes(content)  # orjson leaves 8 KB allocated
        return rendered

    def _views_of(self, game: HostedGame) -> _Views:
        """The views of this state, which replace those of another one."""
        views, told = self._views.get(game.id), is_told(game)
        return views if views and views.game is game and views.told is told else self._put(game, told)

    def _put(self, game: HostedGame, told: bool) -> _Views:
        views = _Views(game, told, {}, {})
        with self._lock:
            self._views.pop(game.id, None)
            self._views[game.id] = views
            if len(self._views) > CACHE_SIZE:
                del self._views[next(iter(self._views))]
        return views
