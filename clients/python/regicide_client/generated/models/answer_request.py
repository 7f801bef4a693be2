from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.action_rating import ActionRating
    from ..models.move_rating import MoveRating


T = TypeVar("T", bound="AnswerRequest")


@_attrs_define
class AnswerRequest:
    """
    Attributes:
        actions (list[ActionRating] | Unset): The best actions, best first, each once and legal at that turn.
        considered (int | Unset): With `actions`: the number of actions that the agent looked at. Default: their number.
        moves (list[MoveRating] | Unset): All actions of the record in order.
        failed (bool | Unset): true: the agent cannot answer. false is refused.
    """

    actions: list[ActionRating] | Unset = UNSET
    considered: int | Unset = UNSET
    moves: list[MoveRating] | Unset = UNSET
    failed: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        actions: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.actions, Unset):
            actions = []
            for actions_item_data in self.actions:
                actions_item = actions_item_data.to_dict()
                actions.append(actions_item)

        considered = self.considered

        moves: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.moves, Unset):
            moves = []
            for moves_item_data in self.moves:
                moves_item = moves_item_data.to_dict()
                moves.append(moves_item)

        failed = self.failed

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if actions is not UNSET:
            field_dict["actions"] = actions
        if considered is not UNSET:
            field_dict["considered"] = considered
        if moves is not UNSET:
            field_dict["moves"] = moves
        if failed is not UNSET:
            field_dict["failed"] = failed

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.action_rating import ActionRating
        from ..models.move_rating import MoveRating

        d = dict(src_dict)
        _actions = d.pop("actions", UNSET)
        actions: list[ActionRating] | Unset = UNSET
        if _actions is not UNSET:
            actions = []
            for actions_item_data in _actions:
                actions_item = ActionRating.from_dict(actions_item_data)

                actions.append(actions_item)

        considered = d.pop("considered", UNSET)

        _moves = d.pop("moves", UNSET)
        moves: list[MoveRating] | Unset = UNSET
        if _moves is not UNSET:
            moves = []
            for moves_item_data in _moves:
                moves_item = MoveRating.from_dict(moves_item_data)

                moves.append(moves_item)

        failed = d.pop("failed", UNSET)

        answer_request = cls(
            actions=actions,
            considered=considered,
            moves=moves,
            failed=failed,
        )

        return answer_request
