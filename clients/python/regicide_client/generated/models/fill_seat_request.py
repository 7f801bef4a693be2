from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="FillSeatRequest")


@_attrs_define
class FillSeatRequest:
    """
    Attributes:
        open_ (bool | Unset): true: anyone can take the seat. false is refused.
        agent (str | Unset): The agent that gets the seat; with `open`, until a player takes it.
        invitation (str | Unset): The invitation of the agent, if it takes seats only by its invitation.
    """

    open_: bool | Unset = UNSET
    agent: str | Unset = UNSET
    invitation: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        open_ = self.open_

        agent = self.agent

        invitation = self.invitation

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if open_ is not UNSET:
            field_dict["open"] = open_
        if agent is not UNSET:
            field_dict["agent"] = agent
        if invitation is not UNSET:
            field_dict["invitation"] = invitation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        open_ = d.pop("open", UNSET)

        agent = d.pop("agent", UNSET)

        invitation = d.pop("invitation", UNSET)

        fill_seat_request = cls(
            open_=open_,
            agent=agent,
            invitation=invitation,
        )

        return fill_seat_request
