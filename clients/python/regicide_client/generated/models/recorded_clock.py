from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RecordedClock")


@_attrs_define
class RecordedClock:
    """
    Attributes:
        turn_seconds (int): The time for each action in seconds.
        on_timeout (str): The consequence of a timeout: `forfeit` or `bot:NAME`.
    """

    turn_seconds: int
    on_timeout: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        turn_seconds = self.turn_seconds

        on_timeout = self.on_timeout

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "turn_seconds": turn_seconds,
                "on_timeout": on_timeout,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        turn_seconds = d.pop("turn_seconds")

        on_timeout = d.pop("on_timeout")

        recorded_clock = cls(
            turn_seconds=turn_seconds,
            on_timeout=on_timeout,
        )

        recorded_clock.additional_properties = d
        return recorded_clock

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
