from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.event_type import EventType, check_event_type
from ..models.signal import Signal, check_signal
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.effect import Effect


T = TypeVar("T", bound="GameEvent")


@_attrs_define
class GameEvent:
    """An event of a game; `type` tells which. Later versions may add types: ignore those that you do not know.

    Attributes:
        version (int): The version of the game after it.
        seat (int): The seat that it concerns.
        at (datetime.datetime): When it happened.
        type_ (EventType): The type of an event. Later versions may add values.
        action (str | Unset): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or
            `>` and a seat, which appoints the next player. Example: AC+8D.
        effects (list[Effect] | Unset): action: Its effects in order; timeout: Its effects in order; none with an agent;
            give-up: Its effects in order: those of the end if all agree.
        agent (None | str | Unset): action: The agent that stood in for the player; seat-taken: The agent that got the
            seat; timeout: The agent that stands in; stand-in: The agent that stands in; null: the holder plays again;
            advice: The agent that is asked.
        name (None | str | Unset): seat-taken: The name of the player; null: none.
        signal (Signal | Unset): Whether a player would like to go next. Later versions may add values.
        agree (bool | Unset): give-up: Whether the holder of the seat agrees.
        next_ (str | Unset): rematch: The rematch.
    """

    version: int
    seat: int
    at: datetime.datetime
    type_: EventType
    action: str | Unset = UNSET
    effects: list[Effect] | Unset = UNSET
    agent: None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    signal: Signal | Unset = UNSET
    agree: bool | Unset = UNSET
    next_: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        seat = self.seat

        at = self.at.isoformat()

        type_: str = self.type_

        action = self.action

        effects: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.effects, Unset):
            effects = []
            for effects_item_data in self.effects:
                effects_item = effects_item_data.to_dict()
                effects.append(effects_item)

        agent: None | str | Unset
        if isinstance(self.agent, Unset):
            agent = UNSET
        else:
            agent = self.agent

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        signal: str | Unset = UNSET
        if not isinstance(self.signal, Unset):
            signal = self.signal

        agree = self.agree

        next_ = self.next_

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "seat": seat,
                "at": at,
                "type": type_,
            }
        )
        if action is not UNSET:
            field_dict["action"] = action
        if effects is not UNSET:
            field_dict["effects"] = effects
        if agent is not UNSET:
            field_dict["agent"] = agent
        if name is not UNSET:
            field_dict["name"] = name
        if signal is not UNSET:
            field_dict["signal"] = signal
        if agree is not UNSET:
            field_dict["agree"] = agree
        if next_ is not UNSET:
            field_dict["next"] = next_

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.effect import Effect

        d = dict(src_dict)
        version = d.pop("version")

        seat = d.pop("seat")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        type_ = check_event_type(d.pop("type"))

        action = d.pop("action", UNSET)

        _effects = d.pop("effects", UNSET)
        effects: list[Effect] | Unset = UNSET
        if _effects is not UNSET:
            effects = []
            for effects_item_data in _effects:
                effects_item = Effect.from_dict(effects_item_data)

                effects.append(effects_item)

        def _parse_agent(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        agent = _parse_agent(d.pop("agent", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        _signal = d.pop("signal", UNSET)
        signal: Signal | Unset
        if isinstance(_signal, Unset):
            signal = UNSET
        else:
            signal = check_signal(_signal)

        agree = d.pop("agree", UNSET)

        next_ = d.pop("next", UNSET)

        game_event = cls(
            version=version,
            seat=seat,
            at=at,
            type_=type_,
            action=action,
            effects=effects,
            agent=agent,
            name=name,
            signal=signal,
            agree=agree,
            next_=next_,
        )

        game_event.additional_properties = d
        return game_event

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
