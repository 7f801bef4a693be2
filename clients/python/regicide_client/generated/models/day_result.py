from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.grade import Grade, check_grade
from ..models.outcome import Outcome, check_outcome

T = TypeVar("T", bound="DayResult")


@_attrs_define
class DayResult:
    """
    Attributes:
        date (datetime.date): The day (UTC).
        outcome (Outcome): The outcome of a game, which all players share. Later versions may add values.
        grade (Grade | None): The grade of a solo win.
        exact (list[bool]): Whether each defeated enemy, in order, was defeated exactly.
        turns (int): The number of plays and yields.
        seconds (int): The time on the server from the first hand to the end.
        game (None | str): The game, whose record is the replay; null until the day is over.
    """

    date: datetime.date
    outcome: Outcome
    grade: Grade | None
    exact: list[bool]
    turns: int
    seconds: int
    game: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date.isoformat()

        outcome: str = self.outcome

        grade: None | str
        if isinstance(self.grade, str):
            grade = self.grade
        else:
            grade = self.grade

        exact = self.exact

        turns = self.turns

        seconds = self.seconds

        game: None | str
        game = self.game

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "outcome": outcome,
                "grade": grade,
                "exact": exact,
                "turns": turns,
                "seconds": seconds,
                "game": game,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        date = datetime.date.fromisoformat(d.pop("date"))

        outcome = check_outcome(d.pop("outcome"))

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

        exact = cast(list[bool], d.pop("exact"))

        turns = d.pop("turns")

        seconds = d.pop("seconds")

        def _parse_game(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        game = _parse_game(d.pop("game"))

        day_result = cls(
            date=date,
            outcome=outcome,
            grade=grade,
            exact=exact,
            turns=turns,
            seconds=seconds,
            game=game,
        )

        day_result.additional_properties = d
        return day_result

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
