from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.game_status import GameStatus, check_game_status

if TYPE_CHECKING:
    from ..models.game_result import GameResult


T = TypeVar("T", bound="AgentGame")


@_attrs_define
class AgentGame:
    """
    Attributes:
        id (str): The game.
        status (GameStatus): The status of a game. Later versions may add values.
        players (int): The number of players.
        open_seats (list[int]): The seats that anyone can take.
        defeated (int): The number of defeated enemies.
        created_at (datetime.datetime): When the game was created.
        updated_at (datetime.datetime): When the game last changed.
        your_seats (list[int]): The seats that your agent holds.
        result (GameResult | None): Null until the game is over.
    """

    id: str
    status: GameStatus
    players: int
    open_seats: list[int]
    defeated: int
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

        defeated = self.defeated

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
                "defeated": defeated,
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

        d = dict(src_dict)
        id = d.pop("id")

        status = check_game_status(d.pop("status"))

        players = d.pop("players")

        open_seats = cast(list[int], d.pop("open_seats"))

        defeated = d.pop("defeated")

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
            defeated=defeated,
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
