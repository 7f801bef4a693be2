from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.win_rate import WinRate


T = TypeVar("T", bound="BotFigures")


@_attrs_define
class BotFigures:
    """
    Attributes:
        move_ms (float): The mean CPU time of a move in milliseconds, on one core of a cloud machine, for the number of
            players for which it is longest.
        win_rates (list[WinRate]): By number of players.
    """

    move_ms: float
    win_rates: list[WinRate]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        move_ms = self.move_ms

        win_rates = []
        for win_rates_item_data in self.win_rates:
            win_rates_item = win_rates_item_data.to_dict()
            win_rates.append(win_rates_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "move_ms": move_ms,
                "win_rates": win_rates,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.win_rate import WinRate

        d = dict(src_dict)
        move_ms = d.pop("move_ms")

        win_rates = []
        _win_rates = d.pop("win_rates")
        for win_rates_item_data in _win_rates:
            win_rates_item = WinRate.from_dict(win_rates_item_data)

            win_rates.append(win_rates_item)

        bot_figures = cls(
            move_ms=move_ms,
            win_rates=win_rates,
        )

        bot_figures.additional_properties = d
        return bot_figures

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
