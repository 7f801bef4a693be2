from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AgentWish")


@_attrs_define
class AgentWish:
    """
    Attributes:
        name (str): Its name: lowercase letters, digits and hyphens.
        max_games (int | Unset): The running games that it takes, at most half of them, rounded up, from one address.
            Default: 1000.
    """

    name: str
    max_games: int | Unset = 1000

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        max_games = self.max_games

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
            }
        )
        if max_games is not UNSET:
            field_dict["max_games"] = max_games

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        name = d.pop("name")

        max_games = d.pop("max_games", UNSET)

        agent_wish = cls(
            name=name,
            max_games=max_games,
        )

        return agent_wish
