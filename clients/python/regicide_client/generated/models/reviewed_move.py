from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.rated_action import RatedAction


T = TypeVar("T", bound="ReviewedMove")


@_attrs_define
class ReviewedMove:
    """
    Attributes:
        number (int): The number of the action in the record, from 1.
        version (int): The version of the game after it, as in the record.
        seat (int): The seat that acted.
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
        won_before (float): The chance to win with the best action, 0 to 1.
        won_after (float): The chance to win after the action that was played.
        cost (float): What the action cost: `won_before` - `won_after`, at least 0.
        defeated_before (float): The expected number of defeated enemies with the best action.
        defeated_after (float): The expected number of defeated enemies after the action.
        best (list[RatedAction]): The best actions, best first.
    """

    number: int
    version: int
    seat: int
    action: str
    won_before: float
    won_after: float
    cost: float
    defeated_before: float
    defeated_after: float
    best: list[RatedAction]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        number = self.number

        version = self.version

        seat = self.seat

        action = self.action

        won_before = self.won_before

        won_after = self.won_after

        cost = self.cost

        defeated_before = self.defeated_before

        defeated_after = self.defeated_after

        best = []
        for best_item_data in self.best:
            best_item = best_item_data.to_dict()
            best.append(best_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "number": number,
                "version": version,
                "seat": seat,
                "action": action,
                "won_before": won_before,
                "won_after": won_after,
                "cost": cost,
                "defeated_before": defeated_before,
                "defeated_after": defeated_after,
                "best": best,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rated_action import RatedAction

        d = dict(src_dict)
        number = d.pop("number")

        version = d.pop("version")

        seat = d.pop("seat")

        action = d.pop("action")

        won_before = d.pop("won_before")

        won_after = d.pop("won_after")

        cost = d.pop("cost")

        defeated_before = d.pop("defeated_before")

        defeated_after = d.pop("defeated_after")

        best = []
        _best = d.pop("best")
        for best_item_data in _best:
            best_item = RatedAction.from_dict(best_item_data)

            best.append(best_item)

        reviewed_move = cls(
            number=number,
            version=version,
            seat=seat,
            action=action,
            won_before=won_before,
            won_after=won_after,
            cost=cost,
            defeated_before=defeated_before,
            defeated_after=defeated_after,
            best=best,
        )

        reviewed_move.additional_properties = d
        return reviewed_move

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
