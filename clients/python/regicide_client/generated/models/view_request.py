from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ViewRequest")


@_attrs_define
class ViewRequest:
    """
    Attributes:
        id (str): The game.
        token (str | Unset): The token to view it with. Default: that of the request, if any.
        seat (int | Unset): The seat, for a token with several. Default: the one whose turn it is, else the first.
    """

    id: str
    token: str | Unset = UNSET
    seat: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        token = self.token

        seat = self.seat

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
            }
        )
        if token is not UNSET:
            field_dict["token"] = token
        if seat is not UNSET:
            field_dict["seat"] = seat

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        token = d.pop("token", UNSET)

        seat = d.pop("seat", UNSET)

        view_request = cls(
            id=id,
            token=token,
            seat=seat,
        )

        return view_request
