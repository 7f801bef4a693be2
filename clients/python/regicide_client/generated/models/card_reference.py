from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.card_info import CardInfo
    from ..models.kind_info import KindInfo
    from ..models.power_info import PowerInfo
    from ..models.suit_info import SuitInfo


T = TypeVar("T", bound="CardReference")


@_attrs_define
class CardReference:
    """
    Attributes:
        language (str): The language of the names and texts (BCP 47).
        cards (list[CardInfo]): All cards in canonical order.
        suits (list[SuitInfo]): The suits in canonical order.
        powers (list[PowerInfo]): The powers.
        kinds (list[KindInfo]): The kinds of cards.
    """

    language: str
    cards: list[CardInfo]
    suits: list[SuitInfo]
    powers: list[PowerInfo]
    kinds: list[KindInfo]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        language = self.language

        cards = []
        for cards_item_data in self.cards:
            cards_item = cards_item_data.to_dict()
            cards.append(cards_item)

        suits = []
        for suits_item_data in self.suits:
            suits_item = suits_item_data.to_dict()
            suits.append(suits_item)

        powers = []
        for powers_item_data in self.powers:
            powers_item = powers_item_data.to_dict()
            powers.append(powers_item)

        kinds = []
        for kinds_item_data in self.kinds:
            kinds_item = kinds_item_data.to_dict()
            kinds.append(kinds_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "language": language,
                "cards": cards,
                "suits": suits,
                "powers": powers,
                "kinds": kinds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.card_info import CardInfo
        from ..models.kind_info import KindInfo
        from ..models.power_info import PowerInfo
        from ..models.suit_info import SuitInfo

        d = dict(src_dict)
        language = d.pop("language")

        cards = []
        _cards = d.pop("cards")
        for cards_item_data in _cards:
            cards_item = CardInfo.from_dict(cards_item_data)

            cards.append(cards_item)

        suits = []
        _suits = d.pop("suits")
        for suits_item_data in _suits:
            suits_item = SuitInfo.from_dict(suits_item_data)

            suits.append(suits_item)

        powers = []
        _powers = d.pop("powers")
        for powers_item_data in _powers:
            powers_item = PowerInfo.from_dict(powers_item_data)

            powers.append(powers_item)

        kinds = []
        _kinds = d.pop("kinds")
        for kinds_item_data in _kinds:
            kinds_item = KindInfo.from_dict(kinds_item_data)

            kinds.append(kinds_item)

        card_reference = cls(
            language=language,
            cards=cards,
            suits=suits,
            powers=powers,
            kinds=kinds,
        )

        card_reference.additional_properties = d
        return card_reference

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
