from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bot_result import BotResult


T = TypeVar("T", bound="TodaysDeal")


@_attrs_define
class TodaysDeal:
    """
    Attributes:
        players (int): The number of players.
        bots (list[BotResult]): The games of the house bots that run.
    """

    players: int
    bots: list[BotResult]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        players = self.players

        bots = []
        for bots_item_data in self.bots:
            bots_item = bots_item_data.to_dict()
            bots.append(bots_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "players": players,
                "bots": bots,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.bot_result import BotResult

        d = dict(src_dict)
        players = d.pop("players")

        bots = []
        _bots = d.pop("bots")
        for bots_item_data in _bots:
            bots_item = BotResult.from_dict(bots_item_data)

            bots.append(bots_item)

        todays_deal = cls(
            players=players,
            bots=bots,
        )

        todays_deal.additional_properties = d
        return todays_deal

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
