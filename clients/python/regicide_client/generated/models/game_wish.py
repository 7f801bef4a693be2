from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.seat_wish import SeatWish


T = TypeVar("T", bound="GameWish")


@_attrs_define
class GameWish:
    """
    Attributes:
        players (int): How many play.
        seats (list[SeatWish] | Unset): One for each player. All seats are held by the creator, without names, if left
            out.
        seed (str | Unset): Makes the deal; all are told that the creator chose it. The server makes a secret one if
            left out.
        first_player (int | Unset): The seat that begins. Default: 0.
        listed (bool | Unset): Whether the game is in the list of games, for all to see. Default: False.
    """

    players: int
    seats: list[SeatWish] | Unset = UNSET
    seed: str | Unset = UNSET
    first_player: int | Unset = 0
    listed: bool | Unset = False

    def to_dict(self) -> dict[str, Any]:
        players = self.players

        seats: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.seats, Unset):
            seats = []
            for seats_item_data in self.seats:
                seats_item = seats_item_data.to_dict()
                seats.append(seats_item)

        seed = self.seed

        first_player = self.first_player

        listed = self.listed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "players": players,
            }
        )
        if seats is not UNSET:
            field_dict["seats"] = seats
        if seed is not UNSET:
            field_dict["seed"] = seed
        if first_player is not UNSET:
            field_dict["first_player"] = first_player
        if listed is not UNSET:
            field_dict["listed"] = listed

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.seat_wish import SeatWish

        d = dict(src_dict)
        players = d.pop("players")

        _seats = d.pop("seats", UNSET)
        seats: list[SeatWish] | Unset = UNSET
        if _seats is not UNSET:
            seats = []
            for seats_item_data in _seats:
                seats_item = SeatWish.from_dict(seats_item_data)

                seats.append(seats_item)

        seed = d.pop("seed", UNSET)

        first_player = d.pop("first_player", UNSET)

        listed = d.pop("listed", UNSET)

        game_wish = cls(
            players=players,
            seats=seats,
            seed=seed,
            first_player=first_player,
            listed=listed,
        )

        return game_wish
