from typing import Literal, TypeAlias

ListGamesStatusItem: TypeAlias = Literal["active", "over", "waiting"] | str


def check_list_games_status_item(value: str) -> ListGamesStatusItem:
    return value
