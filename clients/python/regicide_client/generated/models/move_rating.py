from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.action_rating import ActionRating


T = TypeVar("T", bound="MoveRating")


@_attrs_define
class MoveRating:
    """
    Attributes:
        number (int): The number of the action in the record, from 1.
        version (int): The version of the game after it, as in the record.
        seat (int): The seat that acted.
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
        won_before (float): The chance to win with the best action, as the seat saw the game.
        won_after (float): The chance to win after the action.
        cost (float): What the action cost: `won_before` - `won_after`, at least 0.
        defeated_before (float): The expected number of defeated enemies with the best action.
        defeated_after (float): The expected number of defeated enemies after the action.
        best (list[ActionRating]): The best actions, best first, each once and legal.
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
    best: list[ActionRating]

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
        from ..models.action_rating import ActionRating

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
            best_item = ActionRating.from_dict(best_item_data)

            best.append(best_item)

        move_rating = cls(
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

        return move_rating
