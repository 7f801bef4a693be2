from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.coverage import Coverage, check_coverage
from ..models.outcome import Outcome, check_outcome
from ..models.suit import Suit, check_suit

T = TypeVar("T", bound="Preview")


@_attrs_define
class Preview:
    """
    Attributes:
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
        damage (int): The damage to the enemy, doubled by clubs.
        health_left (int): What is left of the enemy's health; 0: it is defeated.
        defeats (bool): Whether it defeats the enemy.
        exact (bool): Whether it kills the enemy exactly, which puts it on top of the tavern.
        healed (int): The number of cards that go from the discard pile under the tavern, before any are drawn.
        drawn (list[int]): The number of cards that each seat draws, by seat.
        drawn_cards (list[str]): Those of your draws that are certain, in canonical order.
        shield (int): The sum of the shields against the enemy after it; 0 if it is defeated.
        strike (int): The attack of the enemy on you after it, reduced by the shields; 0 without an attack.
        kept (int): The value of the cards that stay in your hand, without draws.
        covers (Coverage | None): Whether the cards that stay and those that you draw cover the strike: with all cards
            that you may draw, with none, or depending on them; null without a strike.
        stopped (list[Suit]): The suits of the cards whose powers the enemy's immunity stops.
        outcome (None | Outcome): The end of the game, if the action certainly ends it: all enemies are defeated, or you
            or the next player cannot go on; else null.
    """

    action: str
    damage: int
    health_left: int
    defeats: bool
    exact: bool
    healed: int
    drawn: list[int]
    drawn_cards: list[str]
    shield: int
    strike: int
    kept: int
    covers: Coverage | None
    stopped: list[Suit]
    outcome: None | Outcome
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        action = self.action

        damage = self.damage

        health_left = self.health_left

        defeats = self.defeats

        exact = self.exact

        healed = self.healed

        drawn = self.drawn

        drawn_cards = self.drawn_cards

        shield = self.shield

        strike = self.strike

        kept = self.kept

        covers: None | str
        if isinstance(self.covers, str):
            covers = self.covers
        else:
            covers = self.covers

        stopped = []
        for stopped_item_data in self.stopped:
            stopped_item: str = stopped_item_data
            stopped.append(stopped_item)

        outcome: None | str
        if isinstance(self.outcome, str):
            outcome = self.outcome
        else:
            outcome = self.outcome

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "action": action,
                "damage": damage,
                "health_left": health_left,
                "defeats": defeats,
                "exact": exact,
                "healed": healed,
                "drawn": drawn,
                "drawn_cards": drawn_cards,
                "shield": shield,
                "strike": strike,
                "kept": kept,
                "covers": covers,
                "stopped": stopped,
                "outcome": outcome,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        action = d.pop("action")

        damage = d.pop("damage")

        health_left = d.pop("health_left")

        defeats = d.pop("defeats")

        exact = d.pop("exact")

        healed = d.pop("healed")

        drawn = cast(list[int], d.pop("drawn"))

        drawn_cards = cast(list[str], d.pop("drawn_cards"))

        shield = d.pop("shield")

        strike = d.pop("strike")

        kept = d.pop("kept")

        def _parse_covers(data: object) -> Coverage | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                covers_type_0 = check_coverage(data)

                return covers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coverage | None, data)

        covers = _parse_covers(d.pop("covers"))

        stopped = []
        _stopped = d.pop("stopped")
        for stopped_item_data in _stopped:
            stopped_item = check_suit(stopped_item_data)

            stopped.append(stopped_item)

        def _parse_outcome(data: object) -> None | Outcome:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                outcome_type_0 = check_outcome(data)

                return outcome_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Outcome, data)

        outcome = _parse_outcome(d.pop("outcome"))

        preview = cls(
            action=action,
            damage=damage,
            health_left=health_left,
            defeats=defeats,
            exact=exact,
            healed=healed,
            drawn=drawn,
            drawn_cards=drawn_cards,
            shield=shield,
            strike=strike,
            kept=kept,
            covers=covers,
            stopped=stopped,
            outcome=outcome,
        )

        preview.additional_properties = d
        return preview

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
