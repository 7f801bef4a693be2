from typing import Literal, TypeAlias

StreamEnd: TypeAlias = Literal["over", "rematch"] | str


def check_stream_end(value: str) -> StreamEnd:
    return value
