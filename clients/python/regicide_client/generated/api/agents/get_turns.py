from ....calls import Call, call
from ...models.part_of_view import PartOfView
from ...models.turns import Turns


def get_turns(
    *,
    limit: int | None = None,
    cursor: str | None = None,
    wait: int | None = None,
    ended: int | None = None,
    questions: int | None = None,
    include: list[PartOfView] | None = None,
    if_none_match: str | None = None,
    prefer: str | None = None,
) -> Call[Turns]:
    """Get the turns of your agent."""
    return call(
        "get",
        "/v1/agents/me/turns",
        Turns.from_dict,
        params={
            "limit": limit,
            "cursor": cursor,
            "wait": wait,
            "ended": ended,
            "questions": questions,
            "include": include,
        },
        headers={
            "If-None-Match": if_none_match,
            "Prefer": prefer,
        },
    )
