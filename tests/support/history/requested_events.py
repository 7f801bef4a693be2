"""The events that an attempt may have caused, by the kind of the attempt."""

from __future__ import annotations

from collections.abc import Callable

from history.log import Attempt, Event
from history.model import Game


def may_cause_events(attempt: Attempt) -> bool:
    """Whether an attempt is of a kind that causes events, and was not rejected."""
    return attempt.kind in FOUND and not attempt.refused


def _action(game: Game, attempt: Attempt) -> list[Event]:
    """The action event at the version that an attempt names, if its sender took it.

    The holder of a seat and the agent that stands in may take the same action: the first one has the event.
    """
    assert attempt.version is not None
    there = game.taken_at(attempt.version)
    if there is None or (there.type, there.what) != ("action", attempt.what):
        return []
    return [there] if _is_by(game, there, attempt) else []


def _is_by(game: Game, event: Event, attempt: Attempt) -> bool:
    if attempt.agent:
        holder = game.final.seats[event.seat].agent if game.final.seats else attempt.agent
        return (event.agent or holder) == attempt.agent
    return event.agent is None and attempt.seat in {None, event.seat}


def _same(kind: str) -> Callable[[Game, Attempt], list[Event]]:
    """The events of a type with the seat, content and agent of an attempt; they may follow one another again."""

    def events(game: Game, attempt: Attempt) -> list[Event]:
        content = (kind, attempt.seat, attempt.what, attempt.agent)
        return [event for event in game.final.events if event[1:] == content]

    return events


def _agreement(game: Game, attempt: Attempt) -> list[Event]:
    """The agreement of a seat to give the game up; no client withdraws one."""
    return [event for event in game.final.events if (event.type, event.seat) == ("give-up", attempt.seat)]


def _advice(game: Game, attempt: Attempt) -> list[Event]:
    """The event of a request for advice: before the same action."""
    assert attempt.version is not None
    about = ("advice", attempt.seat, attempt.agent, game.acted(attempt.version))
    return [
        event
        for event in game.final.events
        if (event.type, event.seat, event.agent, game.acted(event.version)) == about
    ]


def _cancelled(game: Game, _: Attempt) -> list[Event]:
    return [event for event in game.final.events if event.type == "cancelled"]


def _rematch(game: Game, attempt: Attempt) -> list[Event]:
    """The news of a rematch, whose seat is that of any of the requests."""
    granted = (attempt.gave or "").partition(" ")[0]
    events = (event for event in game.final.events if event.type == "rematch")
    return [event for event in events if not granted or event.what == granted]


FOUND: dict[str, Callable[[Game, Attempt], list[Event]]] = {
    "act": _action,
    "ask-advice": _advice,
    "signal": _same("signal"),
    "take-seat": _same("seat-taken"),
    "fill-seat": _same("seat-taken"),
    "open-seat": _same("seat-left"),
    "leave-seat": _same("seat-left"),
    "hand-over": _same("stand-in"),
    "take-back": _same("stand-in"),
    "give-up": _agreement,
    "cancel": _cancelled,
    "rematch": _rematch,
}
STATE_CHANGES = frozenset({"fill-seat", "open-seat", "hand-over", "take-back"})
"""The kinds that set the state of a seat: one that finds it in place succeeds without an event."""
