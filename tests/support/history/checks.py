"""Invariants of every run. Each check yields a sentence for every violation.

A lost response permits both outcomes: the action was applied once, or not at all. An acknowledged change exists, a
rejected one does not, and no change exists without a request.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise

import regicide
from history.advice_checks import ADVICE_CHECKS
from history.log import OVER, Attempt, Event, Observation, SeenEvent
from history.model import Game, History
from history.requested_events import FOUND, STATE_CHANGES, may_cause_events
from history.seat_checks import SEAT_CHECKS

Check = Callable[[History], Iterator[str]]


def versions_have_no_gap(history: History) -> Iterator[str]:
    """The events of a game have the versions from 2 to the game's, one each."""
    for game in history.existing:
        versions = [event.version for event in game.final.events]
        if versions != list(range(2, game.final.version + 1)):
            yield f"{game} is at version {game.final.version}, and its events have the versions {versions}"


def each_version_has_one_event(history: History) -> Iterator[str]:
    """Every observed event equals the final one of its version."""
    for game in history.existing:
        for seen in game.seen_events:
            event = game.events.get(seen.version)
            if event != Event(seen.version, seen.type, seen.seat, seen.what, seen.agent):
                yield f"{game}: {seen.client} observed {seen}, but the event is {event}"


def acknowledged_changes_exist(history: History) -> Iterator[str]:
    """Actions, signals, seats, agreements, ends, rematches and games exist."""
    for game in history.games.values():
        if game.final.status != 200 and any(a.acknowledged for a in game.attempts):
            yield f"{game} was acknowledged, but is missing: its status is {game.final.status}"
    for game in history.existing:
        for attempt in game.attempts:
            if attempt.acknowledged and attempt.kind in FOUND.keys() - STATE_CHANGES:
                yield from _missing(game, attempt)


def rejected_changes_do_not_exist(history: History) -> Iterator[str]:
    """An action by its version; a seat unless an attempt with the same key has no response; the end of a waiting game.

    A sender whose token was replaced meanwhile, or an agent that has lost the seat, does not learn whether an earlier
    attempt was applied.
    """
    keys = history.by_key()
    for game in history.existing:
        ended = _ended(game)
        for attempt in game.attempts:
            single = attempt.key is None or all(other.refused for other in keys[attempt.kind, attempt.key])
            has_lost_seat = attempt.agent is not None or attempt.end > ended.get(attempt.token, attempt.end)
            is_lost = attempt.code == "unknown-token" or (attempt.code == "not-your-seat" and has_lost_seat)
            is_answered = attempt.refused and not is_lost
            is_final = attempt.kind in {"act", "take-seat", "cancel"}
            if not (is_answered and single and is_final) or _names_lost_version(history, game, attempt):
                continue
            if FOUND[attempt.kind](game, attempt):
                yield f"{game}: {attempt} was rejected, but exists"


def _names_lost_version(history: History, game: Game, attempt: Attempt) -> bool:
    """Whether the store lost the version of an attempt before, and a later request made the same change again."""
    return (
        attempt.code == "version-conflict"
        and any(fault.lost_until is not None and fault.lost_until < attempt.start for fault in history.faults)
        and any(
            other.start > attempt.end
            and not other.refused
            and other.kind == attempt.kind
            and FOUND[other.kind](game, other) == FOUND[attempt.kind](game, attempt)
            for other in game.attempts
        )
    )


def every_event_has_a_request(history: History) -> Iterator[str]:
    """Each event has a request that was not rejected; an action has one at its version, so none is applied twice."""
    for game in history.existing:
        asked = {
            event
            for attempt in game.attempts
            if may_cause_events(attempt)
            for event in FOUND[attempt.kind](game, attempt)
        }
        for event in game.final.events:
            if event not in asked:
                yield f"{game}: no request for {event}"


def a_key_has_one_response(history: History) -> Iterator[str]:
    """All responses to one key have the same game, or the same seat and token."""
    for (kind, key), attempts in history.by_key().items():
        gave = {attempt.gave for attempt in attempts if attempt.acknowledged}
        if len(gave) > 1:
            yield f"{kind} with the Idempotency-Key {key} has {len(gave)} responses: {sorted(map(str, gave))}"


def granted_games_and_tokens_stay(history: History) -> Iterator[str]:
    """A game that exists in the end never disappeared, and no token was unknown between its grant and its end.

    A grant that the store has lost may be repeated later. A request to replace a token, or to leave its seat, ends it.
    """
    for game in history.existing:
        granted, ended = _granted(game), _ended(game)
        for attempt in game.attempts:
            what = {"unknown-game": game.final.game}.get(attempt.code or "")
            what = attempt.token if attempt.code in {"unknown-token", "not-your-seat"} else what
            is_ended = attempt.end > ended.get(what, attempt.end)
            if attempt.refused and what in granted and attempt.start > granted[what] and not is_ended:
                yield f"{game} exists, but {attempt} was answered with {attempt.code}"


def _granted(game: Game) -> dict[str | None, float]:
    """When the game, and each token of its seats, was granted first."""
    granted: dict[str | None, float] = {}
    for attempt in game.attempts:
        for what in (attempt.gave or "").split() if attempt.acknowledged else ():
            granted[what] = min(attempt.end, granted.get(what, attempt.end))
    return granted


def _ended(game: Game) -> dict[str | None, float]:
    """When a request that may have ended a token was sent first: one of its holder, or of the owner for its seat.

    The owner may repeat a request to open a seat without knowing that a player has taken it meanwhile.
    """
    ended: dict[str | None, float] = {}
    may_end = [attempt for attempt in game.attempts if not attempt.refused]
    opened = [attempt for attempt in may_end if attempt.kind == "open-seat"]
    for attempt in may_end:
        if attempt.kind in {"replace-seat-token", "leave-seat"}:
            ended[attempt.token] = min(attempt.start, ended.get(attempt.token, attempt.start))
        if attempt.kind == "take-seat" and attempt.gave:
            token = attempt.gave.partition(" ")[2]
            starts = [each.start for each in opened if each.seat == attempt.seat and each.end > attempt.start]
            ended |= {token: min(starts)} if starts else {}
    return ended


def a_held_seat_can_act(history: History) -> Iterator[str]:
    """Every held seat has exactly one holder that can act, after all unanswered requests were repeated."""
    for game in history.existing:
        for seat, holders in enumerate(game.final.holders):
            if holders not in {None, 1}:
                yield f"{game}: seat {seat} is held, and {holders} known tokens can act for it"


def reads_do_not_go_back(history: History) -> Iterator[str]:
    """A read returns at least the version of every response received before it started."""
    for game in history.games.values():
        for later, earlier in stale_observations(game):
            yield f"{game} was observed at {earlier}, and later at {later}"


def views_follow_the_rules(history: History) -> Iterator[str]:
    """The view at a version follows from the rules, the deal and the actions up to it.

    The deal of a rematch is unknown until its end.
    """
    for game in history.existing:
        try:
            yield from _view_faults(game) if game.final.seed else ()
        except regicide.RegicideError as error:
            yield f"{game}: the actions are illegal: {error}"


def streams_have_no_gap(history: History) -> Iterator[str]:
    """A stream, including its reconnects, delivers every event once, in order.

    After the event by which an agent loses its seat, or that of a player for whom it stands in, a game that it gets a
    seat of again is told from its start.
    """
    for game in history.games.values():
        losses = {event.version for event in game.final.events if event.type in {"seat-left", "stand-in"}}
        streams: dict[str, list[int]] = {}
        for seen in game.seen_events:
            if seen.stream is not None:
                streams.setdefault(seen.stream, []).append(seen.version)
        for stream, versions in streams.items():
            steps = pairwise(versions)
            if any(after != before + 1 and not (before in losses and after == 2) for before, after in steps):
                yield f"{game}: stream {stream} has the versions {versions}"


def records_match_the_events(history: History) -> Iterator[str]:
    """The record of a finished game verifies, and has the actions of the events."""
    for game in history.existing:
        record = game.final.record
        if (record is not None) != (game.final.state in {"won", "lost"}):
            yield f"{game} is {game.final.state}, and its record is {'there' if record else 'missing'}"
        elif record is not None:
            yield from _record_faults(game, record["events"], record)


def no_turn_is_lost(history: History) -> Iterator[str]:
    """In the end, an agent's inbox has exactly the games in which it has the turn."""
    for inbox in history.inboxes:
        due = {game.final.game for game in history.existing if inbox.agent in game.final.due}
        if due != set(inbox.games):
            missing, wrong = sorted(due - set(inbox.games)), sorted(set(inbox.games) - due)
            yield f"the inbox of {inbox.agent} lacks the games {missing}, and has the wrong games {wrong}"


def agents_have_their_games(history: History) -> Iterator[str]:
    """In the end, an agent's list has exactly the games in which it may act, by whether they are over."""
    for listed in history.agent_games:
        finals = [game.final for game in history.existing if listed.agent in game.final.agents]
        for name, found, is_over in (("running", listed.running, False), ("over", listed.over, True)):
            there = {final.game for final in finals if (final.state in OVER) == is_over}
            if there != {*found} or len({*found}) != len(found):
                missing, wrong = sorted(there - {*found}), sorted({*found} - there)
                yield f"the games of {listed.agent} that are {name} lack {missing}, and have the wrong games {wrong}"


def owners_find_their_games(history: History) -> Iterator[str]:
    """In the end, an owner's list has all of its games that exist, and its records have those that are won or lost."""
    states = {game.final.game: game.final.state for game in history.existing}
    for owner, games, listed, recorded in history.owned:
        existing = states.keys() & set(games)
        over = {game for game in existing if states[game] in {"won", "lost"}}
        if unlisted := sorted(existing - set(listed)):
            yield f"the list of the owner {owner} lacks the games {unlisted}"
        if unrecorded := sorted(over - set(recorded)):
            yield f"the records of the owner {owner} lack the games {unrecorded}"


def nothing_is_acknowledged_without_a_store(history: History) -> Iterator[str]:
    """Requests sent and answered while the store was down were not acknowledged."""
    for fault in history.faults:
        if fault.down_from is not None and fault.down_until is not None:
            for attempt in history.attempts:
                if attempt.acknowledged and fault.down_from < attempt.start and attempt.end < fault.down_until:
                    yield f"{attempt} was acknowledged while the store was down: {fault}"


def stale_observations(game: Game) -> Iterator[tuple[Observation, Observation | SeenEvent]]:
    """Each observation of a lower version than an earlier one, with that one."""
    known: list[Observation | SeenEvent] = sorted([*game.observations, *game.seen_events], key=lambda entry: entry.end)
    ends = [entry.end for entry in known]
    most = list(accumulate(known, _later))
    for observation in game.observations:
        before = bisect_left(ends, observation.start)
        if before and most[before - 1].version > observation.version:
            yield observation, most[before - 1]


def _later(one: Observation | SeenEvent, other: Observation | SeenEvent) -> Observation | SeenEvent:
    return one if one.version >= other.version else other


CHECKS: tuple[Check, ...] = (
    versions_have_no_gap,
    each_version_has_one_event,
    acknowledged_changes_exist,
    rejected_changes_do_not_exist,
    every_event_has_a_request,
    a_key_has_one_response,
    granted_games_and_tokens_stay,
    a_held_seat_can_act,
    reads_do_not_go_back,
    views_follow_the_rules,
    streams_have_no_gap,
    records_match_the_events,
    no_turn_is_lost,
    agents_have_their_games,
    owners_find_their_games,
    nothing_is_acknowledged_without_a_store,
    *SEAT_CHECKS,
    *ADVICE_CHECKS,
)


def violations(history: History) -> list[str]:
    """All violations, each with its check."""
    return [f"{check.__name__}: {found}" for check in CHECKS for found in check(history)]


def _missing(game: Game, attempt: Attempt) -> Iterator[str]:
    if not FOUND[attempt.kind](game, attempt):
        at = game.taken_at(attempt.version) if attempt.version is not None else None
        yield f"{game}: {attempt} was acknowledged, but does not exist" + (f"; instead there is {at}" if at else "")


def _view_faults(game: Game) -> Iterator[str]:
    for observation in game.observations:
        if observation.version > game.final.version:
            yield f"{game} was observed as {observation}, but is at version {game.final.version}"
        elif observation.shown is not None and observation.shown != game.shown(observation.version, observation.viewer):
            yield f"{game} was observed as {observation}, which does not follow from its deal and actions"


def _record_faults(game: Game, actions_in_record: list[dict[str, object]], record: dict[str, object]) -> Iterator[str]:
    actions = [(event.version, event.seat, event.what) for event in game.final.events if event.type == "action"]
    recorded = [(event["version"], event["seat"], event["action"]) for event in actions_in_record]
    if actions != recorded:
        yield f"{game}: the actions are {actions}, and the record has {recorded}"
    try:
        regicide.verify_record(record)
    except regicide.RegicideError as error:
        yield f"{game}: the record does not verify: {error}"
