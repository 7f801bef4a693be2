"""The messages of the bot protocol: JSON Lines, each an object whose member `type` says which message it is.

The program that runs a game writes to the standard input of the bot, and reads its standard output. Both ignore unknown
members, and messages of an unknown type.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.failures import InvalidAnswer

VERSION: Final = 1
"""The version of the protocol."""

Probability: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
Enemies: TypeAlias = Annotated[float, Meta(ge=0, le=ENEMIES_IN_CASTLE)]
OneLine: TypeAlias = Annotated[str, Meta(max_length=200)]


def _tag(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).removeprefix("_")


class _Message(Struct, tag_field="type", tag=_tag):
    """A message, whose type is its name in lower case."""


class Hello(_Message):
    """The first message. The bot loads what it needs, and answers `greeting`."""

    versions: list[int]
    """The versions of the protocol that the organiser speaks."""
    asks: list[Literal["play", "advice", "review"]]
    """What the bot will be asked for."""
    seconds: float | None = None
    """The time for each action; null: without a limit."""


class NewGame(_Message):
    """A seat of a game begins. It may be in mid-game, after a restart. The bot answers `ready`."""

    game: str
    """Names the seat of this game in the messages about it, until `over`. Games may go on at the same time."""
    seat: int
    players: int
    seed: str
    """The source of all chance: a bot that says that it is deterministic repeats its actions with the same seed."""


class Choose(_Message):
    """It is the seat's turn. The bot answers `chosen`."""

    game: str
    view: Any
    """What the seat may know, as the API gives it; `legal_actions` has the actions to choose from."""
    seconds: float | None = None
    """The time for this action; null: without a limit."""


class Observe(_Message):
    """Something that all see has happened. Bots get it that have asked for it in `greeting`, and do not answer."""

    game: str
    event: Any
    """An event, as the API gives it."""


class Over(_Message):
    """A game is over. The bot forgets it, and does not answer."""

    game: str
    result: Any = None
    """The result, as the API gives it; null if the game goes on without the bot."""


class Advise(_Message):
    """Somebody asks which actions are good. The bot answers `advice`."""

    view: Any


class Review(_Message):
    """Somebody asks what an action cost. The bot answers `rating`."""

    view: Any
    """What the seat knew before the action."""
    action: str


class Stop(_Message):
    """The bot ends. The end of its standard input says the same."""


class Greeting(_Message):
    """The bot is ready, and says what it is."""

    version: int
    """The version of the protocol that it speaks."""
    name: OneLine = ""
    release: OneLine = ""
    """The version of the bot."""
    author: OneLine = ""
    deterministic: bool = False
    """Whether the same seed and views have the same actions."""
    observes: bool = False
    """Whether it wants `observe`."""
    advises: bool = False
    """Whether it answers `advise`."""
    reviews: bool = False
    """Whether it answers `review`."""


class Ready(_Message):
    """The bot can be asked in the game."""


class Chosen(_Message):
    """The bot's action."""

    action: str
    """One of the legal actions, whatever the order of its cards."""


class Estimate(Struct):
    """The expected end of a game; null where the bot cannot tell."""

    won: Probability | None = None
    """The probability of winning."""
    defeated: Enemies | None = None
    """The number of defeated enemies."""


class Considered(Estimate, kw_only=True):
    """An action that the bot considers, and the expected end after it."""

    action: str
    share: Probability
    """The share of the search that it took."""


class Advice(_Message):
    """The actions that the bot considers, the best first."""

    actions: Annotated[list[Considered], Meta(min_length=1)]


class Rating(_Message):
    """The actions that the bot considers, the best first, and the expected end after the action in question."""

    actions: Annotated[list[Considered], Meta(min_length=1)]
    after: Estimate


class Failed(_Message):
    """The bot cannot answer the last message; it can answer the next one."""

    what: str
    """The failure in one line."""
    where: str = ""
    """The place in its code, such as `bot.py, line 12`."""
    traceback: str = ""


Question: TypeAlias = Hello | NewGame | Choose | Observe | Over | Advise | Review | Stop
"""What a bot reads."""
Answer: TypeAlias = Greeting | Ready | Chosen | Advice | Rating | Failed
"""What a bot writes."""
AnswerT = TypeVar("AnswerT", Greeting, Ready, Chosen, Advice, Rating)

MAX_ANSWER_BYTES: Final = 1 << 20
"""The longest line that a bot may write."""

encode: Final = msgspec.json.Encoder().encode
decode_question: Final = msgspec.json.Decoder(Question).decode
"""Raises msgspec.ValidationError for a message that is invalid, or of an unknown type."""
_decode_answer: Final = msgspec.json.Decoder(Answer).decode
_KNOWN_TYPES: Final = frozenset(str(each.__struct_config__.tag) for each in (*Question.__args__, *Answer.__args__))


class _Typed(Struct):
    type: str


def parse_answer(line: bytes, expected: type[AnswerT]) -> AnswerT | Failed | None:
    """Parse a line; None for a message of an unknown type. Raises InvalidAnswer."""
    kind = expected.__struct_config__.tag
    try:
        answer = _decode_answer(line)
    except msgspec.MsgspecError as error:
        if has_unknown_type(line):
            return None
        raise InvalidAnswer(f"wrote {_quoted(line)}: {_lower(str(error))}; expected a message {kind!r}") from None
    if isinstance(answer, (expected, Failed)):
        return answer
    raise InvalidAnswer(f"wrote {_quoted(line)}: expected a message {kind!r}")


def has_unknown_type(line: bytes) -> bool:
    """Return whether a line is a message of an unknown type, which is ignored."""
    try:
        return msgspec.json.decode(line, type=_Typed).type not in _KNOWN_TYPES
    except msgspec.MsgspecError:
        return False


def _quoted(line: bytes) -> str:
    return repr(line.decode(errors="replace").strip())[:100]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages, by name in `$defs`."""
    return msgspec.json.schema_components([Question, Answer])  # type: ignore[return-value]
