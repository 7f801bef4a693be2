"""The enumerations of the API: each one is one component of the document, wherever it occurs.

Those of responses are open: later versions may add values, which the keyword `x-extensible-enum` tells. Clients keep
working with values that they do not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, get_args

from regicide import ActionKind, Coverage, Effect, EndReason, IllegalReason, Phase
from regicide.cards import RANKS, SUITS
from regicide.rulebook import SOLO_GRADES
from regicide_api.core.errors import code_of, published_text
from regicide_api.domain.agent import Seating
from regicide_api.domain.daily_deal import TODAY
from regicide_api.domain.event import EventType
from regicide_api.domain.game import STATUS_GROUPS, AdviceRule, BeginningKind, SeedOrigin, Status
from regicide_api.domain.questions import AnswerStatus, QuestionKind
from regicide_api.domain.seat import Signal
from regicide_api.schemas.values import NamedSchema

OPEN_KEYWORD: Final = "x-extensible-enum"
"""The keyword of open enumerations (Zalando RESTful API guidelines, rule 112). Its value repeats `enum`."""


def enumeration(
    name: str, description: str, values: Iterable[str], *, is_open: bool = True, names: Sequence[str] = ()
) -> NamedSchema:
    """The component of a string with these values.

    `names` name the values in generated code, where the values are not names: the keyword `x-enum-varnames`.
    """
    texts = [str(value) for value in values]
    keywords = {OPEN_KEYWORD: texts} if is_open else {}
    named = {"x-enum-varnames": [*names]} if names else {}
    described = f"{description} Later versions may add values." if is_open else description
    return NamedSchema(name, {"type": "string", "enum": texts, **keywords, **named, "description": described})


def _of(kind: type[StrEnum], name: str | None = None) -> NamedSchema:
    """The component of a class with its docstring. Its name is the component's by default."""
    return enumeration(name or kind.__name__, published_text(kind), kind)


PART_OF_VIEW: Final = enumeration("PartOfView", "A part of a view on request.", ("previews",), is_open=False)
PART_OF_RULES: Final = enumeration("PartOfRules", "A part of the rules on request.", ("sections",), is_open=False)
STATUS: Final = _of(Status, "GameStatus")
GAME_GROUP: Final = enumeration(
    "GameGroup",
    "A group of games by status: over means won, lost or cancelled.",
    sorted({*STATUS_GROUPS.values()}),
    is_open=False,
)
PHASE: Final = _of(Phase)
OUTCOME: Final = enumeration("Outcome", "The outcome of a game, which all players share.", ("won", "lost"))
END_REASON: Final = _of(EndReason)
GRADE: Final = enumeration("Grade", "The grade of a solo win.", SOLO_GRADES.values())
SEED_ORIGIN: Final = _of(SeedOrigin)
SHARED_DEAL: Final = enumeration("SharedDeal", "A deal that several games have.", (TODAY,), is_open=False)
BEGINNING: Final = _of(BeginningKind, "Beginning")
SIGNAL: Final = _of(Signal)
EVENT_TYPE: Final = _of(EventType)
EFFECTS: Final = {code_of(effect.__name__): effect for effect in get_args(Effect)}
"""The effects of the engine by type."""
EFFECT_TYPE: Final = enumeration(
    "EffectType",
    "The type of an effect.",
    EFFECTS,
)
REFUSAL_REASON: Final = _of(IllegalReason, "RefusalReason")
ACTION_KIND: Final = _of(ActionKind)
COVERAGE: Final = _of(Coverage)
SUIT: Final = enumeration("Suit", "A suit by its letter.", SUITS, names=("CLUBS", "DIAMONDS", "HEARTS", "SPADES"))
RANK: Final = enumeration(
    "Rank",
    "The rank of a card.",
    RANKS,
    names=("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"),
)
CARD_KIND: Final = enumeration(
    "CardKind", "A kind of card.", ("companion", "number", "jack", "queen", "king", "jester")
)
POWERS: Final = {"C": "double-damage", "D": "draw", "H": "heal", "S": "shield"}
"""The code of each suit's power."""
JESTER_POWER: Final = "cancel-immunity"
POWER: Final = enumeration("Power", "The power of a suit or of the jesters.", (*POWERS.values(), JESTER_POWER))
ADVICE_RULE: Final = _of(AdviceRule)
ANSWER_STATUS: Final = _of(AnswerStatus)
QUESTION_KIND: Final = _of(QuestionKind)
SEATING: Final = _of(Seating)
PROBLEM_CODE: Final = enumeration("ProblemCode", "The code of a problem.", ())
"""The values are the codes of the problems, which `regicide_api.openapi` adds."""
