from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PlayersInfo")


@_attrs_define
class PlayersInfo:
    """
    Attributes:
        players (int): The number of players.
        full_hand (int): The maximum hand size, which is the size at the start.
        jesters (int): The number of jesters in the tavern deck.
        flips (int): The number of jesters that can be flipped.
    """

    players: int
    full_hand: int
    jesters: int
    flips: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        players = self.players

        full_hand = self.full_hand

        jesters = self.jesters

        flips = self.flips

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "players": players,
                "full_hand": full_hand,
                "jesters": jesters,
                "flips": flips,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        players = d.pop("players")

        full_hand = d.pop("full_hand")

        jesters = d.pop("jesters")

        flips = d.pop("flips")

        players_info = cls(
            players=players,
            full_hand=full_hand,
            jesters=jesters,
            flips=flips,
        )

        players_info.additional_properties = d
        return players_info

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
