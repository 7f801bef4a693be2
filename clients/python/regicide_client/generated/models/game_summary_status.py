from typing import Literal, TypeAlias

GameSummaryStatus: TypeAlias = Literal["active", "lost", "waiting", "won"] | str


def check_game_summary_status(value: str) -> GameSummaryStatus:
    return value
