from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.game_status import GameStatus, check_game_status
from ..models.grade import Grade, check_grade
from ..models.outcome import Outcome, check_outcome

T = TypeVar("T", bound="BotResult")


@_attrs_define
class BotResult:
    """
    Attributes:
        agent (str): The house bot.
        status (GameStatus): The status of a game; it is over unless it is waiting or active. Later versions may add
            values.
        outcome (None | Outcome): The outcome; null until the game is over.
        grade (Grade | None): The grade of a solo win.
        defeated (int | None): The number of defeated enemies; null until the game is over.
    """

    agent: str
    status: GameStatus
    outcome: None | Outcome
    grade: Grade | None
    defeated: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        agent = self.agent

        status: str = self.status

        outcome: None | str
        if isinstance(self.outcome, str):
            outcome = self.outcome
        else:
            outcome = self.outcome

        grade: None | str
        if isinstance(self.grade, str):
            grade = self.grade
        else:
            grade = self.grade

        defeated: int | None
        defeated = self.defeated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "agent": agent,
                "status": status,
                "outcome": outcome,
                "grade": grade,
                "defeated": defeated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        agent = d.pop("agent")

        status = check_game_status(d.pop("status"))

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

        def _parse_grade(data: object) -> Grade | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                grade_type_0 = check_grade(data)

                return grade_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Grade | None, data)

        grade = _parse_grade(d.pop("grade"))

        def _parse_defeated(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        defeated = _parse_defeated(d.pop("defeated"))

        bot_result = cls(
            agent=agent,
            status=status,
            outcome=outcome,
            grade=grade,
            defeated=defeated,
        )

        bot_result.additional_properties = d
        return bot_result

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
