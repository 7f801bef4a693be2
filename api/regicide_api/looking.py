"""Looking at a game: once, until there is news, or event by event."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from regicide_api.conditional import Patience, is_known
from regicide_api.event import Event
from regicide_api.services import hub, tables
from regicide_api.story import story_of, told_after
from regicide_api.streams import Stream
from regicide_api.table import Table
from regicide_api.tokens import bearer_token

UNTAGGED: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept, Accept-Language"}


class Sight(NamedTuple):
    """A table as somebody sees it: a seat, or a spectator (None); with its events, where they were asked for."""

    table: Table
    viewer: int | None
    events: list[Event]

    @property
    def etag(self) -> str:
        """The strong validator of the view."""
        return self.table.etag(self.viewer)


def look(game_id: str) -> Sight:
    """What who sends the request sees of a game.

    Raises UnknownGame or UnknownToken.
    """
    return _sight(tables().find(game_id), [])


def look_with_events(game_id: str) -> Sight:
    """The same, with all events of the game.

    Raises UnknownGame or UnknownToken.
    """
    return _sight(*tables().find_with_events(game_id))


def _sight(table: Table, events: list[Event]) -> Sight:
    token = bearer_token()
    return Sight(table, table.seat_of(token) if token else None, events)


def look_for_news(game_id: str, patience: Patience) -> Sight:
    """What who sends the request sees of a game, when it is other than what they know, or when they have waited enough.

    Raises UnknownGame, UnknownToken or Overloaded.
    """
    if not patience.seconds:
        return look(game_id)
    return hub().look_until(game_id, lambda: look(game_id), lambda seen: not is_known(seen.etag), patience.seconds)


def told(seen: Sight, after: int, limit: int) -> dict[str, Any]:
    """The events of a game since a version, as its viewer may know them, and the version with which to go on."""
    items = list(told_after(story_of(seen.table, seen.viewer), after, seen.events))
    return {"items": items[:limit], "next": items[limit - 1]["version"] if len(items) > limit else None}


def follow(seen: Sight, after: int) -> Stream:
    """The events of a game since a version, as they happen.

    Raises Overloaded.
    """
    return Stream(tables(), hub().register(seen.table.id), story_of(seen.table, seen.viewer), after)


def headers_of(etag: str) -> dict[str, str]:
    """The headers of a view with this validator."""
    return {"ETag": f'"{etag}"', **UNTAGGED}
