"""Invariants of advice. Each check yields a sentence for every violation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from history.log import Attempt
from history.model import Game, History

READS = frozenset({"ask-advice", "read-advice"})
"""The kinds of requests whose responses have advice."""


def requests_for_advice_are_told_once(history: History) -> Iterator[str]:
    """Before each action, there is one event at most for each agent that the seat asks."""
    for game in history.existing:
        asked = Counter(
            (event.seat, event.agent, game.acted(event.version))
            for event in game.final.events
            if event.type == "advice"
        )
        for (seat, agent, version), times in asked.items():
            if times > 1:
                yield f"{game}: after version {version}, {times} events tell that seat {seat} asks {agent}"


def advice_is_for_its_seat(history: History) -> Iterator[str]:
    """No other seat, and no spectator, gets the advice of a seat."""
    for game in history.games.values():
        for attempt in _reads(game):
            if (attempt.advice or "").partition(" ")[0] != str(attempt.seat):
                yield f"{game}: {attempt} has advice of another seat"


def advice_is_the_answer(history: History) -> Iterator[str]:
    """Advice is what the agent has answered, and stays the same."""
    for game in history.existing:
        sent, read = defaultdict(set), defaultdict(set)
        for attempt in game.attempts:
            if attempt.kind == "answer-advice" and not attempt.refused:
                sent[attempt.what].add(attempt.advice)
        for attempt in _reads(game):
            if _is_ready(attempt):
                read[attempt.what].add(attempt.advice)
        for advice, found in read.items():
            if not found <= sent[advice]:
                yield f"{game}: the advice {advice} is {found}, and the agent has sent {sent[advice]}"
            elif len(found) > 1:
                yield f"{game}: the advice {advice} is {found}"


def acknowledged_answers_are_there(history: History) -> Iterator[str]:
    """Advice that is read after an acknowledged answer is ready."""
    for game in history.existing:
        answered: dict[str | None, float] = {}
        for attempt in game.attempts:
            if attempt.kind == "answer-advice" and attempt.acknowledged:
                answered[attempt.what] = min(attempt.end, answered.get(attempt.what, attempt.end))
        for attempt in _reads(game):
            if attempt.start > answered.get(attempt.what, attempt.end) and not _is_ready(attempt):
                yield f"{game}: {attempt} has no advice, but the agent has answered"


def _reads(game: Game) -> Iterator[Attempt]:
    return (attempt for attempt in game.attempts if attempt.kind in READS and attempt.acknowledged)


def _is_ready(attempt: Attempt) -> bool:
    return (attempt.advice or "").split()[1:2] == ["ready"]


ADVICE_CHECKS = (
    requests_for_advice_are_told_once,
    advice_is_for_its_seat,
    advice_is_the_answer,
    acknowledged_answers_are_there,
)
