from typing import Literal, TypeAlias

SeatViewSignalType2Type1: TypeAlias = Literal["eager", "reluctant"] | str


def check_seat_view_signal_type_2_type_1(value: str) -> SeatViewSignalType2Type1:
    return value
