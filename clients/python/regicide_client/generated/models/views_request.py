from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.view_request import ViewRequest


T = TypeVar("T", bound="ViewsRequest")


@_attrs_define
class ViewsRequest:
    """
    Attributes:
        games (list[ViewRequest]): The games.
    """

    games: list[ViewRequest]

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
        from ..models.view_request import ViewRequest

        d = dict(src_dict)
        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = ViewRequest.from_dict(games_item_data)

            games.append(games_item)

        views_request = cls(
            games=games,
        )

        return views_request
