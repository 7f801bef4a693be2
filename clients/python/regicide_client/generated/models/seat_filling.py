from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SeatFilling")


@_attrs_define
class SeatFilling:
    """
    Attributes:
        open_ (bool | Unset): true: anyone can take the seat. false is refused.
        agent (str | Unset): The agent that gets the seat.
    """

    open_: bool | Unset = UNSET
    agent: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        open_ = self.open_

        agent = self.agent

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if open_ is not UNSET:
            field_dict["open"] = open_
        if agent is not UNSET:
            field_dict["agent"] = agent

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        open_ = d.pop("open", UNSET)

        agent = d.pop("agent", UNSET)

        seat_filling = cls(
            open_=open_,
            agent=agent,
        )

        return seat_filling
