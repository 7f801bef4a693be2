from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="TakeSeatRequest")


@_attrs_define
class TakeSeatRequest:
    """
    Attributes:
        name (None | str): The name of the player; null: none, clients show one in their language.
    """

    name: None | str

    def to_dict(self) -> dict[str, Any]:
        name: None | str
        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        take_seat_request = cls(
            name=name,
        )

        return take_seat_request
