from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RatedAction")


@_attrs_define
class RatedAction:
    """
    Attributes:
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
        won (float | None): The chance to win the game after it, 0 to 1; null: too little search to tell.
        defeated (float | None): The expected number of defeated enemies at the end; null: too little search to tell.
        share (float): Its share of the search, 0 to 1.
    """

    action: str
    won: float | None
    defeated: float | None
    share: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        won: float | None
        won = self.won

        defeated: float | None
        defeated = self.defeated

        share = self.share

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "won": won,
                "defeated": defeated,
                "share": share,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = d.pop("action")

        def _parse_won(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        won = _parse_won(d.pop("won"))

        def _parse_defeated(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        defeated = _parse_defeated(d.pop("defeated"))

        share = d.pop("share")

        rated_action = cls(
            action=action,
            won=won,
            defeated=defeated,
            share=share,
        )

        rated_action.additional_properties = d
        return rated_action

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
