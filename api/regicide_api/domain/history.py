"""The story of a game: its events as they are told to one viewer, and its record when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import regicide
from regicide import Action, Position
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import Table
from regicide_api.domain.views import timestamp


@dataclass
class Story:
    """Tells the events of a game to a viewer (a seat, or None for a spectator), one after the other from the first.

    The effects of an action are not kept anywhere: they are worked out again, from the seed and the actions so far.
    """

    viewer: int | None
    position: Position
    version: int = 1

    def tell(self, event: Event) -> dict[str, Any]:
        """The next event, as the viewer may know it."""
        self.version += 1
        told = {"version": self.version, "type": event.type, "seat": event.seat, "at": timestamp(event.at)}
        if event.agent:
            told["agent"] = event.agent
        match event.type:
            case EventType.ACTION:
                return told | self._act(regicide.parse_action(str(event.what)))
            case EventType.SEAT_TAKEN:
                return told | {"name": event.what}
            case EventType.SIGNAL:
                return told | {"signal": event.what}
            case EventType.TIMEOUT:
                return told | self._time_out(event.agent)

    def _time_out(self, stand_in: str | None) -> dict[str, Any]:
        """Somebody stands in, or the game is lost."""
        if stand_in:
            return {"effects": []}
        self.position, effects = regicide.time_out(self.position)
        return {"effects": [regicide.told(effect, self.viewer) for effect in effects]}

    def _act(self, action: Action) -> dict[str, Any]:
        self.position, effects = regicide.act_out(self.position, action)
        return {"action": str(action), "effects": [regicide.told(effect, self.viewer) for effect in effects]}


def story_of(table: Table, viewer: int | None) -> Story:
    """The story of a game from its start."""
    return Story(viewer, regicide.start(table.position.seed, len(table.seats), table.first_player))


def told_after(story: Story, version: int, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """The events since a version; those before it are passed over."""
    return (told for event in events if (told := story.tell(event))["version"] > version)


def record_of(table: Table, events: Iterable[Event]) -> dict[str, Any]:
    """Everything about a game that is over: the deal, every action with all that it caused, the result.

    Raises GameNotOver for a game that goes on.
    """
    table.check_over()
    actions = [(version, event) for version, event in enumerate(events, 2) if event.type is EventType.ACTION]
    first = story_of(table, None).position
    steps = regicide.replay(first, [regicide.parse_action(str(event.what)) for _, event in actions])
    timed_out = table.position.reason is regicide.Reason.TIMEOUT
    record = regicide.record(first, steps, timed_out=timed_out)
    for told, (version, event) in zip(record["events"], actions, strict=True):
        told.update(version=version, at=timestamp(event.at), agent=event.agent or table.seats[event.seat].agent)
    return {
        "id": table.id,
        **record,
        "seed_origin": table.seed_origin,
        "seats": [{"seat": number, "name": seat.name, "agent": seat.agent} for number, seat in enumerate(table.seats)],
        "created_at": timestamp(table.created_at),
        "updated_at": timestamp(table.updated_at),
    }


def regicide_of(table: Table, events: Iterable[Event]) -> int | None:
    """The seat that defeated the last enemy to fall; None where none fell."""
    position, seat = story_of(table, None).position, None
    for event in events:
        if event.type is EventType.ACTION:
            after = regicide.act(position, regicide.parse_action(str(event.what)))
            seat = event.seat if after.defeated > position.defeated else seat
            position = after
    return seat
