from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.board_entry import BoardEntry


T = TypeVar("T", bound="DealBoard")


@_attrs_define
class DealBoard:
    """
    Attributes:
        date (datetime.date): The day (UTC), or one of the week.
        items (list[BoardEntry]): The entries of people.
        next_ (None | str): The `cursor` of the next page; null on the last one.
        total (int): The number of all entries of people.
        bots (list[BoardEntry]): The house bots that have finished, the best first.
        entry (BoardEntry | None): The entry of the parameter `game`; null if it is not on the board.
    """

    date: datetime.date
    items: list[BoardEntry]
    next_: None | str
    total: int
    bots: list[BoardEntry]
    entry: BoardEntry | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.board_entry import BoardEntry

        date = self.date.isoformat()

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        next_: None | str
        next_ = self.next_

        total = self.total

        bots = []
        for bots_item_data in self.bots:
            bots_item = bots_item_data.to_dict()
            bots.append(bots_item)

        entry: dict[str, Any] | None
        if isinstance(self.entry, BoardEntry):
            entry = self.entry.to_dict()
        else:
            entry = self.entry

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "items": items,
                "next": next_,
                "total": total,
                "bots": bots,
                "entry": entry,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.board_entry import BoardEntry

        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = BoardEntry.from_dict(items_item_data)

            items.append(items_item)

        def _parse_next_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        total = d.pop("total")

        bots = []
        _bots = d.pop("bots")
        for bots_item_data in _bots:
            bots_item = BoardEntry.from_dict(bots_item_data)

            bots.append(bots_item)

        def _parse_entry(data: object) -> BoardEntry | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                entry_type_0 = BoardEntry.from_dict(data)

                return entry_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BoardEntry | None, data)

        entry = _parse_entry(d.pop("entry"))

        deal_board = cls(
            date=date,
            items=items,
            next_=next_,
            total=total,
            bots=bots,
            entry=entry,
        )

        deal_board.additional_properties = d
        return deal_board

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
