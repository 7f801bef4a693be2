from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.result_grade_type_1 import ResultGradeType1, check_result_grade_type_1
from ..models.result_grade_type_2_type_1 import (
    ResultGradeType2Type1,
    check_result_grade_type_2_type_1,
)
from ..models.result_grade_type_3_type_1 import (
    ResultGradeType3Type1,
    check_result_grade_type_3_type_1,
)
from ..models.result_outcome import ResultOutcome, check_result_outcome
from ..models.result_reason import ResultReason, check_result_reason

T = TypeVar("T", bound="Result")


@_attrs_define
class Result:
    """
    Attributes:
        outcome (ResultOutcome): Won or lost; all players share it.
        reason (ResultReason): The reason.
        seat (int): The seat that defeated the last king, or could not continue.
        defeated (int): The number of defeated enemies.
        grade (None | ResultGradeType1 | ResultGradeType2Type1 | ResultGradeType3Type1): The grade of a solo win.
    """

    outcome: ResultOutcome
    reason: ResultReason
    seat: int
    defeated: int
    grade: None | ResultGradeType1 | ResultGradeType2Type1 | ResultGradeType3Type1
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        outcome: str = self.outcome

        reason: str = self.reason

        seat = self.seat

        defeated = self.defeated

        grade: None | str
        if (
            isinstance(self.grade, str)
            or isinstance(self.grade, str)
            or isinstance(self.grade, str)
        ):
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
        outcome = check_result_outcome(d.pop("outcome"))

        reason = check_result_reason(d.pop("reason"))

        seat = d.pop("seat")

        defeated = d.pop("defeated")

        def _parse_grade(
            data: object,
        ) -> None | ResultGradeType1 | ResultGradeType2Type1 | ResultGradeType3Type1:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                grade_type_1 = check_result_grade_type_1(data)

                return grade_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                grade_type_2_type_1 = check_result_grade_type_2_type_1(data)

                return grade_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                grade_type_3_type_1 = check_result_grade_type_3_type_1(data)

                return grade_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(
                None | ResultGradeType1 | ResultGradeType2Type1 | ResultGradeType3Type1,
                data,
            )

        grade = _parse_grade(d.pop("grade"))

        result = cls(
            outcome=outcome,
            reason=reason,
            seat=seat,
            defeated=defeated,
            grade=grade,
        )

        result.additional_properties = d
        return result

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
