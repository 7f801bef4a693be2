from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.card_kind import CardKind, check_card_kind
from ..models.power import Power, check_power
from ..models.rank import Rank, check_rank
from ..models.suit import Suit, check_suit

T = TypeVar("T", bound="CardInfo")


@_attrs_define
class CardInfo:
    """
    Attributes:
        code (str): A card: its rank and the letter of its suit, such as `10D`; `X1` and `X2` are the jesters. Example:
            10D.
        rank (None | Rank): Its rank; null for a jester.
        suit (None | Suit): Its suit; null for a jester.
        name (str): Its name in words.
        kind (CardKind): A kind of card. Later versions may add values.
        value (int): Its value as an attack and as a discard.
        attack (int | None): Its attack as an enemy; null for all but J, Q and K.
        health (int | None): Its health as an enemy; null for all but J, Q and K.
        power (Power): The power of a suit or of the jesters. Later versions may add values.
    """

    code: str
    rank: None | Rank
    suit: None | Suit
    name: str
    kind: CardKind
    value: int
    attack: int | None
    health: int | None
    power: Power
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        rank: None | str
        if isinstance(self.rank, str):
            rank = self.rank
        else:
            rank = self.rank

        suit: None | str
        if isinstance(self.suit, str):
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

        def _parse_rank(data: object) -> None | Rank:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rank_type_0 = check_rank(data)

                return rank_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Rank, data)

        rank = _parse_rank(d.pop("rank"))

        def _parse_suit(data: object) -> None | Suit:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suit_type_0 = check_suit(data)

                return suit_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Suit, data)

        suit = _parse_suit(d.pop("suit"))

        name = d.pop("name")

        kind = check_card_kind(d.pop("kind"))

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

        power = check_power(d.pop("power"))

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
