from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.power import Power, check_power
from ..models.suit import Suit, check_suit

T = TypeVar("T", bound="SuitInfo")


@_attrs_define
class SuitInfo:
    """
    Attributes:
        suit (Suit): A suit by its letter. Later versions may add values.
        name (str): Its name in words.
        power (Power): The power of a suit or of the jesters. Later versions may add values.
    """

    suit: Suit
    name: str
    power: Power
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        suit: str = self.suit

        name = self.name

        power: str = self.power

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "suit": suit,
                "name": name,
                "power": power,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        suit = check_suit(d.pop("suit"))

        name = d.pop("name")

        power = check_power(d.pop("power"))

        suit_info = cls(
            suit=suit,
            name=name,
            power=power,
        )

        suit_info.additional_properties = d
        return suit_info

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
