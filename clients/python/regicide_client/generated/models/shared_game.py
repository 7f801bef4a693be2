from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="SharedGame")


@_attrs_define
class SharedGame:
    """
    Attributes:
        id (str): The game.
        tokens (list[str]): The tokens of this device.
    """

    id: str
    tokens: list[str]

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        tokens = self.tokens

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "tokens": tokens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        tokens = cast(list[str], d.pop("tokens"))

        shared_game = cls(
            id=id,
            tokens=tokens,
        )

        return shared_game
