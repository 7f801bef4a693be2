"""Messages for users that can be translated."""

from __future__ import annotations

from typing import Any, Self


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
