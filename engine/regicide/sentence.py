"""Sentences for people that keep what they were made of, so that whoever speaks another language can say them there."""

from __future__ import annotations

from typing import Any, Self


class Sentence(str):
    """A sentence in English: its form with the values filled in. It is a text like any other, and remembers both.

    >>> sentence = Sentence("seat {seat} is held by {name!r}", seat=2, name="Ana")
    >>> sentence, sentence.form, sentence.values["seat"]
    ("seat 2 is held by 'Ana'", 'seat {seat} is held by {name!r}', 2)
    """

    __slots__ = ("form", "values")

    form: str
    values: dict[str, Any]

    def __new__(cls, form: str, /, **values: Any) -> Self:
        """Fill a form in."""
        self = super().__new__(cls, form.format(**values))
        self.form, self.values = form, values
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        """What a copy is made of."""
        return (self.form,), self.values
