from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="AddDeviceRequest")


@_attrs_define
class AddDeviceRequest:
    """
    Attributes:
        code (str): The code, in upper or lower case, also with spaces or nothing in place of the hyphens.
        name (str): A name by which you tell the device from your others.
    """

    code: str
    name: str

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        name = self.name

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "code": code,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        code = d.pop("code")

        name = d.pop("name")

        add_device_request = cls(
            code=code,
            name=name,
        )

        return add_device_request
