from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.end_reason import EndReason, check_end_reason
from ..models.outcome import Outcome, check_outcome

T = TypeVar("T", bound="OutcomeInfo")


@_attrs_define
class OutcomeInfo:
    """
    Attributes:
        reason (EndReason): Why a game ended. Later versions may add values.
        outcome (Outcome): The outcome of a game, which all players share. Later versions may add values.
        text (str): Description.
    """

    reason: EndReason
    outcome: Outcome
    text: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reason: str = self.reason

        outcome: str = self.outcome

        text = self.text

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reason": reason,
                "outcome": outcome,
                "text": text,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        reason = check_end_reason(d.pop("reason"))

        outcome = check_outcome(d.pop("outcome"))

        text = d.pop("text")

        outcome_info = cls(
            reason=reason,
            outcome=outcome,
            text=text,
        )

        outcome_info.additional_properties = d
        return outcome_info

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
