from urllib.parse import quote

from ....calls import Call, call
from ...models.board_entry import BoardEntry
from ...models.board_entry_request import BoardEntryRequest


def enter_result(
    board_id: str,
    game_id: str,
    *,
    body: BoardEntryRequest,
) -> Call[BoardEntry]:
    """Enter a result into a board."""
    return call(
        "put",
        f"/v1/boards/{quote(str(board_id), safe='')}/games/{quote(str(game_id), safe='')}",
        BoardEntry.from_dict,
        body=body.to_dict(),
    )
