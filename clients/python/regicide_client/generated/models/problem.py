from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.problem_code import ProblemCode, check_problem_code
from ..models.refusal_reason import RefusalReason, check_refusal_reason
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.fault import Fault


T = TypeVar("T", bound="Problem")


@_attrs_define
class Problem:
    """A problem (RFC 9457); `code` tells which. Later versions may add codes: treat an unknown one by its `status`.

    Attributes:
        type_ (str): The kind of problem: the path of its page.
        title (str): The name of the kind of problem.
        status (int): The HTTP status.
        detail (str): Description of this occurrence.
        instance (str): The path of the request.
        code (ProblemCode): The code of a problem. Later versions may add values.
        errors (list[Fault] | Unset): invalid-request: The first faults. The names of an object's members are checked
            before their values; actions are replayed, and then agents looked up, only if the rest is valid; agent-busy: The
            first seats in the body of a creation; absent otherwise; agent-declines: The first seats in the body; absent for
            a rematch; no-adviser: The place of the agent in the request.
        further_errors (int | Unset): invalid-request, agent-busy, agent-declines: The number of further faults; absent
            if `errors` has all.
        version (int | Unset): version-conflict: The current version of the game.
        turn (int | Unset): not-your-turn: The seat to act.
        seats (list[int] | Unset): not-your-seat: Your seats.
        reason (RefusalReason | Unset): Why an action is illegal. Later versions may add values.
        rule (str | Unset): illegal-action: The rule.
        legal_actions (list[str] | Unset): illegal-action: All legal actions.
        open_seats (list[int] | Unset): seat-taken, game-not-started: The open seats.
        limit (int | Unset): house-seats-taken: The number of seats; agent-busy: The number of games; too-many-waiting:
            The number of requests; too-many-changes: The number of changes; adviser-busy: The number of questions.
        agent (str | Unset): agent-busy, agent-declines, no-adviser, adviser-busy: The agent.
        told_at (datetime.datetime | Unset): deal-not-told: The end of the day.
    """

    type_: str
    title: str
    status: int
    detail: str
    instance: str
    code: ProblemCode
    errors: list[Fault] | Unset = UNSET
    further_errors: int | Unset = UNSET
    version: int | Unset = UNSET
    turn: int | Unset = UNSET
    seats: list[int] | Unset = UNSET
    reason: RefusalReason | Unset = UNSET
    rule: str | Unset = UNSET
    legal_actions: list[str] | Unset = UNSET
    open_seats: list[int] | Unset = UNSET
    limit: int | Unset = UNSET
    agent: str | Unset = UNSET
    told_at: datetime.datetime | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        title = self.title

        status = self.status

        detail = self.detail

        instance = self.instance

        code: str = self.code

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)

        further_errors = self.further_errors

        version = self.version

        turn = self.turn

        seats: list[int] | Unset = UNSET
        if not isinstance(self.seats, Unset):
            seats = self.seats

        reason: str | Unset = UNSET
        if not isinstance(self.reason, Unset):
            reason = self.reason

        rule = self.rule

        legal_actions: list[str] | Unset = UNSET
        if not isinstance(self.legal_actions, Unset):
            legal_actions = self.legal_actions

        open_seats: list[int] | Unset = UNSET
        if not isinstance(self.open_seats, Unset):
            open_seats = self.open_seats

        limit = self.limit

        agent = self.agent

        told_at: str | Unset = UNSET
        if not isinstance(self.told_at, Unset):
            told_at = self.told_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "title": title,
                "status": status,
                "detail": detail,
                "instance": instance,
                "code": code,
            }
        )
        if errors is not UNSET:
            field_dict["errors"] = errors
        if further_errors is not UNSET:
            field_dict["further_errors"] = further_errors
        if version is not UNSET:
            field_dict["version"] = version
        if turn is not UNSET:
            field_dict["turn"] = turn
        if seats is not UNSET:
            field_dict["seats"] = seats
        if reason is not UNSET:
            field_dict["reason"] = reason
        if rule is not UNSET:
            field_dict["rule"] = rule
        if legal_actions is not UNSET:
            field_dict["legal_actions"] = legal_actions
        if open_seats is not UNSET:
            field_dict["open_seats"] = open_seats
        if limit is not UNSET:
            field_dict["limit"] = limit
        if agent is not UNSET:
            field_dict["agent"] = agent
        if told_at is not UNSET:
            field_dict["told_at"] = told_at

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.fault import Fault

        d = dict(src_dict)
        type_ = d.pop("type")

        title = d.pop("title")

        status = d.pop("status")

        detail = d.pop("detail")

        instance = d.pop("instance")

        code = check_problem_code(d.pop("code"))

        _errors = d.pop("errors", UNSET)
        errors: list[Fault] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = Fault.from_dict(errors_item_data)

                errors.append(errors_item)

        further_errors = d.pop("further_errors", UNSET)

        version = d.pop("version", UNSET)

        turn = d.pop("turn", UNSET)

        seats = cast(list[int], d.pop("seats", UNSET))

        _reason = d.pop("reason", UNSET)
        reason: RefusalReason | Unset
        if isinstance(_reason, Unset):
            reason = UNSET
        else:
            reason = check_refusal_reason(_reason)

        rule = d.pop("rule", UNSET)

        legal_actions = cast(list[str], d.pop("legal_actions", UNSET))

        open_seats = cast(list[int], d.pop("open_seats", UNSET))

        limit = d.pop("limit", UNSET)

        agent = d.pop("agent", UNSET)

        _told_at = d.pop("told_at", UNSET)
        told_at: datetime.datetime | Unset
        if isinstance(_told_at, Unset):
            told_at = UNSET
        else:
            told_at = datetime.datetime.fromisoformat(_told_at)

        problem = cls(
            type_=type_,
            title=title,
            status=status,
            detail=detail,
            instance=instance,
            code=code,
            errors=errors,
            further_errors=further_errors,
            version=version,
            turn=turn,
            seats=seats,
            reason=reason,
            rule=rule,
            legal_actions=legal_actions,
            open_seats=open_seats,
            limit=limit,
            agent=agent,
            told_at=told_at,
        )

        problem.additional_properties = d
        return problem

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
