from typing import Literal, TypeAlias

SeatViewSignalType1: TypeAlias = Literal["eager", "reluctant"] | str


def check_seat_view_signal_type_1(value: str) -> SeatViewSignalType1:
    return value
