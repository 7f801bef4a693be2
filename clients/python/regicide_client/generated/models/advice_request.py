from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AdviceRequest")


@_attrs_define
class AdviceRequest:
    """
    Attributes:
        version (int): The version of the view that the question is about.
        agent (str): The agent, whose `advises` is true.
        limit (int | Unset): The most actions in the answer. Default: 5. Default: 5.
        seat (int | Unset): The seat, for an agent with several. Default: the one whose turn it is. Required for a
            finished game: the seat that was to act.
    """

    version: int
    agent: str
    limit: int | Unset = 5
    seat: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        agent = self.agent

        limit = self.limit

        seat = self.seat

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "version": version,
                "agent": agent,
            }
        )
        if limit is not UNSET:
            field_dict["limit"] = limit
        if seat is not UNSET:
            field_dict["seat"] = seat

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        version = d.pop("version")

        agent = d.pop("agent")

        limit = d.pop("limit", UNSET)

        seat = d.pop("seat", UNSET)

        advice_request = cls(
            version=version,
            agent=agent,
            limit=limit,
            seat=seat,
        )

        return advice_request
