from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.seating import Seating, check_seating

if TYPE_CHECKING:
    from ..models.bot_figures import BotFigures


T = TypeVar("T", bound="OwnAgent")


@_attrs_define
class OwnAgent:
    """
    Attributes:
        name (str): Its name.
        house (bool): Whether it is a house bot.
        last_seen (datetime.datetime | None): When it last requested its turns; null: never.
        description (None | str): What it says about itself; that of a house bot is in the language of the response.
            Null: nothing.
        seating (Seating): Who may give an agent a seat: anyone, the senders of its invitation, or nobody. Later
            versions may add values.
        advises (bool): Whether it gives advice.
        reviews (bool): Whether it reviews finished games.
        figures (BotFigures | None): What was measured of a house bot; null for other agents.
        created_at (datetime.datetime | None): When it was registered; null: before the server kept this time, or a
            house bot.
        max_games (int): The running games that it takes.
        open_turns (int): The turns in its inbox; 100: that many or more.
    """

    name: str
    house: bool
    last_seen: datetime.datetime | None
    description: None | str
    seating: Seating
    advises: bool
    reviews: bool
    figures: BotFigures | None
    created_at: datetime.datetime | None
    max_games: int
    open_turns: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.bot_figures import BotFigures

        name = self.name

        house = self.house

        last_seen: None | str
        if isinstance(self.last_seen, datetime.datetime):
            last_seen = self.last_seen.isoformat()
        else:
            last_seen = self.last_seen

        description: None | str
        description = self.description

        seating: str = self.seating

        advises = self.advises

        reviews = self.reviews

        figures: dict[str, Any] | None
        if isinstance(self.figures, BotFigures):
            figures = self.figures.to_dict()
        else:
            figures = self.figures

        created_at: None | str
        if isinstance(self.created_at, datetime.datetime):
            created_at = self.created_at.isoformat()
        else:
            created_at = self.created_at

        max_games = self.max_games

        open_turns = self.open_turns

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "house": house,
                "last_seen": last_seen,
                "description": description,
                "seating": seating,
                "advises": advises,
                "reviews": reviews,
                "figures": figures,
                "created_at": created_at,
                "max_games": max_games,
                "open_turns": open_turns,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.bot_figures import BotFigures

        d = dict(src_dict)
        name = d.pop("name")

        house = d.pop("house")

        def _parse_last_seen(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_seen_type_0 = datetime.datetime.fromisoformat(data)

                return last_seen_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_seen = _parse_last_seen(d.pop("last_seen"))

        def _parse_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        description = _parse_description(d.pop("description"))

        seating = check_seating(d.pop("seating"))

        advises = d.pop("advises")

        reviews = d.pop("reviews")

        def _parse_figures(data: object) -> BotFigures | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                figures_type_0 = BotFigures.from_dict(data)

                return figures_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BotFigures | None, data)

        figures = _parse_figures(d.pop("figures"))

        def _parse_created_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                created_at_type_0 = datetime.datetime.fromisoformat(data)

                return created_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        created_at = _parse_created_at(d.pop("created_at"))

        max_games = d.pop("max_games")

        open_turns = d.pop("open_turns")

        own_agent = cls(
            name=name,
            house=house,
            last_seen=last_seen,
            description=description,
            seating=seating,
            advises=advises,
            reviews=reviews,
            figures=figures,
            created_at=created_at,
            max_games=max_games,
            open_turns=open_turns,
        )

        own_agent.additional_properties = d
        return own_agent

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
