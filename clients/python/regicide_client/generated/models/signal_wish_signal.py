from typing import Literal, TypeAlias

SignalWishSignal: TypeAlias = Literal["eager", "reluctant"] | str


def check_signal_wish_signal(value: str) -> SignalWishSignal:
    return value
