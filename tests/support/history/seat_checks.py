"""Invariants of seats, and of the ways out of a game. Each check yields a sentence for every violation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from history.log import Attempt, Event, SeatState
from history.model import Game, History, agrees
from history.requested_events import FOUND, STATE_CHANGES, may_cause_events

SEAT_EVENTS = frozenset({"seat-taken", "seat-left", "stand-in", "give-up"})
OF_HOLDERS = frozenset({"act", "ask-advice", "signal", "give-up", "hand-over", "take-back", "rematch"})
"""The kinds of requests that only a valid token of a seat may send."""


def seat_events_change_seats(history: History) -> Iterator[str]:
    """Each seat is taken while it is open, left while it is held, and handed over and given up once in a row."""
    for game in history.existing:
        for event in game.final.events:
            if event.type in SEAT_EVENTS and not _changes(game, event):
                yield f"{game}: {event} does not change its seat"


def _changes(game: Game, event: Event) -> bool:
    before, after = (game.seat_state(version, event.seat) for version in (event.version - 1, event.version))
    if event.type in {"seat-taken", "seat-left"}:
        return before.is_held != after.is_held
    return before != after


def seats_follow_the_events(history: History) -> Iterator[str]:
    """The seats in a view at a version are those that the events up to it made."""
    for game in history.existing:
        for view in game.observations:
            for number, seat in enumerate(view.seats):
                if not agrees(seat, state := game.seat_state(view.version, number)):
                    yield f"{game}: at version {view.version} seat {number} was observed as {seat}, but is {state}"


def seat_changes_take_effect(history: History) -> Iterator[str]:
    """After an acknowledged change of a seat, at the version of its response, the seat is as requested."""
    for game in history.existing:
        for attempt in game.attempts:
            if attempt.acknowledged and attempt.kind in STATE_CHANGES:
                assert attempt.result is not None
                assert attempt.seat is not None
                state = game.seat_state(attempt.result, attempt.seat)
                if not _is_as_requested(attempt, state):
                    yield f"{game}: {attempt} was acknowledged, but the seat is {state}"


def _is_as_requested(attempt: Attempt, state: SeatState) -> bool:
    if attempt.kind in {"hand-over", "take-back"}:
        return state.stand_in == attempt.agent
    return (state.is_held, state.agent) == (attempt.kind == "fill-seat", attempt.agent)


def no_request_has_two_events(history: History) -> Iterator[str]:
    """There are at most as many equal events as requests for them."""
    for game in history.existing:
        asked = Counter(
            content
            for attempt in game.attempts
            if may_cause_events(attempt)
            for content in {event[1:] for event in FOUND[attempt.kind](game, attempt)}
        )
        for content, times in Counter(event[1:] for event in game.final.events if event.type != "action").items():
            if times > asked[content]:
                yield f"{game}: {asked[content]} requests have {times} events {content}"


def stand_ins_act_while_seats_are_handed_over(history: History) -> Iterator[str]:
    """An agent acts for the seat of a person only between the events that hand it over and take it back."""
    for game in history.existing:
        for event in game.final.events:
            if event.type == "action" and event.agent:
                state = game.seat_state(event.version - 1, event.seat)
                if state.stand_in != event.agent:
                    yield f"{game}: {event}, but the seat was {state}"


def retired_tokens_do_not_act(history: History) -> Iterator[str]:
    """A token that was replaced, or whose holder left the seat, changes nothing later."""
    for game in history.games.values():
        retired: dict[str | None, float] = {}
        for attempt in game.attempts:
            if attempt.acknowledged and attempt.kind in {"replace-seat-token", "leave-seat"}:
                retired[attempt.token] = min(attempt.end, retired.get(attempt.token, attempt.end))
        for attempt in game.attempts:
            is_late = attempt.start > retired.get(attempt.token, attempt.start)
            if is_late and attempt.acknowledged and attempt.kind in OF_HOLDERS:
                yield f"{game}: {attempt} was acknowledged, but its token was retired"


def cancelled_games_stay_as_they_are(history: History) -> Iterator[str]:
    """A game is cancelled exactly if its last event says so, and no other event does."""
    for game in history.existing:
        types = [event.type for event in game.final.events]
        is_cancelled = game.final.state == "cancelled"
        if types.count("cancelled") != is_cancelled or (is_cancelled and types[-1] != "cancelled"):
            yield f"{game} is {game.final.state}, and its events are {types}"


def rematches_are_told_once(history: History) -> Iterator[str]:
    """A game tells of its rematch once, at the request of the event's seat; a granted rematch exists."""
    for game in history.existing:
        told = [event for event in game.final.events if event.type == "rematch"]
        asked = [attempt for attempt in game.attempts if attempt.kind == "rematch" and not attempt.refused]
        if [event.what for event in told] != [game.final.next] * bool(game.final.next):
            yield f"{game} has the rematch {game.final.next}, and tells of {told}"
        if not {event.seat for event in told} <= {attempt.seat for attempt in asked}:
            yield f"{game}: no request of its seat for {told}"
        for rematch in {(attempt.gave or "").partition(" ")[0] for attempt in asked if attempt.acknowledged}:
            found = history.games.get(rematch)
            if found is None or found.final.status != 200:
                yield f"{game}: its rematch {rematch} was granted, but is missing"


SEAT_CHECKS = (
    seat_events_change_seats,
    seats_follow_the_events,
    seat_changes_take_effect,
    no_request_has_two_events,
    stand_ins_act_while_seats_are_handed_over,
    retired_tokens_do_not_act,
    cancelled_games_stay_as_they_are,
    rematches_are_told_once,
)
