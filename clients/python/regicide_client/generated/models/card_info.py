from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.card_info_kind import CardInfoKind, check_card_info_kind
from ..models.card_info_power import CardInfoPower, check_card_info_power
from ..models.card_info_rank_type_1 import (
    CardInfoRankType1,
    check_card_info_rank_type_1,
)
from ..models.card_info_rank_type_2_type_1 import (
    CardInfoRankType2Type1,
    check_card_info_rank_type_2_type_1,
)
from ..models.card_info_rank_type_3_type_1 import (
    CardInfoRankType3Type1,
    check_card_info_rank_type_3_type_1,
)
from ..models.card_info_suit_type_1 import (
    CardInfoSuitType1,
    check_card_info_suit_type_1,
)
from ..models.card_info_suit_type_2_type_1 import (
    CardInfoSuitType2Type1,
    check_card_info_suit_type_2_type_1,
)
from ..models.card_info_suit_type_3_type_1 import (
    CardInfoSuitType3Type1,
    check_card_info_suit_type_3_type_1,
)

T = TypeVar("T", bound="CardInfo")


@_attrs_define
class CardInfo:
    """
    Attributes:
        code (str): Its code.
        rank (CardInfoRankType1 | CardInfoRankType2Type1 | CardInfoRankType3Type1 | None): Its rank; null for a jester.
        suit (CardInfoSuitType1 | CardInfoSuitType2Type1 | CardInfoSuitType3Type1 | None): Its suit; null for a jester.
        name (str): Its name in words.
        kind (CardInfoKind): Its kind.
        value (int): Its value as an attack and as a discard.
        attack (int | None): Its attack as an enemy; null for all but J, Q and K.
        health (int | None): Its health as an enemy; null for all but J, Q and K.
        power (CardInfoPower): Its power when played.
    """

    code: str
    rank: CardInfoRankType1 | CardInfoRankType2Type1 | CardInfoRankType3Type1 | None
    suit: CardInfoSuitType1 | CardInfoSuitType2Type1 | CardInfoSuitType3Type1 | None
    name: str
    kind: CardInfoKind
    value: int
    attack: int | None
    health: int | None
    power: CardInfoPower
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        rank: None | str
        if (
            isinstance(self.rank, str)
            or isinstance(self.rank, str)
            or isinstance(self.rank, str)
        ):
            rank = self.rank
        else:
            rank = self.rank

        suit: None | str
        if (
            isinstance(self.suit, str)
            or isinstance(self.suit, str)
            or isinstance(self.suit, str)
        ):
            suit = self.suit
        else:
            suit = self.suit

        name = self.name

        kind: str = self.kind

        value = self.value

        attack: int | None
        attack = self.attack

        health: int | None
        health = self.health

        power: str = self.power

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "rank": rank,
                "suit": suit,
                "name": name,
                "kind": kind,
                "value": value,
                "attack": attack,
                "health": health,
                "power": power,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        def _parse_rank(
            data: object,
        ) -> CardInfoRankType1 | CardInfoRankType2Type1 | CardInfoRankType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rank_type_1 = check_card_info_rank_type_1(data)

                return rank_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rank_type_2_type_1 = check_card_info_rank_type_2_type_1(data)

                return rank_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rank_type_3_type_1 = check_card_info_rank_type_3_type_1(data)

                return rank_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                CardInfoRankType1
                | CardInfoRankType2Type1
                | CardInfoRankType3Type1
                | None,
                data,
            )

        rank = _parse_rank(d.pop("rank"))

        def _parse_suit(
            data: object,
        ) -> CardInfoSuitType1 | CardInfoSuitType2Type1 | CardInfoSuitType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suit_type_1 = check_card_info_suit_type_1(data)

                return suit_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suit_type_2_type_1 = check_card_info_suit_type_2_type_1(data)

                return suit_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suit_type_3_type_1 = check_card_info_suit_type_3_type_1(data)

                return suit_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                CardInfoSuitType1
                | CardInfoSuitType2Type1
                | CardInfoSuitType3Type1
                | None,
                data,
            )

        suit = _parse_suit(d.pop("suit"))

        name = d.pop("name")

        kind = check_card_info_kind(d.pop("kind"))

        value = d.pop("value")

        def _parse_attack(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        attack = _parse_attack(d.pop("attack"))

        def _parse_health(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        health = _parse_health(d.pop("health"))

        power = check_card_info_power(d.pop("power"))

        card_info = cls(
            code=code,
            rank=rank,
            suit=suit,
            name=name,
            kind=kind,
            value=value,
            attack=attack,
            health=health,
            power=power,
        )

        card_info.additional_properties = d
        return card_info

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
