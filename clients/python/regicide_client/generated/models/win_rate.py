from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="WinRate")


@_attrs_define
class WinRate:
    """
    Attributes:
        players (int): The number of players.
        games (int): The games that were played to measure it.
        rate (float): The share of them that were won, 0 to 1.
        low (float): The lower end of its 95% confidence interval.
        high (float): The upper end of its 95% confidence interval.
    """

    players: int
    games: int
    rate: float
    low: float
    high: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        players = self.players

        games = self.games

        rate = self.rate

        low = self.low

        high = self.high

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "players": players,
                "games": games,
                "rate": rate,
                "low": low,
                "high": high,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        players = d.pop("players")

        games = d.pop("games")

        rate = d.pop("rate")

        low = d.pop("low")

        high = d.pop("high")

        win_rate = cls(
            players=players,
            games=games,
            rate=rate,
            low=low,
            high=high,
        )

        win_rate.additional_properties = d
        return win_rate

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
