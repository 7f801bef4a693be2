from urllib.parse import quote

from ....calls import Call, call, nothing


def withdraw_result(
    board_id: str,
    game_id: str,
) -> Call[None]:
    """Take a result off a board."""
    return call(
        "delete",
        f"/v1/boards/{quote(str(board_id), safe='')}/games/{quote(str(game_id), safe='')}",
        nothing,
    )
