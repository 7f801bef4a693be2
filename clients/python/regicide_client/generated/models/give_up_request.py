from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="GiveUpRequest")


@_attrs_define
class GiveUpRequest:
    """
    Attributes:
        agree (bool): true: agree to give the game up; false: withdraw that.
    """

    agree: bool

    def to_dict(self) -> dict[str, Any]:
        agree = self.agree

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "agree": agree,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        agree = d.pop("agree")

        give_up_request = cls(
            agree=agree,
        )

        return give_up_request
