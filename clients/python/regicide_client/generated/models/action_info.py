from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.action_kind import ActionKind, check_action_kind

T = TypeVar("T", bound="ActionInfo")


@_attrs_define
class ActionInfo:
    """
    Attributes:
        kind (ActionKind): A kind of action. Later versions may add values.
        pattern (str): The regular expression of its texts (ECMA-262).
        example (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>`
            and a seat, which appoints the next player. Example: AC+8D.
        text (str): Description of the action and its text.
    """

    kind: ActionKind
    pattern: str
    example: str
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        pattern = self.pattern

        example = self.example

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "pattern": pattern,
                "example": example,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        kind = check_action_kind(d.pop("kind"))

        pattern = d.pop("pattern")

        example = d.pop("example")

        text = d.pop("text")

        action_info = cls(
            kind=kind,
            pattern=pattern,
            example=example,
            text=text,
        )

        action_info.additional_properties = d
        return action_info

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
