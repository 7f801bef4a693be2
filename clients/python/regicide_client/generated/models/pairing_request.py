from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.shared_game import SharedGame


T = TypeVar("T", bound="PairingRequest")


@_attrs_define
class PairingRequest:
    """
    Attributes:
        games (list[SharedGame]): The games of this device.
    """

    games: list[SharedGame]

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
        from ..models.shared_game import SharedGame

        d = dict(src_dict)
        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = SharedGame.from_dict(games_item_data)

            games.append(games_item)

        pairing_request = cls(
            games=games,
        )

        return pairing_request
