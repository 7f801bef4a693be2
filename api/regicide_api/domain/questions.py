"""Questions to agents: advice about a turn of a game, and the review of a finished game.

An agent answers questions from its inbox. A question is the same one if the same is asked of the same agent: its id is
a hash of that. The agent's name ends the id, so that the id alone says where the question is stored.

The creator of a game says whether advice may be asked in it while it runs. By default it may, unless the game is listed
or an agent other than a house bot has a seat, or gets one later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide import Action, Message, Position
from regicide_api.core.errors import AdviceConflict
from regicide_api.core.refusals import AdviceNotAllowed, TooManyAdvisers
from regicide_api.core.work import in_parts
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import AdviceRule, Change, HostedGame
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.seat import MAX_ADVISERS

ID_DIGITS: Final = 20
_ID: Final = re.compile(rf"[0-9a-f]{{{ID_DIGITS}}}-(?P<agent>{AGENT_NAME_PATTERN[1:-1]})")
MAX_RATED_ACTIONS: Final = 20
"""The most actions that advice has."""


class QuestionKind(StrEnum):
    """What is asked: advice for one turn, or a review of a finished game."""

    ADVICE = "advice"
    REVIEW = "review"


class Queue(StrEnum):
    """Where questions wait, the more urgent ones first: about running games, turns of finished ones, finished games."""

    ADVICE = "advice"
    STUDY = "study"
    REVIEW = "review"


class AnswerStatus(StrEnum):
    """Whether a question is answered: not yet, yes, or it will not be."""

    PENDING = "pending"
    READY = "ready"
    FAILED = "failed"


class Subject(NamedTuple):
    """What a question is about: a game, and in it the seat that is to act and the version of the last action before.

    A review is about the whole game. A question is public if anyone may read its answer: then it is about a finished
    game.
    """

    kind: QuestionKind
    game: str
    seat: int | None = None
    version: int | None = None
    is_public: bool = False


class Question(NamedTuple):
    """A question to an agent, and its answer. Times are milliseconds since 1970.

    `state` is the stored form of the game that it is about, if that is not the game as it is now.

    The fields are stored in this order: it never changes, and a new field comes last, with a default.
    """

    agent: str
    subject: Subject
    asked_at: int
    expires_at: int
    status: AnswerStatus = AnswerStatus.PENDING
    answer: Any = None
    state: str | None = None

    @property
    def id(self) -> str:
        """The id of the question."""
        return question_id(self.agent, self.subject)


def question_id(agent: str, subject: Subject) -> str:
    """The id of a question: a hash of its subject, and the agent."""
    digest = sha256(repr((agent, *map(str, subject))).encode()).hexdigest()[:ID_DIGITS]
    return f"{digest}-{agent}"


def agent_of(text: str) -> str | None:
    """The agent of the question with an id; None for a text that cannot be one."""
    found = _ID.fullmatch(text)
    return found["agent"] if found else None


BY_DEFAULT: Final = "default"
"""The stored form of ALL in a game whose creator did not choose it."""


def stored_rule(wanted: str | None, *, listed: bool) -> str | None:
    """The stored form of what the creator of a game says, or does not say, about advice."""
    if wanted is None:
        return None if listed else BY_DEFAULT
    return AdviceRule.ALL.value if wanted == AdviceRule.ALL else None


def without_default(game: HostedGame) -> HostedGame:
    """The game after an agent that is not a house bot gets a seat: without advice, unless the creator chose it."""
    return replace(game, advice=None) if game.advice == BY_DEFAULT else game


def ask(game: HostedGame, seat: int, version: int, agent: str, now: int) -> Change:
    """Say that the seat to act asks an agent for advice. The first request of each agent before an action has an event.

    Raises GameCancelled, GameOver, GameNotStarted, AdviceConflict, NotYourTurn, AdviceNotAllowed or TooManyAdvisers.
    """
    game.require_turn(seat, version, AdviceConflict)
    if game.advice_rule is AdviceRule.NONE:
        raise AdviceNotAllowed
    asked = game.advisers or ()
    if agent in asked:
        return game, None
    if len(asked) >= MAX_ADVISERS:
        raise TooManyAdvisers(MAX_ADVISERS)
    after = replace(game, advisers=(*asked, agent)).after_event(now)
    return after, Event(EventType.ADVICE, seat, None, now, agent)


MAX_MOVES: Final = 250
"""The actions of a game that can be reviewed: they fit into a body. Won games have 60 to 100, a few lost ones more."""

MAX_BEST: Final = 3
"""The best actions at each move."""

COST_TOLERANCE: Final = 0.001
"""The most by which a cost may differ from the difference of the chances, all of which are rounded."""

Move: TypeAlias = Mapping[str, Any]
"""What an adviser says about an action: the loaded JSON of a `ReviewedMove`."""

MoveFaults: TypeAlias = dict[str, Any]
"""The faults of a move, by member, as a schema has them."""

MovesFaults: TypeAlias = list[Message] | dict[int, MoveFaults]
"""The faults of all moves: of their number, or of the first faulty one, by its index."""


class RecordedMove(NamedTuple):
    """An action of a game: its number in the record, from 1; the version after it; its seat; the position before it."""

    number: int
    version: int
    seat: int
    action: str
    before: Position


def recorded_moves(game: HostedGame, events: Iterable[Event]) -> list[RecordedMove]:
    """All actions of a game in order, those included that its creator gave."""
    actions = [(version, event) for version, event in enumerate(events, 2) if event.type is EventType.ACTION]
    steps = regicide.replay(game.first_position, [Action.parse(str(event.what)) for _, event in actions])
    before, moves = game.first_position, []
    for number, ((version, event), step) in enumerate(in_parts(zip(actions, steps, strict=True)), 1):
        moves.append(RecordedMove(number, version, event.seat, str(step.action), before))
        before = step.position
    return moves


def faults_of_moves(moves: Sequence[Move], recorded: Sequence[RecordedMove]) -> MovesFaults:
    """The faults of a review's moves; empty: none."""
    if len(moves) != len(recorded):
        return [Message("expected {count} moves, one for each action of the record", count=len(recorded))]
    for index, (move, there) in enumerate(in_parts(zip(moves, recorded, strict=True))):
        if faults := _faults(move, there):
            return {index: faults}
    return {}


def _faults(move: Move, recorded: RecordedMove) -> MoveFaults:
    expected = {name: getattr(recorded, name) for name in ("number", "version", "seat", "action")}
    wrong = {name: value for name, value in expected.items() if move[name] != value}
    if wrong:
        return {name: [Message("expected {value!r}, as in the record", value=value)] for name, value in wrong.items()}
    cost = max(0.0, move["won_before"] - move["won_after"])
    if abs(move["cost"] - cost) > COST_TOLERANCE:
        fault = "expected {cost}: won_before - won_after, or 0 if that is negative"
        return {"cost": [Message(fault, cost=round(cost, 4))]}
    best = faults_of_actions([each["action"] for each in move["best"]], recorded.before)
    return {"best": {index: {"action": [fault]} for index, fault in best.items()}} if best else {}


def faults_of_actions(actions: Sequence[str], position: Position) -> dict[int, Message]:
    """The faults of actions of which each is to be legal at a position, and none there twice, by index."""
    faults: dict[int, Message] = {}
    seen: set[str] = set()
    for index, text in enumerate(actions):
        try:
            action = Action.parse(text)
        except regicide.MalformedAction as error:
            faults[index] = error.args[0]
            continue
        if refusal := position.why_illegal(action):
            faults[index] = refusal.detail
        elif str(action) in seen:
            faults[index] = Message("the action {action} is there twice", action=str(action))
        seen.add(str(action))
    return faults
