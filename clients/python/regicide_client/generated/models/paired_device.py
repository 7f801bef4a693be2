from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.paired_game import PairedGame


T = TypeVar("T", bound="PairedDevice")


@_attrs_define
class PairedDevice:
    """
    Attributes:
        id (str): The device.
        name (str): Its name.
        games (list[PairedGame]): Its games.
    """

    id: str
    name: str
    games: list[PairedGame]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        games = []
        for games_item_data in self.games:
            games_item = games_item_data.to_dict()
            games.append(games_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "games": games,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.paired_game import PairedGame

        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        games = []
        _games = d.pop("games")
        for games_item_data in _games:
            games_item = PairedGame.from_dict(games_item_data)

            games.append(games_item)

        paired_device = cls(
            id=id,
            name=name,
            games=games,
        )

        paired_device.additional_properties = d
        return paired_device

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
