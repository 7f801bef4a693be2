from typing import Literal, TypeAlias

SeedOrigin: TypeAlias = Literal["client", "day", "server"] | str


def check_seed_origin(value: str) -> SeedOrigin:
    return value
