from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UnseenPool")


@_attrs_define
class UnseenPool:
    """
    Attributes:
        cards (list[str]): The cards.
        tavern (int): The number of these cards in the tavern.
        hands (list[int]): The number of these cards in each hand, by seat; 0 for a hand that you see.
    """

    cards: list[str]
    tavern: int
    hands: list[int]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cards = self.cards

        tavern = self.tavern

        hands = self.hands

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cards": cards,
                "tavern": tavern,
                "hands": hands,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cards = cast(list[str], d.pop("cards"))

        tavern = d.pop("tavern")

        hands = cast(list[int], d.pop("hands"))

        unseen_pool = cls(
            cards=cards,
            tavern=tavern,
            hands=hands,
        )

        unseen_pool.additional_properties = d
        return unseen_pool

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
