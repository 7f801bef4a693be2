from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.grade import Grade, check_grade

T = TypeVar("T", bound="GradeInfo")


@_attrs_define
class GradeInfo:
    """
    Attributes:
        grade (Grade): The grade of a solo win. Later versions may add values.
        flips (int): The number of flipped jesters.
        text (str): Description.
    """

    grade: Grade
    flips: int
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        grade: str = self.grade

        flips = self.flips

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "grade": grade,
                "flips": flips,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        grade = check_grade(d.pop("grade"))

        flips = d.pop("flips")

        text = d.pop("text")

        grade_info = cls(
            grade=grade,
            flips=flips,
            text=text,
        )

        grade_info.additional_properties = d
        return grade_info

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
