from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="StandInRequest")


@_attrs_define
class StandInRequest:
    """
    Attributes:
        agent (str): The agent.
        invitation (str | Unset): The invitation of the agent, if it takes seats only by its invitation.
    """

    agent: str
    invitation: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        agent = self.agent

        invitation = self.invitation

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "agent": agent,
            }
        )
        if invitation is not UNSET:
            field_dict["invitation"] = invitation

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        agent = d.pop("agent")

        invitation = d.pop("invitation", UNSET)

        stand_in_request = cls(
            agent=agent,
            invitation=invitation,
        )

        return stand_in_request
