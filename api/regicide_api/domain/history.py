"""Past events of a game: their effects, their JSON for each viewer, and the record of a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import regicide
from regicide import Action, Effect, Position
from regicide_api.core.work import in_parts
from regicide_api.domain import daily_deal
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.event import TRAITS, Agreement, Event, EventType
from regicide_api.domain.game import HostedGame


class ReplayedEvent(NamedTuple):
    """An event of a game with the version that it made and, for an action or an end without one, its effects."""

    version: int
    event: Event
    effects: Sequence[Effect] = ()

    def to_json(self, viewer: int | None) -> dict[str, Any]:
        """The JSON of the event for a seat or a spectator (None), without the secrets of other seats."""
        kind, seat, what, at, agent = self.event
        traits = TRAITS[kind]
        members: dict[str, Any] = {"version": self.version, "type": kind, "seat": seat, "at": format_timestamp(at)}
        if agent or kind is EventType.STAND_IN:
            members["agent"] = agent
        if traits.member:
            members[traits.member] = what
        if kind is EventType.GIVE_UP:
            members["agree"] = what != Agreement.WITHDRAWN
        if traits.has_effects:
            members["effects"] = [effect.to_json(viewer) for effect in self.effects]
        return members


@dataclass
class EventReplayer:
    """Replays the events of a game in order, from a version and the position there.

    Effects are not stored: the replayer applies each action to its position to compute them.
    """

    position: Position
    version: int = 1

    def replay(self, event: Event) -> ReplayedEvent:
        """The next event."""
        self.version += 1
        effects: Sequence[Effect] = ()
        if event.type is EventType.ACTION:
            self.position, effects = regicide.step(self.position, Action.parse(str(event.what)))
        elif event.type is EventType.TIMEOUT and not event.agent:  # with a stand-in the game goes on
            self.position, effects = regicide.time_out(self.position)
        elif event.type is EventType.GIVE_UP and event.what == Agreement.ENDED:
            self.position, effects = regicide.give_up(self.position)
        return ReplayedEvent(self.version, event, effects)


def replayer_for(game: HostedGame) -> EventReplayer:
    """A replayer at the start of the game."""
    return EventReplayer(game.first_position)


def events_after(game: HostedGame, version: int, events: Iterable[Event]) -> Iterator[ReplayedEvent]:
    """The events after a version, replayed from all events of a game."""
    return (replayed for replayed in map(replayer_for(game).replay, in_parts(events)) if replayed.version > version)


def game_at(game: HostedGame, events: Iterable[Event], version: int) -> HostedGame:
    """A game as it was at a version, replayed from its events, with the seats as their last holders have them.

    No turn has a deadline, and no action after the version counts. A version after the last event gives the game after
    that event.
    """
    replayer, last_action, last = replayer_for(game), 1, game.created_at
    seats = [seat._replace(signal=None, gives_up=False) for seat in game.seats]
    for event in in_parts(islice(events, version - 1)):
        before, last = replayer.position, event.at
        replayed = replayer.replay(event)
        if event.type is EventType.SIGNAL:
            seats[event.seat] = seats[event.seat]._replace(signal=event.what)
        if replayer.position is not before or event.type is EventType.TIMEOUT:
            last_action = replayed.version
            seats = [seat._replace(signal=None) for seat in seats]
    return replace(
        game,
        version=replayer.version,
        last_action_version=last_action,
        position=replayer.position,
        seats=tuple(seats),
        updated_at=last,
        rematch_id=None,
    )


def game_record(game: HostedGame, events: Iterable[Event]) -> dict[str, Any]:
    """The full record of a finished game: the deal, every action with its effects, the incidents, the result.

    Raises GameNotOver, GameCancelled or DealNotTold.
    """
    game.require_over()
    daily_deal.require_revealed(game.deal_date)
    events = list(events)
    actions = [(version, event) for version, event in enumerate(events, 2) if event.type is EventType.ACTION]
    first = replayer_for(game).position
    steps = regicide.replay(first, [regicide.Action.parse(str(event.what)) for _, event in in_parts(actions)])
    record = regicide.game_record(
        first, steps, nonce=game.nonce, reason=game.position.reason, dealt=game.start_position is None
    )
    first_own = 2 + (game.given_actions or 0)
    given_at = {event.seat: version for version, event in enumerate(events, 2) if event.type is EventType.SEAT_TAKEN}
    for entry, (version, event) in zip(record["events"], actions, strict=True):
        holder = game.seats[event.seat].agent if version > given_at.get(event.seat, 0) else None
        agent = (event.agent or holder) if version >= first_own else None
        entry.update(version=version, at=format_timestamp(event.at), agent=agent)
    return {
        "id": game.id,
        **record,
        "beginning": game.beginning,
        "given_actions": game.given_actions or 0,
        "seed_origin": game.seed_origin,
        "deal": daily_deal.to_json(game.deal_date, len(game.seats)) if game.deal_date else None,
        "seats": [{"seat": number, "name": seat.name, "agent": seat.agent} for number, seat in enumerate(game.seats)],
        "clock": game.clock.to_json() if game.clock else None,
        "incidents": [each.to_json(None) for each in events_after(game, 1, events) if each.event.traits.is_incident],
        "created_at": format_timestamp(game.created_at),
        "updated_at": format_timestamp(max(event.at for event in events if event.type is not EventType.REMATCH)),
    }


def last_enemy_killer(game: HostedGame, events: Iterable[Event]) -> int | None:
    """The seat that defeated the last enemy to fall; None if no enemy fell."""
    position, seat = replayer_for(game).position, None
    for event in in_parts(events):
        if event.type is EventType.ACTION:
            after = regicide.apply(position, regicide.Action.parse(str(event.what)))
            seat = event.seat if after.defeated > position.defeated else seat
            position = after
    return seat
