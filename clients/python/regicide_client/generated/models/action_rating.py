from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ActionRating")


@_attrs_define
class ActionRating:
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

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        won: float | None
        won = self.won

        defeated: float | None
        defeated = self.defeated

        share = self.share

        field_dict: dict[str, Any] = {}

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

        action_rating = cls(
            action=action,
            won=won,
            defeated=defeated,
            share=share,
        )

        return action_rating
