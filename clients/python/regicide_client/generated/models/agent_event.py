from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.game_event import GameEvent


T = TypeVar("T", bound="AgentEvent")


@_attrs_define
class AgentEvent:
    """
    Attributes:
        game (str): The game.
        event (GameEvent): An event of a game; `type` tells which. Later versions may add types: ignore those that you
            do not know.
    """

    game: str
    event: GameEvent
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        event = self.event.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "event": event,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_event import GameEvent

        d = dict(src_dict)
        game = d.pop("game")

        event = GameEvent.from_dict(d.pop("event"))

        agent_event = cls(
            game=game,
            event=event,
        )

        agent_event.additional_properties = d
        return agent_event

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
