from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="DealOfDay")


@_attrs_define
class DealOfDay:
    """
    Attributes:
        date (datetime.date): The day (UTC).
        players (int): The number of players.
        ends_at (datetime.datetime): The end of the day: then the seed, the nonce and the record are told.
    """

    date: datetime.date
    players: int
    ends_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        players = self.players

        ends_at = self.ends_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "players": players,
                "ends_at": ends_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        players = d.pop("players")

        ends_at = datetime.datetime.fromisoformat(d.pop("ends_at"))

        deal_of_day = cls(
            date=date,
            players=players,
            ends_at=ends_at,
        )

        deal_of_day.additional_properties = d
        return deal_of_day

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
