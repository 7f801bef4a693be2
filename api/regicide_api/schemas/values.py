"""The values of members: limits, shapes of texts, and the strings that are components of the document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from marshmallow import ValidationError
from marshmallow.fields import String
from marshmallow.validate import OneOf

from regicide import Message
from regicide.cards import CARD_NAMES, SUITS

MAX_BODY_BYTES: Final = 64 * 1024
MAX_PLAYERS: Final = 4
MAX_WAIT_S: Final = 60
MAX_VERSION: Final = 2**31 - 1
MAX_PAGE_LENGTH: Final = 100
MAX_QUESTIONS: Final = 20
"""The most questions in one answer of an inbox: each has a view."""
MAX_FAULTS: Final = 20
"""The most faults of a request that are described."""

MAX_VALUE_LENGTH: Final = 64
"""Of the values of enumerations, which are shorter."""


@dataclass(frozen=True, eq=False, slots=True)
class NamedSchema:
    """A component of the document that describes a string, and its JSON Schema."""

    name: str
    schema: Mapping[str, Any]

    @property
    def values(self) -> tuple[str, ...]:
        """The values of an enumeration; none of another string."""
        return tuple(self.schema.get("enum", ()))

    @property
    def longest(self) -> int:
        """The length above which a text is refused before it is compared; 0: there is none."""
        return int(self.schema.get("maxLength", MAX_VALUE_LENGTH if "enum" in self.schema else 0))


_CARD: Final = f"(?:(?:A|[2-9]|10|J|Q|K)[{''.join(SUITS)}]|X[12])"
CARD_PATTERN: Final = f"^{_CARD}$"
ACTION_PATTERN: Final = rf"^(?:{_CARD}(?:\+{_CARD})*|(?:-{_CARD})+|yield|flip|>(?:0|[1-9][0-9]?))$"
MAX_ACTION_LENGTH: Final = sum(len(name) + 1 for name in CARD_NAMES)
"""Of a text with every card, each after a sign."""
ID_PATTERN: Final = "^[0-9A-Za-z_-]{1,64}$"
LABEL_PATTERN: Final = "^[A-Za-z0-9._~:/-]{1,64}$"
SEED_PATTERN: Final = r"^[\x21-\x7e]{1,128}$"

CARD: Final = NamedSchema(
    "CardCode",
    {
        "type": "string",
        "maxLength": 3,
        "pattern": CARD_PATTERN,
        "description": "A card: its rank and the letter of its suit, such as `10D`; `X1` and `X2` are the jesters.",
        "example": "10D",
    },
)
ACTION: Final = NamedSchema(
    "ActionText",
    {
        "type": "string",
        "maxLength": MAX_ACTION_LENGTH,
        "pattern": ACTION_PATTERN,
        "description": "An action: a play such as `8D` or `AC+8D`, a discard such as `-5C-7H`, `yield`, `flip`, or "
        "`>` and a seat, which appoints the next player.",
        "example": "AC+8D",
    },
)

ANY_TEXT: Final[Mapping[str, Any]] = {}
NONCE: Final = {"pattern": "^[0-9a-f]{32}$"}
LABEL: Final = {"maxLength": 64, "pattern": LABEL_PATTERN}
HASH: Final = {"pattern": "^[0-9a-f]{64}$"}
PAGE: Final = {"maxItems": MAX_PAGE_LENGTH}
URI_REFERENCE: Final = {"format": "uri-reference"}


class Text(String):
    """A text of at most its documented `maxLength`: a longer one is refused before anything else looks at it."""

    SPELLINGS: ClassVar = 1
    """How many times longer the text may be that is sent for one of the documented length."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.longest: int = self.SPELLINGS * self.metadata.get("maxLength", 0)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        if isinstance(value, str) and len(value) > self.longest:
            raise ValidationError(Message("Longer than maximum length {max}.", max=self.longest // self.SPELLINGS))
        return str(super()._deserialize(value, attr, data, **options))


class NamedString(Text):
    """A string whose schema is a component of the document, with which all of its occurrences share it.

    It is validated if the schema lists the values.
    """

    def __init__(self, component: NamedSchema, **options: Any) -> None:
        super().__init__(**options | ({"validate": OneOf(component.values)} if component.values else {}))
        self.component = component
        self.longest = component.longest
