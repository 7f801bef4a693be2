"""What schemas are made of: requests are closed and strict; answers are open, they may gain members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import INCLUDE, RAISE, Schema
from marshmallow.validate import Range, Regexp
from webargs import fields

from regicide import Sentence
from regicide.cards import SUITS
from regicide_api.services.agents import NAME_PATTERN

MOST_PLAYERS: Final = 4
LARGEST_VERSION: Final = 2**31 - 1

_CARD: Final = f"(?:(?:A|[2-9]|10|J|Q|K)[{''.join(SUITS)}]|X[12])"
CARD_PATTERN: Final = f"^{_CARD}$"
ACTION_PATTERN: Final = rf"^(?:{_CARD}(?:\+{_CARD})*|(?:-{_CARD})+|yield|flip|>(?:0|[1-9][0-9]?))$"
SEED_PATTERN: Final = r"^[\x21-\x7e]{1,128}$"

ANY_TEXT: Final[Mapping[str, str]] = {}
HASH: Final = {"pattern": "^[0-9a-f]{64}$"}
DATE_TIME: Final = {"format": "date-time"}
URI_REFERENCE: Final = {"format": "uri-reference"}


class RequestSchema(Schema):
    """What a client sends: nothing but what is asked for.

    `KEYWORDS` are what the document says of the schema beside what its fields say.
    """

    KEYWORDS: ClassVar[dict[str, Any]] = {}

    class Meta:
        unknown = RAISE


class AnswerSchema(Schema):
    """What the server sends: clients are to pass over members that they do not know."""

    class Meta:
        unknown = INCLUDE


def integer(least: int, most: int, description: str, **options: Any) -> fields.Integer:
    """A whole number within bounds."""
    metadata = {"description": description}
    return fields.Integer(strict=True, validate=Range(least, most), metadata=metadata, **options)


def version(description: str, least: int = 1, **options: Any) -> fields.Integer:
    """A version of a game."""
    return integer(least, LARGEST_VERSION, description, **options)


def text(description: str, shape: Mapping[str, str] = ANY_TEXT, **options: Any) -> fields.String:
    """A text, perhaps of a shape."""
    return fields.String(metadata={"description": description, **shape}, **options)


def card(description: str, **options: Any) -> fields.String:
    """A card's code."""
    return text(description, {"pattern": CARD_PATTERN}, **options)


def cards(description: str, **options: Any) -> fields.List[str]:
    """Cards' codes."""
    return fields.List(card("A card."), metadata={"description": description}, **options)


def seat(description: str, **options: Any) -> fields.Integer:
    """The number of a seat."""
    return integer(0, MOST_PLAYERS - 1, description, **options)


def action(description: str, **options: Any) -> fields.String:
    """An action's text."""
    return text(description, {"pattern": ACTION_PATTERN}, **options)


def agent(description: str, **options: Any) -> fields.String:
    """The name of an agent that somebody names; the names of all are of this shape."""
    fits = Regexp(NAME_PATTERN, error=Sentence("2 to 39 small letters, digits and hyphens, no hyphen first"))
    return text(description, {"pattern": NAME_PATTERN}, validate=fits, **options)


def time(description: str) -> fields.String:
    """A time (RFC 3339)."""
    return text(description, DATE_TIME, required=True)
