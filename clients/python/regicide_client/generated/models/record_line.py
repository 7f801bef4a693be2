from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.game_record import GameRecord
    from ..models.problem import Problem


T = TypeVar("T", bound="RecordLine")


@_attrs_define
class RecordLine:
    """
    Attributes:
        cursor (None | str): Continues after this record; null before the first game.
        id (None | str): The game; null in a line with which an incomplete answer ends.
        label (None | str): The label of the game.
        record (GameRecord | None):
        problem (None | Problem):
    """

    cursor: None | str
    id: None | str
    label: None | str
    record: GameRecord | None
    problem: None | Problem
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.game_record import GameRecord
        from ..models.problem import Problem

        cursor: None | str
        cursor = self.cursor

        id: None | str
        id = self.id

        label: None | str
        label = self.label

        record: dict[str, Any] | None
        if isinstance(self.record, GameRecord):
            record = self.record.to_dict()
        else:
            record = self.record

        problem: dict[str, Any] | None
        if isinstance(self.problem, Problem):
            problem = self.problem.to_dict()
        else:
            problem = self.problem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cursor": cursor,
                "id": id,
                "label": label,
                "record": record,
                "problem": problem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_record import GameRecord
        from ..models.problem import Problem

        d = dict(src_dict)

        def _parse_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cursor = _parse_cursor(d.pop("cursor"))

        def _parse_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))

        def _parse_label(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        label = _parse_label(d.pop("label"))

        def _parse_record(data: object) -> GameRecord | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                record_type_0 = GameRecord.from_dict(data)

                return record_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameRecord | None, data)

        record = _parse_record(d.pop("record"))

        def _parse_problem(data: object) -> None | Problem:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                problem_type_0 = Problem.from_dict(data)

                return problem_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Problem, data)

        problem = _parse_problem(d.pop("problem"))

        record_line = cls(
            cursor=cursor,
            id=id,
            label=label,
            record=record,
            problem=problem,
        )

        record_line.additional_properties = d
        return record_line

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
