"""Records: annotated classes of fields, which each backend stores in its own way."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Final, NamedTuple, TypeAlias, get_args, get_type_hints

_DTYPES: Final = {int: "i8", float: "f8"}

Four: TypeAlias = Annotated[list[int], 4]
Sixteen: TypeAlias = Annotated[list[int], 16, "i1"]
SixtyFour: TypeAlias = Annotated[list[int], 64, "i1"]


class Record:
    """The base of annotated classes of fields: int, float, or `Annotated[list[...], LENGTH]`.

    A third argument of `Annotated`, `"i1"`, stores integers in bytes.
    """


class Field(NamedTuple):
    """A field of a record."""

    name: str
    kind: type
    """The type of the number, or of each item of an array."""
    length: int
    """The length of an array; 0 for a number."""
    dtype: str
    """NumPy's type."""


@cache
def fields_of(record: type) -> list[Field]:
    """Return the fields of a class of records, in order."""
    return [_field(name, hint) for name, hint in get_type_hints(record, include_extras=True).items()]


def _field(name: str, hint: type) -> Field:
    if hint in _DTYPES:
        return Field(name, hint, 0, _DTYPES[hint])
    array, length, *dtype = get_args(hint)
    [kind] = get_args(array)
    return Field(name, kind, length, dtype[0] if dtype else _DTYPES[kind])
