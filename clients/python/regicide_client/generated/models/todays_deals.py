from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.todays_deal import TodaysDeal


T = TypeVar("T", bound="TodaysDeals")


@_attrs_define
class TodaysDeals:
    """
    Attributes:
        date (datetime.date): The day (UTC).
        ends_at (datetime.datetime): The end of the day.
        now (datetime.datetime): When the server responded.
        deals (list[TodaysDeal]): The deal of each number of players.
    """

    date: datetime.date
    ends_at: datetime.datetime
    now: datetime.datetime
    deals: list[TodaysDeal]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        ends_at = self.ends_at.isoformat()

        now = self.now.isoformat()

        deals = []
        for deals_item_data in self.deals:
            deals_item = deals_item_data.to_dict()
            deals.append(deals_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "ends_at": ends_at,
                "now": now,
                "deals": deals,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.todays_deal import TodaysDeal

        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        ends_at = datetime.datetime.fromisoformat(d.pop("ends_at"))

        now = datetime.datetime.fromisoformat(d.pop("now"))

        deals = []
        _deals = d.pop("deals")
        for deals_item_data in _deals:
            deals_item = TodaysDeal.from_dict(deals_item_data)

            deals.append(deals_item)

        todays_deals = cls(
            date=date,
            ends_at=ends_at,
            now=now,
            deals=deals,
        )

        todays_deals.additional_properties = d
        return todays_deals

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
