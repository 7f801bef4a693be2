from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.effect_type import EffectType, check_effect_type
from ..models.end_reason import EndReason, check_end_reason
from ..models.outcome import Outcome, check_outcome
from ..types import UNSET, Unset

T = TypeVar("T", bound="Effect")


@_attrs_define
class Effect:
    """An effect of an action; `type` tells which. Later versions may add types: ignore those that you do not know.

    Attributes:
        type_ (EffectType): The type of an effect. Later versions may add values.
        count (int | Unset): heal, draw: The number of cards.
        cards (list[str] | Unset): heal: The cards, in canonical order; records of an earlier version lack them; draw:
            The cards; only for the seat that drew them, and in records; discard: The cards.
        seat (int | Unset): draw: The seat that drew; turn: The seat.
        amount (int | Unset): shield: The reduction; damage: The damage; strike: The strike; 0 if shields absorb all of
            it.
        enemy (str | Unset): A card: its rank and the letter of its suit, such as `10D`; `X1` and `X2` are the jesters.
            Example: 10D.
        exact (bool | Unset): defeat: Whether the damage was exact; the enemy is then on top of the tavern.
        outcome (Outcome | Unset): The outcome of a game, which all players share. Later versions may add values.
        reason (EndReason | Unset): Why a game ended. Later versions may add values.
    """

    type_: EffectType
    count: int | Unset = UNSET
    cards: list[str] | Unset = UNSET
    seat: int | Unset = UNSET
    amount: int | Unset = UNSET
    enemy: str | Unset = UNSET
    exact: bool | Unset = UNSET
    outcome: Outcome | Unset = UNSET
    reason: EndReason | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        count = self.count

        cards: list[str] | Unset = UNSET
        if not isinstance(self.cards, Unset):
            cards = self.cards

        seat = self.seat

        amount = self.amount

        enemy = self.enemy

        exact = self.exact

        outcome: str | Unset = UNSET
        if not isinstance(self.outcome, Unset):
            outcome = self.outcome

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
            }
        )
        if count is not UNSET:
            field_dict["count"] = count
        if cards is not UNSET:
            field_dict["cards"] = cards
        if seat is not UNSET:
            field_dict["seat"] = seat
        if amount is not UNSET:
            field_dict["amount"] = amount
        if enemy is not UNSET:
            field_dict["enemy"] = enemy
        if exact is not UNSET:
            field_dict["exact"] = exact
        if outcome is not UNSET:
            field_dict["outcome"] = outcome
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        type_ = check_effect_type(d.pop("type"))

        count = d.pop("count", UNSET)

        cards = cast(list[str], d.pop("cards", UNSET))

        seat = d.pop("seat", UNSET)

        amount = d.pop("amount", UNSET)

        enemy = d.pop("enemy", UNSET)

        exact = d.pop("exact", UNSET)

        _outcome = d.pop("outcome", UNSET)
        outcome: Outcome | Unset
        if isinstance(_outcome, Unset):
            outcome = UNSET
        else:
            outcome = check_outcome(_outcome)

        _reason = d.pop("reason", UNSET)
        reason: EndReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = check_end_reason(_reason)

        effect = cls(
            type_=type_,
            count=count,
            cards=cards,
            seat=seat,
            amount=amount,
            enemy=enemy,
            exact=exact,
            outcome=outcome,
            reason=reason,
        )

        effect.additional_properties = d
        return effect

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
