from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SeatRequest")


@_attrs_define
class SeatRequest:
    """
    Attributes:
        name (None | str | Unset): The name of the player; null: none, clients show one in their language.
        open_ (bool | Unset): true: anyone can take the seat. false is refused.
        agent (str | Unset): The agent that holds the seat; of an open seat, that plays it until a player takes it.
        invitation (str | Unset): The invitation of the agent, if it takes seats only by its invitation.
    """

    name: None | str | Unset = UNSET
    open_: bool | Unset = UNSET
    agent: str | Unset = UNSET
    invitation: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        open_ = self.open_

        agent = self.agent

        invitation = self.invitation

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
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

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        open_ = d.pop("open", UNSET)

        agent = d.pop("agent", UNSET)

        invitation = d.pop("invitation", UNSET)

        seat_request = cls(
            name=name,
            open_=open_,
            agent=agent,
            invitation=invitation,
        )

        return seat_request
