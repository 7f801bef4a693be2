from typing import Literal, TypeAlias

SeatViewSignalType3Type1: TypeAlias = Literal["eager", "reluctant"] | str


def check_seat_view_signal_type_3_type_1(value: str) -> SeatViewSignalType3Type1:
    return value
