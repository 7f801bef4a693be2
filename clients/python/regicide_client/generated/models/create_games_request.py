from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.create_game_request import CreateGameRequest


T = TypeVar("T", bound="CreateGamesRequest")


@_attrs_define
class CreateGamesRequest:
    """
    Attributes:
        games (list[CreateGameRequest]): The games.
    """

    games: list[CreateGameRequest]

    def to_dict(self) -> dict[str, Any]:
        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "games": games,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.create_game_request import CreateGameRequest

        d = dict(src_dict)
        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = CreateGameRequest.from_dict(games_item_data)

            games.append(games_item)

        create_games_request = cls(
            games=games,
        )

        return create_games_request
