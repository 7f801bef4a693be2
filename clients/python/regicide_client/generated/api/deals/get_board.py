from urllib.parse import quote

from ....calls import Call, call
from ...models.deal_board import DealBoard


def get_board(
    board_id: str,
    *,
    players: int | None = None,
    week: bool | None = None,
    date: str | None = None,
    game: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[DealBoard]:
    """Get a board of today's deal."""
    return call(
        "get",
        f"/v1/boards/{quote(str(board_id), safe='')}",
        DealBoard.from_dict,
        params={
            "players": players,
            "week": week,
            "date": date,
            "game": game,
            "limit": limit,
            "cursor": cursor,
        },
    )
