"""Looking at a game: once, until there is news, or event by event."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, NamedTuple

from regicide_api.domain import views as table_views
from regicide_api.domain.event import Event
from regicide_api.domain.game import Table
from regicide_api.domain.history import story_of, told_after
from regicide_api.http.auth import holder
from regicide_api.http.conditional import Patience, is_known
from regicide_api.http.context import agents, hub, tables
from regicide_api.http.language import language
from regicide_api.realtime.hub import Wait, until
from regicide_api.realtime.sse import Stream
from regicide_api.services import inbox
from regicide_api.services.agents import HOUSE

UNTAGGED: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept, Accept-Language"}


SWEEP_EVERY: Final = 1.0
"""Seconds after which a bot of the house that waits looks for turns whose time is over."""


class Sight(NamedTuple):
    """A table as somebody sees it: a seat, or a spectator (None); with its events, where they were asked for."""

    table: Table
    viewer: int | None
    events: list[Event]

    @property
    def etag(self) -> str:
        """The strong validator of the view."""
        return table_views.etag(self.table, self.viewer, language())


class Turns(NamedTuple):
    """The turns of an agent, and the cursor after which to go on."""

    agent: str
    tables: list[Table]
    next: str | None

    @property
    def etag(self) -> str:
        """The strong validator of the list."""
        told = [self.agent, self.next, *((table.id, table.version, table.updated_at) for table in self.tables)]
        return f"{sha256(repr(told).encode()).hexdigest()[:24]}-{language()}"


def look(game_id: str, seat: int | None = None) -> Sight:
    """What who sends the request sees of a game, from a seat that they want, if they say so.

    Raises UnknownGame, UnknownToken or NotYourSeat.
    """
    return _sight(tables().find(game_id), [], seat)


def look_with_events(game_id: str, seat: int | None = None) -> Sight:
    """The same, with all events of the game.

    Raises UnknownGame, UnknownToken or NotYourSeat.
    """
    return _sight(*tables().find_with_events(game_id), seat)


def _sight(table: Table, events: list[Event], seat: int | None) -> Sight:
    sender = holder()
    return Sight(table, table.seat_of(sender, seat) if sender else None, events)


def look_for_news(game_id: str, patience: Patience, seat: int | None) -> Sight:
    """What who sends the request sees of a game, when it is other than what they know, or when they have waited enough.

    Raises UnknownGame, UnknownToken, NotYourSeat or Overloaded.
    """

    def news(seen: Sight) -> Wait:
        return Wait(not is_known(seen.etag), until(seen.table.deadline))

    if not patience.seconds:
        return look(game_id, seat)
    return hub().look_until(game_id, lambda: look(game_id, seat), news, patience.seconds)


def look_for_turns(agent: str, after: str | None, limit: int, patience: Patience) -> Turns:
    """The turns of an agent, when they are others than it knows, or when it has waited enough; noting that it is there.

    A bot of the house that asks for its turns ends those of others whose time is over, in all games: so it is done
    where nobody else looks. Raises Overloaded.
    """

    def look_at_all() -> Turns:
        if agent in HOUSE:
            tables().sweep()
        return Turns(agent, *tables().inbox(agent).page(after, limit))

    def news(seen: Turns) -> Wait:
        return Wait(not is_known(seen.etag), look_again=SWEEP_EVERY if agent in HOUSE else None)

    agents().see(agent)
    if not patience.seconds:
        return look_at_all()
    return hub().look_until(inbox.topic_of(agent), look_at_all, news, patience.seconds)


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
