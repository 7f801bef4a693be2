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
MAX_NAME_CHARACTERS: Final = 200
Name: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME_CHARACTERS)]
OptionValue: TypeAlias = bool | int | float | str
GameName: TypeAlias = Annotated[str, Meta(description="The name of the seat of a game, from `new_game`.")]
_OBJECT: Final = {"type": "object"}
View: TypeAlias = Annotated[
    Any,
    Meta(
        description="What the seat may know, as the API gives it; `legal_actions` are those to choose from.",
        extra_json_schema=_OBJECT,
    ),
]


def _tag(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).removeprefix("_")


class _Message(Struct, tag_field="type", tag=_tag):
    """A message, whose type is its name in lower case."""


class Hello(_Message):
    """The first message. The bot loads what it needs, and answers `greeting`."""

    versions: Annotated[list[int], Meta(description="The versions of the protocol that the organiser speaks.")]
    asks: Annotated[list[Literal["play", "advice", "review"]], Meta(description="What the bot will be asked for.")]
    seconds: Annotated[float | None, Meta(description="The clock: seconds for each action; null for no limit.")] = None


class SetOptions(_Message):
    """The options that the organiser has set, if any, for all that follows.

    The bot answers `ready`, or `failed` for a value that it refuses.
    """

    options: Annotated[
        dict[str, OptionValue],
        Meta(description="Values by the names of options, of the types that their defaults in `greeting` have."),
    ]


class NewGame(_Message):
    """A seat of a game begins. It may be in mid-game, after a restart. The bot answers `ready`."""

    game: Annotated[GameName, Meta(description="The name of the seat of this game in the messages about it.")]
    seat: Annotated[int, Meta(description="The number of the seat.", ge=0)]
    players: Annotated[int, Meta(description="The number of players.", ge=1)]
    seed: Annotated[str, Meta(description="The source of all chance.")]


class Choose(_Message):
    """It is the turn of the seat. The bot answers `chosen`."""

    game: GameName
    view: View
    seconds: Annotated[
        float | None,
        Meta(description="The seconds for this action: the clock, and what is left of a time bank; null for no limit."),
    ] = None


class Observe(_Message):
    """An action was taken. A bot that has asked for it in `greeting` gets it in tournaments on the engine.

    It does not answer.
    """

    game: GameName
    event: Annotated[
        Any,
        Meta(
            description="The action and its effects, as the API gives the event to the seat.", extra_json_schema=_OBJECT
        ),
    ]


class Over(_Message):
    """A game is over. The bot forgets it, and does not answer."""

    game: GameName
    result: Annotated[
        Any, Meta(description="The result, as the API gives it; null if the game goes on without the bot.")
    ] = None


class Advise(_Message):
    """The organiser asks which actions are good. The bot answers `advice`."""

    view: View


class Review(_Message):
    """The organiser asks what an action cost. The bot answers `rating`."""

    view: View
    action: Annotated[str, Meta(description="The action that was taken, one of the legal actions.")]


class Stop(_Message):
    """The bot ends. The end of its standard input means the same."""


class Option(Struct):
    """An option that the bot takes."""

    name: Annotated[Name, Meta(description="Its name, without commas, spaces, quotation marks and equals signs.")]
    default: Annotated[
        OptionValue,
        Meta(description="The value that it has unless it is set; an integer means that it takes integers alone."),
    ]
    about: Annotated[Name, Meta(description="What it is.")] = ""

    def __str__(self) -> str:
        """Return it as it can be set: `rollouts=100`."""
        shown = self.default if isinstance(self.default, str) else encode(self.default).decode()
        return f"{self.name}={shown}"


class Greeting(_Message):
    """The bot is ready, and says what it is."""

    version: Annotated[int, Meta(description="The version of the protocol that it speaks.")]
    name: Annotated[Name, Meta(description="Its name.")] = ""
    release: Annotated[Name, Meta(description="Its own version.")] = ""
    author: Annotated[Name, Meta(description="Its author.")] = ""
    deterministic: Annotated[bool, Meta(description="Whether equal seeds and views give equal actions.")] = False
    observes: Annotated[bool, Meta(description="Whether it wants `observe` after each action of all seats.")] = False
    advises: Annotated[bool, Meta(description="Whether it answers `advise`.")] = False
    reviews: Annotated[bool, Meta(description="Whether it answers `review`.")] = False
    options: Annotated[list[Option], Meta(description="The options that it takes.")] = []


class Ready(_Message):
    """The options are set, or the bot can be asked in the game."""


class Chosen(_Message):
    """The action that the bot takes."""

    action: Annotated[str, Meta(description="One of the legal actions; the order of its cards does not count.")]


class Estimate(Struct):
    """The expected end of a game."""

    won: Annotated[Probability | None, Meta(description="The probability of winning; null if unknown.")] = None
    defeated: Annotated[Enemies | None, Meta(description="The number of defeated enemies; null if unknown.")] = None


class Considered(Estimate, kw_only=True):
    """An action that the bot considers, and the expected end after it."""

    action: Annotated[str, Meta(description="One of the legal actions, each at most once.")]
    share: Annotated[Probability, Meta(description="The share of the search that it took.")]


ConsideredActions: TypeAlias = Annotated[
    list[Considered], Meta(min_length=1, description="The actions that the bot considers, the best first.")
]


class Advice(_Message):
    """The bot's advice."""

    actions: ConsideredActions


class Rating(_Message):
    """What the bot says about an action that was taken. No number is null in the first action and in `after`."""

    actions: ConsideredActions
    after: Annotated[Estimate, Meta(description="The expected end after the action that was taken.")]


class Failed(_Message):
    """The bot cannot answer the last message; it can answer the next one."""

    what: Annotated[str, Meta(description="The failure in one line.")]
    where: Annotated[str, Meta(description="The place in its code, such as `bot.py, line 12`.")] = ""
    traceback: Annotated[str, Meta(description="Several lines for its author.")] = ""


Question: TypeAlias = Hello | SetOptions | NewGame | Choose | Observe | Over | Advise | Review | Stop
"""What a bot reads."""
Answer: TypeAlias = Greeting | Ready | Chosen | Advice | Rating | Failed
"""What a bot writes."""
AnswerT = TypeVar("AnswerT", Greeting, Ready, Chosen, Advice, Rating)

MAX_ANSWER_BYTES: Final = 1 << 20
"""The longest line that a bot may write."""

MAX_QUOTED_CHARACTERS: Final = 100
OTHER_OUTPUT: Final = "and other output on standard error"
"""What the author of a bot hears whose output is not a message."""

encode: Final = msgspec.json.Encoder().encode
decode_question: Final = msgspec.json.Decoder(Question).decode
"""Raises msgspec.ValidationError for a message that is invalid, or of an unknown type."""
_UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What reading a line raises, also where it is not UTF-8 or nested too deeply."""
_decode_answer: Final = msgspec.json.Decoder(Answer).decode
_KNOWN_TYPES: Final = frozenset(str(each.__struct_config__.tag) for each in (*Question.__args__, *Answer.__args__))


class _Typed(Struct):
    type: str


def parse_answer(line: bytes, expected: type[AnswerT]) -> AnswerT | Failed | None:
    """Parse a line; None for a message of an unknown type. Raises InvalidAnswer."""
    kind = expected.__struct_config__.tag
    try:
        answer = _decode_answer(line)
    except _UNREADABLE as error:
        if has_unknown_type(line):
            return None
        advice = "" if isinstance(error, msgspec.ValidationError) else f" in one line, {OTHER_OUTPUT}"
        raise InvalidAnswer(
            f"wrote {quoted(line)}: {_lower(str(error))}; expected a message {kind!r}{advice}"
        ) from None
    if isinstance(answer, (expected, Failed)):
        return answer
    raise InvalidAnswer(f"wrote {quoted(line)}: expected a message {kind!r}")


def has_unknown_type(line: bytes) -> bool:
    """Return whether a line is a message of an unknown type, which is ignored."""
    try:
        return msgspec.json.decode(line, type=_Typed).type not in _KNOWN_TYPES
    except _UNREADABLE:
        return False


def quoted(line: bytes) -> str:
    """Return the beginning of a line as messages to the author of a bot show it."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[: MAX_QUOTED_CHARACTERS - 1]}…")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages, by name in `$defs`, where `Question` and `Answer` are their unions."""
    (questions, answers), messages = msgspec.json.schema_components([Question, Answer])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the bot protocol, version {VERSION}",
        "anyOf": [{"$ref": "#/$defs/Question"}, {"$ref": "#/$defs/Answer"}],
        "$defs": {"Question": questions, "Answer": answers, **messages},
    }
