from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.question_kind import QuestionKind, check_question_kind

if TYPE_CHECKING:
    from ..models.game_view import GameView


T = TypeVar("T", bound="Question")


@_attrs_define
class Question:
    """
    Attributes:
        id (str): The question.
        kind (QuestionKind): What is asked: advice for one turn, or a review of a finished game. Later versions may add
            values.
        game (str): The game.
        seat (int | None): The seat to act; null for a review.
        version (int | None): The version of the game at which its turn began; null for a review.
        limit (int): The most actions of an answer, or of a move in it.
        view (GameView | None): The game as that seat sees it; null for a review, which is about the public record.
        asked_at (datetime.datetime): When it was asked.
        expires_at (datetime.datetime): When it is forgotten without an answer.
    """

    id: str
    kind: QuestionKind
    game: str
    seat: int | None
    version: int | None
    limit: int
    view: GameView | None
    asked_at: datetime.datetime
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.game_view import GameView

        id = self.id

        kind: str = self.kind

        game = self.game

        seat: int | None
        seat = self.seat

        version: int | None
        version = self.version

        limit = self.limit

        view: dict[str, Any] | None
        if isinstance(self.view, GameView):
            view = self.view.to_dict()
        else:
            view = self.view

        asked_at = self.asked_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "game": game,
                "seat": seat,
                "version": version,
                "limit": limit,
                "view": view,
                "asked_at": asked_at,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.game_view import GameView

        d = dict(src_dict)
        id = d.pop("id")

        kind = check_question_kind(d.pop("kind"))

        game = d.pop("game")

        def _parse_seat(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        seat = _parse_seat(d.pop("seat"))

        def _parse_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        version = _parse_version(d.pop("version"))

        limit = d.pop("limit")

        def _parse_view(data: object) -> GameView | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                view_type_0 = GameView.from_dict(data)

                return view_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GameView | None, data)

        view = _parse_view(d.pop("view"))

        asked_at = datetime.datetime.fromisoformat(d.pop("asked_at"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        question = cls(
            id=id,
            kind=kind,
            game=game,
            seat=seat,
            version=version,
            limit=limit,
            view=view,
            asked_at=asked_at,
            expires_at=expires_at,
        )

        question.additional_properties = d
        return question

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
