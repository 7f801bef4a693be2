from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.answer_status import AnswerStatus, check_answer_status

if TYPE_CHECKING:
    from ..models.reviewed_move import ReviewedMove


T = TypeVar("T", bound="Review")


@_attrs_define
class Review:
    """
    Attributes:
        game (str): The game.
        agent (str): The agent that reviews.
        status (AnswerStatus): Whether a question is answered: not yet, yes, or it will not be. Later versions may add
            values.
        moves (list[ReviewedMove] | None): All actions in order, those that the creator gave included; null until it is
            ready.
        expires_at (datetime.datetime): When it is forgotten.
    """

    game: str
    agent: str
    status: AnswerStatus
    moves: list[ReviewedMove] | None
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        game = self.game

        agent = self.agent

        status: str = self.status

        moves: list[dict[str, Any]] | None
        if isinstance(self.moves, list):
            moves = []
            for moves_type_0_item_data in self.moves:
                moves_type_0_item = moves_type_0_item_data.to_dict()
                moves.append(moves_type_0_item)

        else:
            moves = self.moves

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "game": game,
                "agent": agent,
                "status": status,
                "moves": moves,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.reviewed_move import ReviewedMove

        d = dict(src_dict)
        game = d.pop("game")

        agent = d.pop("agent")

        status = check_answer_status(d.pop("status"))

        def _parse_moves(data: object) -> list[ReviewedMove] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                moves_type_0 = []
                _moves_type_0 = data
                for moves_type_0_item_data in _moves_type_0:
                    moves_type_0_item = ReviewedMove.from_dict(moves_type_0_item_data)

                    moves_type_0.append(moves_type_0_item)

                return moves_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ReviewedMove] | None, data)

        moves = _parse_moves(d.pop("moves"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        review = cls(
            game=game,
            agent=agent,
            status=status,
            moves=moves,
            expires_at=expires_at,
        )

        review.additional_properties = d
        return review

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
