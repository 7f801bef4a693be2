"""The enumerations of the API: each one is one component of the document, wherever it occurs.

Those of responses are open: later versions may add values, which the keyword `x-extensible-enum` tells. Clients keep
working with values that they do not know.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple, get_args

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


class Enumeration(NamedTuple):
    """The values of a string, and the name of their component in the document.

    `names` name the values in generated code, where the values are not names: the keyword `x-enum-varnames`.
    """

    name: str
    description: str
    values: tuple[str, ...]
    is_open: bool = True
    names: tuple[str, ...] = ()

    @property
    def component(self) -> NamedSchema:
        """The component of the document."""
        values = [str(value) for value in self.values]
        keywords = {OPEN_KEYWORD: values} if self.is_open else {}
        named = {"x-enum-varnames": list(self.names)} if self.names else {}
        description = f"{self.description} Later versions may add values." if self.is_open else self.description
        return NamedSchema(
            self.name, {"type": "string", "enum": values, **keywords, **named, "description": description}
        )


def _of(kind: type[StrEnum], name: str | None = None) -> Enumeration:
    """The values of a class with its docstring. Its name is the component's by default."""
    return Enumeration(name or kind.__name__, published_text(kind), tuple(kind))


PART_OF_VIEW: Final = Enumeration("PartOfView", "A part of a view on request.", ("previews",), is_open=False)
PART_OF_RULES: Final = Enumeration("PartOfRules", "A part of the rules on request.", ("sections",), is_open=False)
STATUS: Final = _of(Status, "GameStatus")
GAME_GROUP: Final = Enumeration(
    "GameGroup",
    "A group of games by status: over means won, lost or cancelled.",
    tuple(sorted({*STATUS_GROUPS.values()})),
    False,
)
PHASE: Final = _of(Phase)
OUTCOME: Final = Enumeration("Outcome", "The outcome of a game, which all players share.", ("won", "lost"))
END_REASON: Final = _of(EndReason)
GRADE: Final = Enumeration("Grade", "The grade of a solo win.", tuple(SOLO_GRADES.values()))
SEED_ORIGIN: Final = _of(SeedOrigin)
SHARED_DEAL: Final = Enumeration("SharedDeal", "A deal that several games have.", (TODAY,), is_open=False)
BEGINNING: Final = _of(BeginningKind, "Beginning")
SIGNAL: Final = _of(Signal)
EVENT_TYPE: Final = _of(EventType)
EFFECTS: Final = {code_of(effect.__name__): effect for effect in get_args(Effect)}
"""The effects of the engine by type."""
EFFECT_TYPE: Final = Enumeration(
    "EffectType",
    "The type of an effect.",
    tuple(EFFECTS),
)
REFUSAL_REASON: Final = _of(IllegalReason, "RefusalReason")
ACTION_KIND: Final = _of(ActionKind)
COVERAGE: Final = _of(Coverage)
SUIT: Final = Enumeration(
    "Suit", "A suit by its letter.", tuple(SUITS), names=("CLUBS", "DIAMONDS", "HEARTS", "SPADES")
)
RANK: Final = Enumeration(
    "Rank",
    "The rank of a card.",
    tuple(RANKS),
    names=("ACE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING"),
)
CARD_KIND: Final = Enumeration(
    "CardKind", "A kind of card.", ("companion", "number", "jack", "queen", "king", "jester")
)
POWERS: Final = {"C": "double-damage", "D": "draw", "H": "heal", "S": "shield"}
"""The code of each suit's power."""
JESTER_POWER: Final = "cancel-immunity"
POWER: Final = Enumeration("Power", "The power of a suit or of the jesters.", (*POWERS.values(), JESTER_POWER))
ADVICE_RULE: Final = _of(AdviceRule)
ANSWER_STATUS: Final = _of(AnswerStatus)
QUESTION_KIND: Final = _of(QuestionKind)
SEATING: Final = _of(Seating)
PROBLEM_CODE: Final = Enumeration("ProblemCode", "The code of a problem.", ())
"""The values are the codes of the problems, which `regicide_api.openapi` adds."""
