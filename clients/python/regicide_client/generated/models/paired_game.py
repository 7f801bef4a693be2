from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.owner_token import OwnerToken
    from ..models.seat_token import SeatToken


T = TypeVar("T", bound="PairedGame")


@_attrs_define
class PairedGame:
    """
    Attributes:
        game (str): The game.
        seats (list[SeatToken]): The seats that you hold there.
        owner (None | OwnerToken): A token that manages this game; null unless you own it.
    """

    game: str
    seats: list[SeatToken]
    owner: None | OwnerToken
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.owner_token import OwnerToken

        game = self.game

        seats = []
        for seats_item_data in self.seats:
            seats_item = seats_item_data.to_dict()
            seats.append(seats_item)

        owner: dict[str, Any] | None
        if isinstance(self.owner, OwnerToken):
            owner = self.owner.to_dict()
        else:
            owner = self.owner

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "seats": seats,
                "owner": owner,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.owner_token import OwnerToken
        from ..models.seat_token import SeatToken

        d = dict(src_dict)
        game = d.pop("game")

        seats = []
        _seats = d.pop("seats")
        for seats_item_data in _seats:
            seats_item = SeatToken.from_dict(seats_item_data)

            seats.append(seats_item)

        def _parse_owner(data: object) -> None | OwnerToken:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                owner_type_0 = OwnerToken.from_dict(data)

                return owner_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OwnerToken, data)

        owner = _parse_owner(d.pop("owner"))

        paired_game = cls(
            game=game,
            seats=seats,
            owner=owner,
        )

        paired_game.additional_properties = d
        return paired_game

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
