"""What must hold of every run. Each check names, in a sentence, everything that does not hold; of a good run, nothing.

An answer that did not come permits both: the action was applied, once, or it was not. An acknowledged one is there, a
refused one is not, and nothing is there that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import regicide
from history.log import Attempt, Event
from history.model import Game, History
from history.real_time_order import stale_observations

Check = Callable[[History], Iterator[str]]


def versions_have_no_gap(history: History) -> Iterator[str]:
    """The events of a game have the versions from 2 on, one each, and the last is the game's."""
    for game in _kept(history):
        versions = [event.version for event in game.final.events]
        if versions != list(range(2, game.final.version + 1)):
            yield f"{game} is at version {game.final.version}, and its events have the versions {versions}"


def each_version_has_one_event(history: History) -> Iterator[str]:
    """Nobody was told another event than the one that is there in the end."""
    for game in _kept(history):
        for told in game.told:
            there = game.events.get(told.version)
            if there != Event(told.version, told.type, told.seat, told.what):
                yield f"{game}: {told.client} was told of {told}, and there is {there}"


def what_was_acknowledged_is_there(history: History) -> Iterator[str]:
    """Actions, signals, seats and games, once each."""
    for game in history.games.values():
        if game.final.status != 200 and any(a.acknowledged for a in game.attempts):
            yield f"{game} was acknowledged, and is gone: looking at it gives {game.final.status}"
    for game in _kept(history):
        for attempt in game.attempts:
            if attempt.acknowledged and attempt.kind in FOUND:
                yield from _missing(game, attempt)


def what_was_refused_is_not_there(history: History) -> Iterator[str]:
    """An action by what it was chosen at; a seat if no attempt with this key was left without an answer."""
    keys = history.by_key()
    for game in _kept(history):
        for attempt in game.attempts:
            single = attempt.key is None or all(other.refused for other in keys[attempt.kind, attempt.key])
            if (
                attempt.refused
                and single
                and attempt.kind in {"act", "take-seat"}
                and FOUND[attempt.kind](game, attempt)
            ):
                yield f"{game}: {attempt} was refused, and is there"


def nothing_is_there_that_nobody_asked_for(history: History) -> Iterator[str]:
    """Each event comes from a request that was not refused; an action from one at its version: so none is twice."""
    for game in _kept(history):
        asked = {event for attempt in game.attempts if _may_be(attempt) for event in FOUND[attempt.kind](game, attempt)}
        for event in game.final.events:
            if event not in asked:
                yield f"{game}: nobody asked for {event}"


def a_key_gives_one_answer(history: History) -> Iterator[str]:
    """The same game, or the same seat with the same token, however often it was asked for."""
    for (kind, key), attempts in history.by_key().items():
        gave = {attempt.gave for attempt in attempts if attempt.acknowledged}
        if len(gave) > 1:
            yield f"{kind} with the Idempotency-Key {key} gave {len(gave)} answers: {sorted(map(str, gave))}"


def what_was_given_stays(history: History) -> Iterator[str]:
    """A game that is there in the end was never gone, and no token that was given for it was ever unknown."""
    for game in _kept(history):
        given = {token for a in game.attempts if a.acknowledged and a.gave for token in a.gave.split()}
        for attempt in game.attempts:
            unknown = attempt.code == "unknown-game" or (attempt.code == "unknown-token" and attempt.token in given)
            if attempt.refused and unknown:
                yield f"{game} is there, and {attempt} was answered {attempt.code}"


def a_seat_has_one_holder(history: History) -> Iterator[str]:
    """Of those who want an open seat, one is given it."""
    given: dict[tuple[str | None, int | None], set[str | None]] = {}
    for attempt in history.attempts:
        if attempt.kind == "take-seat" and attempt.acknowledged:
            given.setdefault((attempt.game, attempt.seat), set()).add(attempt.what)
    for (game, seat), names in given.items():
        if len(names) > 1:
            yield f"game {game}: seat {seat} was given to {sorted(map(str, names))}"


def readers_go_forward(history: History) -> Iterator[str]:
    """Who begins to look after somebody was shown a version sees that one, or a later one."""
    for game in history.games.values():
        for later, earlier in stale_observations(game):
            yield f"{game} was at {earlier}, and afterwards at {later}"


def views_are_true(history: History) -> Iterator[str]:
    """What was shown at a version is what the rules make of the deal and the actions up to there."""
    for game in _kept(history):
        try:
            yield from _untrue(game)
        except regicide.RegicideError as error:
            yield f"{game}: the actions that are there cannot be played: {error}"


def streams_have_no_gap(history: History) -> Iterator[str]:
    """A stream, also one that goes on where another broke off, tells every event once, in order."""
    streams: dict[str, list[int]] = {}
    for game in history.games.values():
        for told in game.told:
            if told.stream is not None:
                streams.setdefault(f"{game}: stream {told.stream}", []).append(told.version)
    for stream, versions in streams.items():
        if any(after != before + 1 for before, after in pairwise(versions)):
            yield f"{stream} told the versions {versions}"


def records_say_the_same(history: History) -> Iterator[str]:
    """The record of a game that is over holds, and has the actions that the events have."""
    for game in _kept(history):
        record = game.final.record
        if (record is not None) != (game.final.state in {"won", "lost"}):
            yield f"{game} is {game.final.state}, and its record is {'there' if record else 'missing'}"
        elif record is not None:
            yield from _unlike(game, record["events"], record)


def no_turn_is_lost(history: History) -> Iterator[str]:
    """In the end, an agent's inbox has the games in which it is its turn, and no others."""
    for inbox in history.inboxes:
        due = {game.final.game for game in _kept(history) if game.final.due == inbox.agent}
        if due != set(inbox.games):
            missing, wrong = sorted(due - set(inbox.games)), sorted(set(inbox.games) - due)
            yield f"the inbox of {inbox.agent} lacks the games {missing}, and has the games {wrong} too many"


def nothing_is_acknowledged_without_a_store(history: History) -> Iterator[str]:
    """Whatever was asked and answered while there was no store was not acknowledged."""
    for fault in history.faults:
        if fault.down_from is not None and fault.down_until is not None:
            for attempt in history.attempts:
                if attempt.acknowledged and fault.down_from < attempt.start and attempt.end < fault.down_until:
                    yield f"{attempt} was acknowledged while there was no store: {fault}"


CHECKS: tuple[Check, ...] = (
    versions_have_no_gap,
    each_version_has_one_event,
    what_was_acknowledged_is_there,
    what_was_refused_is_not_there,
    nothing_is_there_that_nobody_asked_for,
    a_key_gives_one_answer,
    what_was_given_stays,
    a_seat_has_one_holder,
    readers_go_forward,
    views_are_true,
    streams_have_no_gap,
    records_say_the_same,
    no_turn_is_lost,
    nothing_is_acknowledged_without_a_store,
)


def violations(history: History) -> list[str]:
    """All that does not hold, each with the check that says so."""
    return [f"{check.__name__}: {found}" for check in CHECKS for found in check(history)]


def _kept(history: History) -> list[Game]:
    """The games that are there in the end."""
    return [game for game in history.games.values() if game.final.status == 200]


def _may_be(attempt: Attempt) -> bool:
    return attempt.kind in FOUND and not attempt.refused


def _action(game: Game, attempt: Attempt) -> list[Event]:
    """The action, where it was taken at the version that it names."""
    assert attempt.version is not None
    there = game.taken_at(attempt.version)
    if there is None or (there.type, there.what) != ("action", attempt.what):
        return []
    return [there] if attempt.seat in {None, there.seat} else []


def _signal(game: Game, attempt: Attempt) -> list[Event]:
    """The signals of a seat that say this; a later jester may have had it said again."""
    return [event for event in game.final.events if event[1:] == ("signal", attempt.seat, attempt.what)]


def _seat(game: Game, attempt: Attempt) -> list[Event]:
    return [event for event in game.final.events if event[1:] == ("seat-taken", attempt.seat, attempt.what)]


FOUND: dict[str, Callable[[Game, Attempt], list[Event]]] = {"act": _action, "signal": _signal, "take-seat": _seat}
"""The events of a game that an attempt may have brought about, by what kind it is."""


def _missing(game: Game, attempt: Attempt) -> Iterator[str]:
    times = len(FOUND[attempt.kind](game, attempt))
    if times == 0 or (times > 1 and attempt.kind == "take-seat"):
        at = game.taken_at(attempt.version) if attempt.version is not None else None
        yield f"{game}: {attempt} was acknowledged, and is there {times} times" + (
            f"; instead there is {at}" if at else ""
        )


def _untrue(game: Game) -> Iterator[str]:
    for sight in game.sights:
        if sight.version > game.final.version:
            yield f"{game} was seen as {sight}, and is at version {game.final.version}"
        elif sight.shown is not None and sight.shown != game.shown(sight.version, sight.viewer):
            yield f"{game} was seen as {sight}, which is not what follows from its deal and its actions"


def _unlike(game: Game, told: list[dict[str, object]], record: dict[str, object]) -> Iterator[str]:
    actions = [(event.version, event.seat, event.what) for event in game.final.events if event.type == "action"]
    recorded = [(event["version"], event["seat"], event["action"]) for event in told]
    if actions != recorded:
        yield f"{game}: the actions are {actions}, and the record has {recorded}"
    try:
        regicide.verify(record)
    except regicide.RegicideError as error:
        yield f"{game}: the record does not hold: {error}"
