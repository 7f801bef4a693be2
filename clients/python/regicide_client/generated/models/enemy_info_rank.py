from typing import Literal, TypeAlias

EnemyInfoRank: TypeAlias = (
    Literal["10", "2", "3", "4", "5", "6", "7", "8", "9", "A", "J", "K", "Q"] | str
)


def check_enemy_info_rank(value: str) -> EnemyInfoRank:
    return value
