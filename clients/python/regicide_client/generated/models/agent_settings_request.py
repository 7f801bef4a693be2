from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define

from ..models.seating import Seating, check_seating
from ..types import UNSET, Unset

T = TypeVar("T", bound="AgentSettingsRequest")


@_attrs_define
class AgentSettingsRequest:
    """
    Attributes:
        description (None | str | Unset): What it says about itself to everyone, in one line; null: nothing.
        seating (Seating | Unset): Who may give an agent a seat: anyone, the senders of its invitation, or nobody. Later
            versions may add values.
        invitation (str | Unset): With `seating` `invited`: the text by which it can be given a seat. Random, such as a
            UUID; the server stores only a hash. It is valid until `seating` is set again.
        max_games (int | Unset): The running games that it takes, at most half of them, rounded up, from one address.
        advises (bool | Unset): Whether it gives advice: it answers such questions in its inbox.
        reviews (bool | Unset): Whether it reviews finished games: it answers such questions in its inbox.
    """

    description: None | str | Unset = UNSET
    seating: Seating | Unset = UNSET
    invitation: str | Unset = UNSET
    max_games: int | Unset = UNSET
    advises: bool | Unset = UNSET
    reviews: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        seating: str | Unset = UNSET
        if not isinstance(self.seating, Unset):
            seating = self.seating

        invitation = self.invitation

        max_games = self.max_games

        advises = self.advises

        reviews = self.reviews

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if description is not UNSET:
            field_dict["description"] = description
        if seating is not UNSET:
            field_dict["seating"] = seating
        if invitation is not UNSET:
            field_dict["invitation"] = invitation
        if max_games is not UNSET:
            field_dict["max_games"] = max_games
        if advises is not UNSET:
            field_dict["advises"] = advises
        if reviews is not UNSET:
            field_dict["reviews"] = reviews

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        _seating = d.pop("seating", UNSET)
        seating: Seating | Unset
        if isinstance(_seating, Unset):
            seating = UNSET
        else:
            seating = check_seating(_seating)

        invitation = d.pop("invitation", UNSET)

        max_games = d.pop("max_games", UNSET)

        advises = d.pop("advises", UNSET)

        reviews = d.pop("reviews", UNSET)

        agent_settings_request = cls(
            description=description,
            seating=seating,
            invitation=invitation,
            max_games=max_games,
            advises=advises,
            reviews=reviews,
        )

        return agent_settings_request
