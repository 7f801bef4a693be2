from typing import Literal, TypeAlias

GameViewSeedOrigin: TypeAlias = Literal["client", "server"] | str


def check_game_view_seed_origin(value: str) -> GameViewSeedOrigin:
    return value
