from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..models.signal_wish_signal import SignalWishSignal, check_signal_wish_signal

T = TypeVar("T", bound="SignalWish")


@_attrs_define
class SignalWish:
    """
    Attributes:
        signal (SignalWishSignal): Whether you would like to go next.
    """

    signal: SignalWishSignal

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
        signal = check_signal_wish_signal(d.pop("signal"))

        signal_wish = cls(
            signal=signal,
        )

        return signal_wish
