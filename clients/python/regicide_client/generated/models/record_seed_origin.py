from typing import Literal, TypeAlias

RecordSeedOrigin: TypeAlias = Literal["client", "server"] | str


def check_record_seed_origin(value: str) -> RecordSeedOrigin:
    return value
