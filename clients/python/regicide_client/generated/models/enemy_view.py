from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EnemyView")


@_attrs_define
class EnemyView:
    """
    Attributes:
        card (str): A card: its rank and the letter of its suit, such as `10D`; `X1` and `X2` are the jesters. Example:
            10D.
        attack (int): Its attack without shields.
        health (int): The damage that defeats it.
        damage (int): The damage that it has taken.
        shield (int): The sum of the shields against it.
        strikes_for (int): Its attack, reduced by the shields.
        immunity_cancelled (bool): Whether a jester has cancelled its immunity to its suit.
    """

    card: str
    attack: int
    health: int
    damage: int
    shield: int
    strikes_for: int
    immunity_cancelled: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        card = self.card

        attack = self.attack

        health = self.health

        damage = self.damage

        shield = self.shield

        strikes_for = self.strikes_for

        immunity_cancelled = self.immunity_cancelled

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "card": card,
                "attack": attack,
                "health": health,
                "damage": damage,
                "shield": shield,
                "strikes_for": strikes_for,
                "immunity_cancelled": immunity_cancelled,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        card = d.pop("card")

        attack = d.pop("attack")

        health = d.pop("health")

        damage = d.pop("damage")

        shield = d.pop("shield")

        strikes_for = d.pop("strikes_for")

        immunity_cancelled = d.pop("immunity_cancelled")

        enemy_view = cls(
            card=card,
            attack=attack,
            health=health,
            damage=damage,
            shield=shield,
            strikes_for=strikes_for,
            immunity_cancelled=immunity_cancelled,
        )

        enemy_view.additional_properties = d
        return enemy_view

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
