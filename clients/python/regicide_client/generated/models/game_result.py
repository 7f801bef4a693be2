from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.end_reason import EndReason, check_end_reason
from ..models.grade import Grade, check_grade
from ..models.outcome import Outcome, check_outcome

T = TypeVar("T", bound="GameResult")


@_attrs_define
class GameResult:
    """
    Attributes:
        outcome (Outcome): The outcome of a game, which all players share. Later versions may add values.
        reason (EndReason): Why a game ended. Later versions may add values.
        seat (int): The seat that had the turn at the end: it defeated the last king, could not continue, or ran out of
            time. A game that is given up is lost by all.
        defeated (int): The number of defeated enemies.
        grade (Grade | None): The grade of a solo win.
    """

    outcome: Outcome
    reason: EndReason
    seat: int
    defeated: int
    grade: Grade | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        outcome: str = self.outcome

        reason: str = self.reason

        seat = self.seat

        defeated = self.defeated

        grade: None | str
        if isinstance(self.grade, str):
            grade = self.grade
        else:
            grade = self.grade

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "outcome": outcome,
                "reason": reason,
                "seat": seat,
                "defeated": defeated,
                "grade": grade,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        outcome = check_outcome(d.pop("outcome"))

        reason = check_end_reason(d.pop("reason"))

        seat = d.pop("seat")

        defeated = d.pop("defeated")

        def _parse_grade(data: object) -> Grade | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                grade_type_0 = check_grade(data)

                return grade_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Grade | None, data)

        grade = _parse_grade(d.pop("grade"))

        game_result = cls(
            outcome=outcome,
            reason=reason,
            seat=seat,
            defeated=defeated,
            grade=grade,
        )

        game_result.additional_properties = d
        return game_result

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
