"""Messages for users that can be translated."""

from __future__ import annotations

from typing import Any, Final, Self

_ELLIPSIS: Final = "…"


class Message(str):
    """An English message that keeps its template and values, so that a catalogue can translate it.

    It is an ordinary string otherwise. `template` is a `str.format` template, the key of the catalogues.

    >>> message = Message("seat {seat} is held by {name!r}", seat=2, name="Ana")
    >>> message
    "seat 2 is held by 'Ana'"
    >>> message.template, message.values["seat"]
    ('seat {seat} is held by {name!r}', 2)
    """

    __slots__ = ("template", "values")

    template: str
    values: dict[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Format a template with values."""
        self = super().__new__(cls, template.format(**values))
        self.template, self.values = template, values
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """The arguments from which `copy` and `pickle` build an equal message."""
        return (self.template,), self.values


def excerpt(text: str, longest: int) -> str:
    """The text if its `repr` has at most `longest` characters, else its beginning with an ellipsis, which fits.

    Messages repeat what a client sent so, because the client chose its length.

    >>> excerpt("8D", 10), excerpt("8D" * 1000, 10)
    ('8D', '8D8D8D8…')
    """
    if len(text) <= longest and len(repr(text)) <= longest:
        return text
    beginning = text[:longest]
    while len(repr(beginning)) + len(_ELLIPSIS) > longest:
        beginning = beginning[:-1]
    return beginning + _ELLIPSIS
