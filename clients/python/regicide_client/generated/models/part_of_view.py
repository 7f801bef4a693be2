from typing import Literal, TypeAlias

PartOfView: TypeAlias = Literal["previews"] | str


def check_part_of_view(value: str) -> PartOfView:
    return value
