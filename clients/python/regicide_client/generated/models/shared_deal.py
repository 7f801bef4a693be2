from typing import Literal, TypeAlias

SharedDeal: TypeAlias = Literal["today"] | str


def check_shared_deal(value: str) -> SharedDeal:
    return value
