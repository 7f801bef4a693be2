"""Conditional requests (RFC 9110), and waiting for a change (`Prefer: wait`, RFC 7240)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from flask import Response, request

from regicide import Sentence
from regicide_api.core.errors import InvalidParameter

LONGEST_WAIT: Final = 60

_WAIT: Final = re.compile(r"(?:^|[,;])\s*wait\s*=\s*\"?([0-9]{1,9})\"?\s*(?=[,;]|$)", re.ASCII | re.IGNORECASE)


class Patience(NamedTuple):
    """How many seconds a client wants to wait for a change, and whether it said so by `Prefer`."""

    seconds: int
    preferred: bool

    @property
    def headers(self) -> dict[str, str]:
        """What says that the preference was honoured."""
        return {"Preference-Applied": f"wait={self.seconds}"} if self.preferred else {}


def patience(asked: int | None) -> Patience:
    """How long to wait: as the query says, or else the header `Prefer`; at most LONGEST_WAIT, and not at all without.

    A preference that cannot be understood is passed over, as RFC 7240 has it.
    """
    if asked is not None:
        return Patience(asked, preferred=False)
    preference = _WAIT.search(",".join(request.headers.getlist("Prefer")))
    if preference is None:
        return Patience(0, preferred=False)
    return Patience(min(int(preference[1]), LONGEST_WAIT), preferred=True)


def is_known(etag: str) -> bool:
    """Whether the client has this version already: `If-None-Match`, by weak comparison."""
    return bool(request.if_none_match.contains_weak(etag))


def not_modified(headers: dict[str, str]) -> Response:
    """304, with the headers that 200 would have."""
    return Response(status=304, headers=headers)


def last_event_id(otherwise: int) -> int:
    """The version of the event that a client had last, by the header `Last-Event-ID`.

    Raises InvalidParameter for one that no event of ours has.
    """
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise InvalidParameter("Last-Event-ID", Sentence("the id of an event is its version, a number"))
    return int(text)
