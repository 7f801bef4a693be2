from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.beginning import Beginning, check_beginning
from ..models.seed_origin import SeedOrigin, check_seed_origin

if TYPE_CHECKING:
    from ..models.deal_of_day import DealOfDay
    from ..models.game_event import GameEvent
    from ..models.game_result import GameResult
    from ..models.recorded_clock import RecordedClock
    from ..models.recorded_event import RecordedEvent
    from ..models.recorded_seat import RecordedSeat


T = TypeVar("T", bound="GameRecord")


@_attrs_define
class GameRecord:
    """
    Attributes:
        id (str): The game.
        players (int): The number of players.
        seed (str): The seed of the deal.
        seed_origin (SeedOrigin): The party that chose the seed: the server, for the game or for all games of a `day`,
            or the client that created the game. Later versions may add values.
        deal (DealOfDay | None): The deal of a day; null if the game had a deal of its own.
        nonce (None | str): The random text that the commitment hashes before the seed: the commitment is the SHA-256 of
            `regicide-commit-2:`, the nonce, `:` and the seed. Null: that of `regicide-commit-1:` and the seed.
        commitment (None | str): The commitment to the seed that the views have published from the start; null if the
            game began at a position.
        beginning (Beginning): Where a game begins: at its deal, after actions that its creator gave, or at a position.
            Later versions may add values.
        given_actions (int): The number of its first actions that the creator gave.
        first_player (int): The seat that began.
        seats (list[RecordedSeat]): All seats in order.
        start (str): The full position at the start, as one line of text.
        events (list[RecordedEvent]): All actions in order.
        clock (None | RecordedClock): The turn clock; null without one.
        incidents (list[GameEvent]): Timeouts, seats handed to agents and taken back, and agreements to give the game
            up, in order; `version` places them between the actions.
        result (GameResult):
        created_at (datetime.datetime): When the game was created.
        updated_at (datetime.datetime): When it ended.
    """

    id: str
    players: int
    seed: str
    seed_origin: SeedOrigin
    deal: DealOfDay | None
    nonce: None | str
    commitment: None | str
    beginning: Beginning
    given_actions: int
    first_player: int
    seats: list[RecordedSeat]
    start: str
    events: list[RecordedEvent]
    clock: None | RecordedClock
    incidents: list[GameEvent]
    result: GameResult
    created_at: datetime.datetime
    updated_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.deal_of_day import DealOfDay
        from ..models.recorded_clock import RecordedClock

        id = self.id

        players = self.players

        seed = self.seed

        seed_origin: str = self.seed_origin

        deal: dict[str, Any] | None
        if isinstance(self.deal, DealOfDay):
            deal = self.deal.to_dict()
        else:
            deal = self.deal

        nonce: None | str
        nonce = self.nonce

        commitment: None | str
        commitment = self.commitment

        beginning: str = self.beginning

        given_actions = self.given_actions

        first_player = self.first_player

        seats = []
        for seats_item_data in self.seats:
            seats_item = seats_item_data.to_dict()
            seats.append(seats_item)

        start = self.start

        events = []
        for events_item_data in self.events:
            events_item = events_item_data.to_dict()
            events.append(events_item)

        clock: dict[str, Any] | None
        if isinstance(self.clock, RecordedClock):
            clock = self.clock.to_dict()
        else:
            clock = self.clock

        incidents = []
        for incidents_item_data in self.incidents:
            incidents_item = incidents_item_data.to_dict()
            incidents.append(incidents_item)

        result = self.result.to_dict()

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "players": players,
                "seed": seed,
                "seed_origin": seed_origin,
                "deal": deal,
                "nonce": nonce,
                "commitment": commitment,
                "beginning": beginning,
                "given_actions": given_actions,
                "first_player": first_player,
                "seats": seats,
                "start": start,
                "events": events,
                "clock": clock,
                "incidents": incidents,
                "result": result,
                "created_at": created_at,
                "updated_at": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.deal_of_day import DealOfDay
        from ..models.game_event import GameEvent
        from ..models.game_result import GameResult
        from ..models.recorded_clock import RecordedClock
        from ..models.recorded_event import RecordedEvent
        from ..models.recorded_seat import RecordedSeat

        d = dict(src_dict)
        id = d.pop("id")

        players = d.pop("players")

        seed = d.pop("seed")

        seed_origin = check_seed_origin(d.pop("seed_origin"))

        def _parse_deal(data: object) -> DealOfDay | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                deal_type_0 = DealOfDay.from_dict(data)

                return deal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(DealOfDay | None, data)

        deal = _parse_deal(d.pop("deal"))

        def _parse_nonce(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nonce = _parse_nonce(d.pop("nonce"))

        def _parse_commitment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        commitment = _parse_commitment(d.pop("commitment"))

        beginning = check_beginning(d.pop("beginning"))

        given_actions = d.pop("given_actions")

        first_player = d.pop("first_player")

        seats = []
        _seats = d.pop("seats")
        for seats_item_data in _seats:
            seats_item = RecordedSeat.from_dict(seats_item_data)

            seats.append(seats_item)

        start = d.pop("start")

        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = RecordedEvent.from_dict(events_item_data)

            events.append(events_item)

        def _parse_clock(data: object) -> None | RecordedClock:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                clock_type_0 = RecordedClock.from_dict(data)

                return clock_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RecordedClock, data)

        clock = _parse_clock(d.pop("clock"))

        incidents = []
        _incidents = d.pop("incidents")
        for incidents_item_data in _incidents:
            incidents_item = GameEvent.from_dict(incidents_item_data)

            incidents.append(incidents_item)

        result = GameResult.from_dict(d.pop("result"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        game_record = cls(
            id=id,
            players=players,
            seed=seed,
            seed_origin=seed_origin,
            deal=deal,
            nonce=nonce,
            commitment=commitment,
            beginning=beginning,
            given_actions=given_actions,
            first_player=first_player,
            seats=seats,
            start=start,
            events=events,
            clock=clock,
            incidents=incidents,
            result=result,
            created_at=created_at,
            updated_at=updated_at,
        )

        game_record.additional_properties = d
        return game_record

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
