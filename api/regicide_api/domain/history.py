"""Past events of a game: their JSON for one viewer, and the record of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import regicide
from regicide import Action, Position
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame


@dataclass
class EventReplayer:
    """Serializes the events of a game for one viewer (a seat, or None for a spectator), in order from the first.

    Effects are not stored: the replayer applies each action to its position to compute them.
    """

    viewer: int | None
    position: Position
    version: int = 1

    def serialize(self, event: Event) -> dict[str, Any]:
        """The JSON of the next event, without the secrets of other seats."""
        self.version += 1
        members = {
            "version": self.version,
            "type": event.type,
            "seat": event.seat,
            "at": format_timestamp(event.at),
        }
        if event.agent:
            members["agent"] = event.agent
        match event.type:
            case EventType.ACTION:
                return members | self._apply(regicide.Action.parse(str(event.what)))
            case EventType.SEAT_TAKEN:
                return members | {"name": event.what}
            case EventType.SIGNAL:
                return members | {"signal": event.what}
            case EventType.TIMEOUT:
                return members | self._time_out(event.agent)

    def _apply(self, action: Action) -> dict[str, Any]:
        self.position, effects = regicide.step(self.position, action)
        return {"action": str(action), "effects": [effect.to_json(self.viewer) for effect in effects]}

    def _time_out(self, stand_in: str | None) -> dict[str, Any]:
        """A timeout with a stand-in has no effects; without one, the game is lost."""
        if stand_in:
            return {"effects": []}
        self.position, effects = regicide.time_out(self.position)
        return {"effects": [effect.to_json(self.viewer) for effect in effects]}


def replayer_for(game: HostedGame, viewer: int | None) -> EventReplayer:
    """A replayer at the start of the game."""
    return EventReplayer(viewer, regicide.Position.new(game.position.seed, len(game.seats), game.first_player))


def events_after(replayer: EventReplayer, version: int, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """The JSON of the events after a version; earlier ones are replayed only."""
    return (event for event in map(replayer.serialize, events) if event["version"] > version)


def game_record(game: HostedGame, events: Iterable[Event]) -> dict[str, Any]:
    """The full record of a finished game: the deal, every action with its effects, the result.

    Raises GameNotOver.
    """
    game.require_over()
    actions = [(version, event) for version, event in enumerate(events, 2) if event.type is EventType.ACTION]
    first = replayer_for(game, None).position
    steps = regicide.replay(first, [regicide.Action.parse(str(event.what)) for _, event in actions])
    timed_out = game.position.reason is regicide.EndReason.TIMEOUT
    record = regicide.game_record(first, steps, nonce=game.nonce, timed_out=timed_out)
    for entry, (version, event) in zip(record["events"], actions, strict=True):
        agent = event.agent or game.seats[event.seat].agent
        entry.update(version=version, at=format_timestamp(event.at), agent=agent)
    return {
        "id": game.id,
        **record,
        "seed_origin": game.seed_origin,
        "seats": [{"seat": number, "name": seat.name, "agent": seat.agent} for number, seat in enumerate(game.seats)],
        "created_at": format_timestamp(game.created_at),
        "updated_at": format_timestamp(game.updated_at),
    }


def last_enemy_killer(game: HostedGame, events: Iterable[Event]) -> int | None:
    """The seat that defeated the last enemy to fall; None if no enemy fell."""
    position, seat = replayer_for(game, None).position, None
    for event in events:
        if event.type is EventType.ACTION:
            after = regicide.apply(position, regicide.Action.parse(str(event.what)))
            seat = event.seat if after.defeated > position.defeated else seat
            position = after
    return seat
