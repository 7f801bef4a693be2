from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.rank import Rank, check_rank

T = TypeVar("T", bound="Limits")


@_attrs_define
class Limits:
    """
    Attributes:
        enemies (int): The number of enemies.
        combo_ranks (list[Rank]): The ranks that form combos.
        combo_total (int): The maximum total value of a combo.
        combo_cards (int): The maximum number of cards in a combo.
        name_length (int): The maximum length of a name.
        body_bytes (int): The maximum size of a request body in bytes.
        card_pattern (str): The regular expression of a card's code (ECMA-262).
        action_pattern (str): The regular expression of an action's text.
        seed_pattern (str): The regular expression of a seed.
    """

    enemies: int
    combo_ranks: list[Rank]
    combo_total: int
    combo_cards: int
    name_length: int
    body_bytes: int
    card_pattern: str
    action_pattern: str
    seed_pattern: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        enemies = self.enemies

        combo_ranks = []
        for combo_ranks_item_data in self.combo_ranks:
            combo_ranks_item: str = combo_ranks_item_data
            combo_ranks.append(combo_ranks_item)

        combo_total = self.combo_total

        combo_cards = self.combo_cards

        name_length = self.name_length

        body_bytes = self.body_bytes

        card_pattern = self.card_pattern

        action_pattern = self.action_pattern

        seed_pattern = self.seed_pattern

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "enemies": enemies,
                "combo_ranks": combo_ranks,
                "combo_total": combo_total,
                "combo_cards": combo_cards,
                "name_length": name_length,
                "body_bytes": body_bytes,
                "card_pattern": card_pattern,
                "action_pattern": action_pattern,
                "seed_pattern": seed_pattern,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        enemies = d.pop("enemies")

        combo_ranks = []
        _combo_ranks = d.pop("combo_ranks")
        for combo_ranks_item_data in _combo_ranks:
            combo_ranks_item = check_rank(combo_ranks_item_data)

            combo_ranks.append(combo_ranks_item)

        combo_total = d.pop("combo_total")

        combo_cards = d.pop("combo_cards")

        name_length = d.pop("name_length")

        body_bytes = d.pop("body_bytes")

        card_pattern = d.pop("card_pattern")

        action_pattern = d.pop("action_pattern")

        seed_pattern = d.pop("seed_pattern")

        limits = cls(
            enemies=enemies,
            combo_ranks=combo_ranks,
            combo_total=combo_total,
            combo_cards=combo_cards,
            name_length=name_length,
            body_bytes=body_bytes,
            card_pattern=card_pattern,
            action_pattern=action_pattern,
            seed_pattern=seed_pattern,
        )

        limits.additional_properties = d
        return limits

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
