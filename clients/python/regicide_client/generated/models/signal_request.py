from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.signal import Signal, check_signal

T = TypeVar("T", bound="SignalRequest")


@_attrs_define
class SignalRequest:
    """
    Attributes:
        signal (Signal): Whether a player would like to go next. Later versions may add values.
    """

    signal: Signal

    def to_dict(self) -> dict[str, Any]:
        signal: str = self.signal

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "signal": signal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        signal = check_signal(d.pop("signal"))

        signal_request = cls(
            signal=signal,
        )

        return signal_request
