"""How a request was answered."""

from __future__ import annotations

from typing import NamedTuple


class Answered(NamedTuple):
    """A request by its method and the template of its route (None where there is none), and what came of it.

    `seconds` is the time until the answer began; `problem` is the code, where the answer is a problem.
    """

    method: str
    route: str | None
    status: int
    seconds: float
    problem: str | None
