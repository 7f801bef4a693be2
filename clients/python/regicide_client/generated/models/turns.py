from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.agent_game import AgentGame
    from ..models.game_view import GameView
    from ..models.question import Question


T = TypeVar("T", bound="Turns")


@_attrs_define
class Turns:
    """
    Attributes:
        items (list[GameView]): Each as seen from the seat to act.
        next_ (None | str): The `cursor` of the next page; null on the last one.
        ended (list[AgentGame]): Games of the agent that ended in the last ten minutes, the last one first.
        questions (list[Question]): Questions that wait for an answer, the oldest first.
        now (datetime.datetime): When the server responded.
    """

    items: list[GameView]
    next_: None | str
    ended: list[AgentGame]
    questions: list[Question]
    now: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        next_: None | str
        next_ = self.next_

        ended = []
        for ended_item_data in self.ended:
            ended_item = ended_item_data.to_dict()
            ended.append(ended_item)

        questions = []
        for questions_item_data in self.questions:
            questions_item = questions_item_data.to_dict()
            questions.append(questions_item)

        now = self.now.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "next": next_,
                "ended": ended,
                "questions": questions,
                "now": now,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.agent_game import AgentGame
        from ..models.game_view import GameView
        from ..models.question import Question

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = GameView.from_dict(items_item_data)

            items.append(items_item)

        def _parse_next_(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_ = _parse_next_(d.pop("next"))

        ended = []
        _ended = d.pop("ended")
        for ended_item_data in _ended:
            ended_item = AgentGame.from_dict(ended_item_data)

            ended.append(ended_item)

        questions = []
        _questions = d.pop("questions")
        for questions_item_data in _questions:
            questions_item = Question.from_dict(questions_item_data)

            questions.append(questions_item)

        now = datetime.datetime.fromisoformat(d.pop("now"))

        turns = cls(
            items=items,
            next_=next_,
            ended=ended,
            questions=questions,
            now=now,
        )

        turns.additional_properties = d
        return turns

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
