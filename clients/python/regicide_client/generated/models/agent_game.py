from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.game_status import GameStatus, check_game_status

if TYPE_CHECKING:
    from ..models.game_result import GameResult
    from ..models.listed_seat import ListedSeat


T = TypeVar("T", bound="AgentGame")


@_attrs_define
class AgentGame:
    """
    Attributes:
        id (str): The game.
        status (GameStatus): The status of a game; it is over unless it is waiting or active. Later versions may add
            values.
        players (int): The number of players.
        open_seats (list[int]): The seats that anyone can take.
        label (None | str): The label, for the owner alone.
        seats (list[ListedSeat]): All seats in order.
        defeated (int): The number of defeated enemies.
        turn_seconds (int | None): The time for each action in seconds; null: no deadline.
        on_timeout (None | str): The consequence of a timeout: `forfeit` or `bot:NAME`.
        created_at (datetime.datetime): When the game was created.
        updated_at (datetime.datetime): When the game last changed.
        your_seats (list[int]): The seats that your agent plays: its own, and those that were handed to it.
        result (GameResult | None): Null until the game is over.
    """

    id: str
    status: GameStatus
    players: int
    open_seats: list[int]
    label: None | str
    seats: list[ListedSeat]
    defeated: int
    turn_seconds: int | None
    on_timeout: None | str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    your_seats: list[int]
    result: GameResult | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.game_result import GameResult

        id = self.id

        status: str = self.status

        players = self.players

        open_seats = self.open_seats

        label: None | str
        label = self.label

        seats = []
        for seats_item_data in self.seats:
            seats_item = seats_item_data.to_dict()
            seats.append(seats_item)

        defeated = self.defeated

        turn_seconds: int | None
        turn_seconds = self.turn_seconds

        on_timeout: None | str
        on_timeout = self.on_timeout

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        your_seats = self.your_seats

        result: dict[str, Any] | None
        if isinstance(self.result, GameResult):
            result = self.result.to_dict()
        else:
            result = self.result

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "players": players,
                "open_seats": open_seats,
                "label": label,
                "seats": seats,
                "defeated": defeated,
                "turn_seconds": turn_seconds,
                "on_timeout": on_timeout,
                "created_at": created_at,
                "updated_at": updated_at,
                "your_seats": your_seats,
                "result": result,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_result import GameResult
        from ..models.listed_seat import ListedSeat

        d = dict(src_dict)
        id = d.pop("id")

        status = check_game_status(d.pop("status"))

        players = d.pop("players")

        open_seats = cast(list[int], d.pop("open_seats"))

        def _parse_label(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        label = _parse_label(d.pop("label"))

        seats = []
        _seats = d.pop("seats")
        for seats_item_data in _seats:
            seats_item = ListedSeat.from_dict(seats_item_data)

            seats.append(seats_item)

        defeated = d.pop("defeated")

        def _parse_turn_seconds(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        turn_seconds = _parse_turn_seconds(d.pop("turn_seconds"))

        def _parse_on_timeout(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        on_timeout = _parse_on_timeout(d.pop("on_timeout"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updated_at"))

        your_seats = cast(list[int], d.pop("your_seats"))

        def _parse_result(data: object) -> GameResult | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                result_type_0 = GameResult.from_dict(data)

                return result_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameResult | None, data)

        result = _parse_result(d.pop("result"))

        agent_game = cls(
            id=id,
            status=status,
            players=players,
            open_seats=open_seats,
            label=label,
            seats=seats,
            defeated=defeated,
            turn_seconds=turn_seconds,
            on_timeout=on_timeout,
            created_at=created_at,
            updated_at=updated_at,
            your_seats=your_seats,
            result=result,
        )

        agent_game.additional_properties = d
        return agent_game

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
