from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.day_result import DayResult


T = TypeVar("T", bound="BoardEntry")


@_attrs_define
class BoardEntry:
    """
    Attributes:
        rank (int): The rank, which equal results share; that of a bot is the one it would have.
        name (str): The name under which it was entered last.
        agent (None | str): The house bot; null for people.
        defeated (int): The number of defeated enemies.
        won (int): The number of victories.
        turns (int): The number of plays and yields.
        seconds (int): The time of the games.
        results (list[DayResult]): The result of each day, the first day first.
    """

    rank: int
    name: str
    agent: None | str
    defeated: int
    won: int
    turns: int
    seconds: int
    results: list[DayResult]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        rank = self.rank

        name = self.name

        agent: None | str
        agent = self.agent

        defeated = self.defeated

        won = self.won

        turns = self.turns

        seconds = self.seconds

        results = []
        for results_item_data in self.results:
            results_item = results_item_data.to_dict()
            results.append(results_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "rank": rank,
                "name": name,
                "agent": agent,
                "defeated": defeated,
                "won": won,
                "turns": turns,
                "seconds": seconds,
                "results": results,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.day_result import DayResult

        d = dict(src_dict)
        rank = d.pop("rank")

        name = d.pop("name")

        def _parse_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        agent = _parse_agent(d.pop("agent"))

        defeated = d.pop("defeated")

        won = d.pop("won")

        turns = d.pop("turns")

        seconds = d.pop("seconds")

        results = []
        _results = d.pop("results")
        for results_item_data in _results:
            results_item = DayResult.from_dict(results_item_data)

            results.append(results_item)

        board_entry = cls(
            rank=rank,
            name=name,
            agent=agent,
            defeated=defeated,
            won=won,
            turns=turns,
            seconds=seconds,
            results=results,
        )

        board_entry.additional_properties = d
        return board_entry

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
