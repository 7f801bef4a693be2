from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.effect import Effect


T = TypeVar("T", bound="RecordedEvent")


@_attrs_define
class RecordedEvent:
    """
    Attributes:
        version (int): The version of the game after it.
        seat (int): The seat that acted.
        action (str): An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or `>` and
            a seat, which appoints the next player. Example: AC+8D.
        agent (None | str): The agent that acted; null: a person.
        at (datetime.datetime): When it happened.
        effects (list[Effect]): Its effects in order.
        position (str): The full position after it, as one line of text.
    """

    version: int
    seat: int
    action: str
    agent: None | str
    at: datetime.datetime
    effects: list[Effect]
    position: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        seat = self.seat

        action = self.action

        agent: None | str
        agent = self.agent

        at = self.at.isoformat()

        effects = []
        for effects_item_data in self.effects:
            effects_item = effects_item_data.to_dict()
            effects.append(effects_item)

        position = self.position

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "seat": seat,
                "action": action,
                "agent": agent,
                "at": at,
                "effects": effects,
                "position": position,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.effect import Effect

        d = dict(src_dict)
        version = d.pop("version")

        seat = d.pop("seat")

        action = d.pop("action")

        def _parse_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        agent = _parse_agent(d.pop("agent"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        effects = []
        _effects = d.pop("effects")
        for effects_item_data in _effects:
            effects_item = Effect.from_dict(effects_item_data)

            effects.append(effects_item)

        position = d.pop("position")

        recorded_event = cls(
            version=version,
            seat=seat,
            action=action,
            agent=agent,
            at=at,
            effects=effects,
            position=position,
        )

        recorded_event.additional_properties = d
        return recorded_event

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
