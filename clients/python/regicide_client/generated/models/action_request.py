from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="ActionRequest")


@_attrs_define
class ActionRequest:
    """
    Attributes:
        version (int): The version of the view that the action was chosen in.
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
    """

    version: int
    action: str

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        action = self.action

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "version": version,
                "action": action,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        version = d.pop("version")

        action = d.pop("action")

        action_request = cls(
            version=version,
            action=action,
        )

        return action_request
