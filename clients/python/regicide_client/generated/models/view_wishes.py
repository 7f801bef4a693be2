from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.view_wish import ViewWish


T = TypeVar("T", bound="ViewWishes")


@_attrs_define
class ViewWishes:
    """
    Attributes:
        games (list[ViewWish]): The games.
    """

    games: list[ViewWish]

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
        from ..models.view_wish import ViewWish

        d = dict(src_dict)
        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = ViewWish.from_dict(games_item_data)

            games.append(games_item)

        view_wishes = cls(
            games=games,
        )

        return view_wishes
