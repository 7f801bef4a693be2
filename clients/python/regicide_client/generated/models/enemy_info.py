from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rank import Rank, check_rank

T = TypeVar("T", bound="EnemyInfo")


@_attrs_define
class EnemyInfo:
    """
    Attributes:
        rank (Rank): The rank of a card. Later versions may add values.
        name (str): Its name in words.
        count (int): Their number in the castle.
        attack (int): Their attack.
        health (int): Their health.
        value (int): Their value in a hand.
    """

    rank: Rank
    name: str
    count: int
    attack: int
    health: int
    value: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        rank: str = self.rank

        name = self.name

        count = self.count

        attack = self.attack

        health = self.health

        value = self.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "rank": rank,
                "name": name,
                "count": count,
                "attack": attack,
                "health": health,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        rank = check_rank(d.pop("rank"))

        name = d.pop("name")

        count = d.pop("count")

        attack = d.pop("attack")

        health = d.pop("health")

        value = d.pop("value")

        enemy_info = cls(
            rank=rank,
            name=name,
            count=count,
            attack=attack,
            health=health,
            value=value,
        )

        enemy_info.additional_properties = d
        return enemy_info

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
