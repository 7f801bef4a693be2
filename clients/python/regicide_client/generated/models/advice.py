from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.answer_status import AnswerStatus, check_answer_status

if TYPE_CHECKING:
    from ..models.rated_action import RatedAction


T = TypeVar("T", bound="Advice")


@_attrs_define
class Advice:
    """
    Attributes:
        id (str): The advice.
        game (str): The game.
        version (int): The version of the game at which the turn began.
        seat (int): The seat to act.
        agent (str): The agent that is asked.
        status (AnswerStatus): Whether a question is answered: not yet, yes, or it will not be. Later versions may add
            values.
        actions (list[RatedAction]): The best actions, best first; none until it is ready.
        considered (int | None): The number of actions that the agent looked at; null until it is ready.
        expires_at (datetime.datetime): When it is forgotten.
    """

    id: str
    game: str
    version: int
    seat: int
    agent: str
    status: AnswerStatus
    actions: list[RatedAction]
    considered: int | None
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        game = self.game

        version = self.version

        seat = self.seat

        agent = self.agent

        status: str = self.status

        actions = []
        for actions_item_data in self.actions:
            actions_item = actions_item_data.to_dict()
            actions.append(actions_item)

        considered: int | None
        considered = self.considered

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "game": game,
                "version": version,
                "seat": seat,
                "agent": agent,
                "status": status,
                "actions": actions,
                "considered": considered,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rated_action import RatedAction

        d = dict(src_dict)
        id = d.pop("id")

        game = d.pop("game")

        version = d.pop("version")

        seat = d.pop("seat")

        agent = d.pop("agent")

        status = check_answer_status(d.pop("status"))

        actions = []
        _actions = d.pop("actions")
        for actions_item_data in _actions:
            actions_item = RatedAction.from_dict(actions_item_data)

            actions.append(actions_item)

        def _parse_considered(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        considered = _parse_considered(d.pop("considered"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        advice = cls(
            id=id,
            game=game,
            version=version,
            seat=seat,
            agent=agent,
            status=status,
            actions=actions,
            considered=considered,
            expires_at=expires_at,
        )

        advice.additional_properties = d
        return advice

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
