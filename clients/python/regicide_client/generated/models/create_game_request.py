from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.advice_rule import AdviceRule, check_advice_rule
from ..models.shared_deal import SharedDeal, check_shared_deal
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.seat_request import SeatRequest


T = TypeVar("T", bound="CreateGameRequest")


@_attrs_define
class CreateGameRequest:
    """
    Attributes:
        players (int): The number of players.
        seats (list[SeatRequest] | Unset): One for each player. Default: the creator holds all seats, without names.
        seed (str | Unset): Determines the deal; the views show that the creator chose it. Default: a secret seed from
            the server.
        first_player (int | Unset): The seat that begins. Default: 0.
        actions (list[str] | Unset): Actions that were played already, from the deal of `seed` on; the game goes on
            after them.
        position (str | Unset): The text of the position at which the game begins, as in records. Such a game has no
            commitment. A position that contradicts itself is refused with the reason; not checked are the fights before the
            last defeated enemy, whether `heals` is as large as they need, and whether the order of the cards follows from
            the seed.
        listed (bool | Unset): Whether the game is in the public list of games. Default: False.
        advice (AdviceRule | Unset): The seats that may ask for advice in a running game: none or all. Later versions
            may add values.
        label (str | Unset): A text by which its owner finds the game; no other client sees it.
        turn_seconds (int | Unset): The time for each action in seconds. Default: no deadline.
        on_timeout (str | Unset): After a timeout: `forfeit` loses the game; `bot:NAME` lets that agent end the turn. It
            requires `turn_seconds`; without that, `forfeit` has no effect. An agent with the seating `invited` has to have
            a seat of the game, with its `invitation`. Default: 'forfeit'.
        deal (SharedDeal | Unset): A deal that several games have.
    """

    players: int
    seats: list[SeatRequest] | Unset = UNSET
    seed: str | Unset = UNSET
    first_player: int | Unset = 0
    actions: list[str] | Unset = UNSET
    position: str | Unset = UNSET
    listed: bool | Unset = False
    advice: AdviceRule | Unset = UNSET
    label: str | Unset = UNSET
    turn_seconds: int | Unset = UNSET
    on_timeout: str | Unset = "forfeit"
    deal: SharedDeal | Unset = UNSET

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

        actions: list[str] | Unset = UNSET
        if not isinstance(self.actions, Unset):
            actions = self.actions

        position = self.position

        listed = self.listed

        advice: str | Unset = UNSET
        if not isinstance(self.advice, Unset):
            advice = self.advice

        label = self.label

        turn_seconds = self.turn_seconds

        on_timeout = self.on_timeout

        deal: str | Unset = UNSET
        if not isinstance(self.deal, Unset):
            deal = self.deal

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
        if actions is not UNSET:
            field_dict["actions"] = actions
        if position is not UNSET:
            field_dict["position"] = position
        if listed is not UNSET:
            field_dict["listed"] = listed
        if advice is not UNSET:
            field_dict["advice"] = advice
        if label is not UNSET:
            field_dict["label"] = label
        if turn_seconds is not UNSET:
            field_dict["turn_seconds"] = turn_seconds
        if on_timeout is not UNSET:
            field_dict["on_timeout"] = on_timeout
        if deal is not UNSET:
            field_dict["deal"] = deal

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.seat_request import SeatRequest

        d = dict(src_dict)
        players = d.pop("players")

        _seats = d.pop("seats", UNSET)
        seats: list[SeatRequest] | Unset = UNSET
        if _seats is not UNSET:
            seats = []
            for seats_item_data in _seats:
                seats_item = SeatRequest.from_dict(seats_item_data)

                seats.append(seats_item)

        seed = d.pop("seed", UNSET)

        first_player = d.pop("first_player", UNSET)

        actions = cast(list[str], d.pop("actions", UNSET))

        position = d.pop("position", UNSET)

        listed = d.pop("listed", UNSET)

        _advice = d.pop("advice", UNSET)
        advice: AdviceRule | Unset
        if isinstance(_advice, Unset):
            advice = UNSET
        else:
            advice = check_advice_rule(_advice)

        label = d.pop("label", UNSET)

        turn_seconds = d.pop("turn_seconds", UNSET)

        on_timeout = d.pop("on_timeout", UNSET)

        _deal = d.pop("deal", UNSET)
        deal: SharedDeal | Unset
        if isinstance(_deal, Unset):
            deal = UNSET
        else:
            deal = check_shared_deal(_deal)

        create_game_request = cls(
            players=players,
            seats=seats,
            seed=seed,
            first_player=first_player,
            actions=actions,
            position=position,
            listed=listed,
            advice=advice,
            label=label,
            turn_seconds=turn_seconds,
            on_timeout=on_timeout,
            deal=deal,
        )

        return create_game_request
