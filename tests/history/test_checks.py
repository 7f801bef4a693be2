"""The checker detects faults: one history here is valid, each of the others has one fault."""

from __future__ import annotations

from typing import Any

import pytest
from history.checks import CHECKS, violations
from history.log import (
    AgentGames,
    Attempt,
    Entry,
    Event,
    Fault,
    Final,
    Inbox,
    Observation,
    Owned,
    Run,
    SeatState,
    SeenEvent,
)
from history.model import Game, History
from players import LOSING, SEED

import regicide

GAME, OTHER = "aaaa", "bbbb"
SEATS = (0, 0, 1, 1, 0)
"""Whose the actions are that lose the game."""
EVENTS = (
    Event(2, "seat-taken", 1, "guest"),
    *(Event(version, "action", seat, what) for version, (seat, what) in enumerate(zip(SEATS, LOSING, strict=True), 3)),
)


def record() -> dict[str, Any]:
    """The record of the lost game."""
    first = regicide.Position.new(SEED, 2)
    made = regicide.game_record(first, regicide.replay(first, [regicide.Action.parse(text) for text in LOSING]))
    for version, event in enumerate(made["events"], 3):
        event["version"] = version
    return {"id": GAME, **made}


HELD = SeatState(is_held=True)
LOST = Final(GAME, SEED, 2, 200, 7, "lost", (), EVENTS, record(), (1, 1), (HELD, HELD))
ROBOT = (HELD, SeatState(is_held=True, agent="robot"))
ACTIVE = Final(OTHER, SEED, 2, 200, 1, "active", ("robot",), (), None, (1, 1), ROBOT)
LISTED = AgentGames("robot", (OTHER,), ())


def made(kind: str, at: float, status: int | None = 200, **fields: Any) -> Attempt:
    """A request that takes a second."""
    return Attempt(
        **{"client": "c", "kind": kind, "start": at, "end": at + 1, "status": status, "game": GAME, **fields}
    )


def action(chosen_at: int, at: float, status: int | None = 200, **fields: Any) -> Attempt:
    """The action that was taken at a version, unless another one is given."""
    event = EVENTS[chosen_at - 1]
    return made("act", at, status, **{"seat": event.seat, "version": chosen_at, "what": event.what, **fields})


def seen(at_version: int, at: float, viewer: int | None = None, **fields: Any) -> Observation:
    """A read of the game that takes a second."""
    return Observation("r", at, at + 1, GAME, at_version, viewer, Game(LOST).shown(at_version, viewer))._replace(
        **fields
    )


def seen_event(event: int, at: float, **fields: Any) -> SeenEvent:
    """An event of a stream."""
    return SeenEvent("f", at, GAME, *EVENTS[event - 2], stream="s")._replace(**fields)


OWNED = Owned("owner", (GAME, OTHER, "lost"), (GAME, OTHER), (GAME,))
"""The lists of an owner of three games, of which the store has lost one."""
CREATED = made("create", 0, 201, key="k", gave=f"{GAME} 123456")
TAKEN = made("take-seat", 2, 201, seat=1, what="guest", key="guest", gave=f"{GAME} abcdef")
PLAYED = [action(version, 10.0 * version) for version in range(2, 7)]
GOOD: list[Entry] = [
    Run("1", 100, "always", "valkey-server"),
    CREATED,
    CREATED._replace(start=1, end=2),
    made("create", 0, 201, game=OTHER, key="other", gave=OTHER),
    TAKEN,
    made("take-seat", 4, 409, seat=1, what="late", key="late", code="seat-taken"),
    *PLAYED,
    action(2, 21.5),  # sent again, and acknowledged again
    action(3, 29, None),  # its answer was lost
    action(4, 41, seat=None),  # an agent's
    action(4, 41.5, 409, what="4C", code="version-conflict"),
    *(seen(version, 10.0 * version - 2, viewer) for version in range(2, 8) for viewer in (None, 0)),
    *(seen_event(version, 10.0 * version) for version in range(2, 8)),
    LOST,
    ACTIVE,
    Inbox("robot", (OTHER,)),
    LISTED,
    OWNED,
]


def without(*lines: Entry) -> list[Entry]:
    """The valid history without these entries."""
    return [line for line in GOOD if line not in lines]


def ended(**fields: Any) -> list[Entry]:
    """The valid history with another final state of the lost game."""
    return [*without(LOST), LOST._replace(**fields)]


DOUBLED = (*EVENTS, EVENTS[-1]._replace(version=8))


def handed_over(*events: Event, **fields: Any) -> list[Entry]:
    """The valid history with events of another game in which seats are handed over, and the requests for them."""
    seats = (HELD._replace(stand_in=events[-1].agent), HELD)
    active = ACTIVE._replace(version=1 + len(events), due=(), events=events, seats=seats)
    asked = [asked_for(event, **fields) for event in events]
    return [*without(ACTIVE, LISTED, Inbox("robot", (OTHER,))), active, Inbox("robot", ()), *asked]


def asked_for(event: Event, **fields: Any) -> Attempt:
    """The request that has an event of the other game as its result."""
    kind = "act" if event.type == "action" else "hand-over" if event.agent else "take-back"
    common = {"game": OTHER, "seat": event.seat, "agent": event.agent, "what": event.what, "result": event.version}
    return made(kind, 100.0 + event.version, **{**common, "version": event.version - 1, **fields})


def rematched(*versions: int, gave: str = OTHER) -> list[Entry]:
    """The valid history, in which the lost game has a rematch and tells of it at these versions."""
    news = tuple(Event(version, "rematch", 0, OTHER) for version in versions)
    return [
        *ended(events=EVENTS + news, version=7 + len(news), next=OTHER),
        made("rematch", 90, 201, seat=0, gave=gave),
    ]


ADVICE = Event(2, "advice", 0, None, "sage")
ASKED = made("ask-advice", 10, 202, game=OTHER, seat=0, version=1, agent="sage", what="a-sage", advice="0 pending")
ANSWERED = made("answer-advice", 12, 204, game=OTHER, seat=0, what="a-sage", advice="0 ready AD 0.5")
READ = made("read-advice", 14, game=OTHER, seat=0, what="a-sage", advice="0 ready AD 0.5")


def advised(*attempts: Attempt, events: tuple[Event, ...] = (ADVICE,)) -> list[Entry]:
    """The valid history, in which advice is asked in the other game."""
    active = ACTIVE._replace(version=1 + len(events), events=events)
    return [*without(ACTIVE), active, *attempts]


HANDED, TAKEN_BACK = Event(2, "stand-in", 0, None, "robot"), Event(3, "stand-in", 0, None)
FAULTS: dict[str, dict[str, list[Entry]]] = {
    "versions_have_no_gap": {
        "a gap in the versions": ended(events=EVENTS[:2] + EVENTS[3:]),
        "two events at one version": ended(events=(*EVENTS, Event(7, "action", 1, "2C"))),
        "an event after the last version": ended(version=6),
    },
    "each_version_has_one_event": {
        "another event observed at a version": [*GOOD, seen_event(4, 90, what="3H", stream=None)],
        "an observed event that does not exist": [*GOOD, seen_event(7, 90, version=8, stream=None)],
    },
    "acknowledged_changes_exist": {
        "an acknowledged action that is lost": [*GOOD, action(4, 41, what="4C")],
        "an acknowledged action of an agent that is lost": [*GOOD, action(4, 41, what="4C", seat=None)],
        "an acknowledged last action that is lost": [*GOOD, made("act", 80, seat=0, version=7, what="yield")],
        "an acknowledged signal that is lost": [*GOOD, made("signal", 41, seat=0, what="eager")],
        "an acknowledged seat that is lost": [*without(TAKEN), TAKEN._replace(what="host", key="host")],
        "an acknowledged game that is gone": [
            *without(ACTIVE, LISTED),
            ACTIVE._replace(status=404),
            Inbox("robot", ()),
        ],
        "an agreement that is lost": [*GOOD, made("give-up", 60, seat=0)],
        "a request for advice that is not told": advised(ASKED, events=()),
    },
    "rejected_changes_do_not_exist": {
        "a refused action that is there": [*GOOD, action(4, 41, 409)],
        "an action of a valid token that is there": [*GOOD, action(4, 41, 403, code="not-your-seat", token="old")],
        "a refused seat that is there": [*without(TAKEN), TAKEN._replace(status=409)],
        "a refused end of a game that is cancelled": [
            *GOOD,
            Final("cccc", SEED, 1, 200, 2, "cancelled", (), (Event(2, "cancelled", 0, None),), seats=(HELD,)),
            made("cancel", 5, 409, game="cccc", code="game-started"),
        ],
    },
    "every_event_has_a_request": {
        "an action that is there twice": ended(events=DOUBLED, version=8),
        "an action without a request": without(PLAYED[3]),
        "an action requested at another version": [*without(PLAYED[3]), PLAYED[3]._replace(version=6, status=None)],
        "an event of advice without a request": advised(),
    },
    "a_key_has_one_response": {
        "two games for one key": [*GOOD, CREATED._replace(game=OTHER, gave=OTHER)],
        "two tokens for one key": [*GOOD, TAKEN._replace(gave=f"{GAME} fedcba")],
    },
    "granted_games_and_tokens_stay": {
        "a game that was gone for a while": [*GOOD, made("read", 50, 404, code="unknown-game")],
        "a token that was unknown for a while": [
            *GOOD,
            action(6, 70, 401, what="2C", code="unknown-token", token="abcdef"),
        ],
        "a token that held no seat for a while": [*GOOD, made("read", 70, 403, code="not-your-seat", token="abcdef")],
    },
    "seat_events_change_seats": {
        "two holders of a seat": ended(events=(*EVENTS, Event(8, "seat-taken", 1, "late")), version=8),
        "a seat that is handed over twice": handed_over(HANDED, HANDED._replace(version=3)),
    },
    "a_held_seat_can_act": {
        "a held seat without a holder": ended(holders=(1, 0)),
        "a seat with two tokens": ended(holders=(2, 1)),
    },
    "reads_do_not_go_back": {
        "a reader that goes backwards": [*GOOD, seen(3, 62)],
        "a view older than an event of a stream": [*GOOD, seen(6, 70.5)],
    },
    "views_follow_the_rules": {
        "a view of another game": [*GOOD, seen(4, 38, shown="0123456789ab")],
        "a view of a version that is gone": [*GOOD, seen(7, 80, version=8)],
        "actions against the rules": ended(events=(*EVENTS[:-1], EVENTS[-1]._replace(what="KS"))),
    },
    "streams_have_no_gap": {
        "a stream with a gap": without(seen_event(4, 40)),
        "a stream that repeats": [*GOOD, seen_event(7, 75)],
    },
    "records_match_the_events": {
        "a record with another action": ended(events=(*EVENTS[:-1], EVENTS[-1]._replace(what="3H"))),
        "a record that does not hold": ended(record=record() | {"seed": "another"}),
        "no record of a game that is over": ended(record=None),
    },
    "agents_have_their_games": {
        "a game that an agent's list lacks": [*without(LISTED), AgentGames("robot", (), ())],
        "a game in the wrong list of an agent": [*without(LISTED), AgentGames("robot", (), (OTHER,))],
        "a game that is twice in an agent's list": [*without(LISTED), AgentGames("robot", (OTHER, OTHER), ())],
    },
    "no_turn_is_lost": {
        "a turn that is lost": [*without(Inbox("robot", (OTHER,))), Inbox("robot", ())],
        "a turn that is none": [*without(Inbox("robot", (OTHER,))), Inbox("robot", (OTHER, GAME))],
    },
    "owners_find_their_games": {
        "a game that is not in the list of its owner": [*without(OWNED), OWNED._replace(listed=(GAME,))],
        "a record that its owner does not get": [*without(OWNED), OWNED._replace(recorded=())],
    },
    "seats_follow_the_events": {
        "a seat that was observed before it was handed over": [
            *GOOD,
            seen(4, 38, seats=(HELD._replace(stand_in="robot"), HELD)),
        ],
    },
    "seat_changes_take_effect": {
        "a seat that is not taken back": [*handed_over(HANDED), asked_for(TAKEN_BACK, result=2)],
    },
    "no_request_has_two_events": {
        "two events of one request": [
            line for line in handed_over(HANDED, TAKEN_BACK, HANDED._replace(version=4)) if line != asked_for(HANDED)
        ],
    },
    "stand_ins_act_while_seats_are_handed_over": {
        "an agent that acts after the seat was taken back": handed_over(
            HANDED, TAKEN_BACK, Event(4, "action", 0, "yield", "robot")
        ),
    },
    "retired_tokens_do_not_act": {
        "a token that acts after it was replaced": [
            *GOOD,
            made("replace-seat-token", 5, 201, seat=0, token="old"),
            action(6, 60, token="old"),
        ],
        "a token that acts after its seat was left": [
            *GOOD,
            made("leave-seat", 5, seat=0, token="old"),
            action(6, 60, token="old"),
        ],
    },
    "cancelled_games_stay_as_they_are": {
        "a cancelled game that goes on": ended(events=(Event(2, "cancelled", 0, None), *EVENTS[1:]), state="cancelled"),
        "a cancelled game that waits": [
            *GOOD,
            Final("cccc", SEED, 1, 200, 2, "waiting", (), (Event(2, "cancelled", 0, None),), seats=(HELD,)),
        ],
    },
    "rematches_are_told_once": {
        "a rematch that is told twice": rematched(8, 9),
        "a rematch that is not told": rematched(),
        "a rematch that is missing": rematched(8, gave="dddd"),
    },
    "requests_for_advice_are_told_once": {
        "a request for advice that is told twice": advised(ASKED, ASKED, events=(ADVICE, ADVICE._replace(version=3))),
    },
    "advice_is_for_its_seat": {
        "advice of another seat": advised(ASKED, ANSWERED, READ._replace(seat=1)),
        "advice that a spectator gets": advised(ASKED, ANSWERED, READ._replace(seat=None)),
    },
    "advice_is_the_answer": {
        "advice that the agent did not send": advised(ASKED, READ),
        "advice that changes": advised(
            ASKED, *(each._replace(advice=f"0 ready AD {n}") for each in (ANSWERED, READ) for n in (1, 2))
        ),
    },
    "acknowledged_answers_are_there": {
        "an answer that is lost": advised(ASKED, ANSWERED, READ._replace(advice="0 pending")),
    },
    "nothing_is_acknowledged_without_a_store": {
        "an acknowledgement without a store": [*GOOD, Fault("kill-store", 19, 22, down_from=19.5, down_until=21.5)],
    },
}
"""Histories that violate each check."""


VALID: dict[str, list[Entry]] = {
    "lost responses and rejected requests": GOOD,
    "handed over twice": handed_over(HANDED, TAKEN_BACK, HANDED._replace(version=4)),
    "taken back twice": [*handed_over(HANDED, TAKEN_BACK), asked_for(TAKEN_BACK)],
    "a rematch": rematched(8),
    "a rematch of two seats": [*rematched(8), made("rematch", 92, 200, seat=1, gave=OTHER)],
    "a replaced token": [
        *GOOD,
        made("replace-seat-token", 59, 201, seat=0, token="old"),
        action(6, 60, 403, code="not-your-seat", token="old"),
    ],
    "a seat that is opened": [
        *GOOD,
        made("open-seat", 69, None, seat=1),
        made("read", 70, 403, code="not-your-seat", token="abcdef"),
    ],
    "advice": advised(ASKED, ANSWERED, READ),
    "advice asked again": advised(ASKED, ASKED._replace(advice="0 ready AD 0.5"), ANSWERED._replace(status=None)),
    "advice too late": advised(
        ASKED, ANSWERED._replace(status=404, advice="0 ready KS 0.5"), READ._replace(advice="0 failed")
    ),
    "advice of another seat": advised(ASKED, ANSWERED, READ._replace(seat=1, status=403, advice=None)),
}


@pytest.mark.parametrize("lines", VALID.values(), ids=VALID)
def test_a_valid_history_passes(lines: list[Entry]) -> None:
    """A repeat has no event and changes nothing; an answer without a response may be there."""
    assert violations(History(lines)) == []


def test_a_holder_and_a_stand_in_may_choose_the_same_action() -> None:
    """The first one has the event, the other one is refused."""
    act = Event(3, "action", 0, "AC", "robot")
    late = asked_for(act, agent=None, status=409, code="version-conflict")
    lines = [*handed_over(HANDED, act), late]
    assert not [found for found in violations(History(lines)) if "views_follow_the_rules" not in found]


@pytest.mark.parametrize("check", [check.__name__ for check in CHECKS])
def test_a_fault_is_detected(check: str) -> None:
    """By its check, in each of its histories."""
    found = {
        name: {each.partition(":")[0] for each in violations(History(FAULTS[check][name]))} for name in FAULTS[check]
    }
    assert {name for name in found if check not in found[name]} == set()


@pytest.mark.parametrize("fate", ["done", "not done"])
def test_a_lost_response_permits_both_outcomes(fate: str) -> None:
    """The action was applied, or it was not."""
    unanswered = action(6, 60, None) if fate == "done" else action(5, 52, None, what="-4C")
    lines = without(PLAYED[4]) if fate == "done" else GOOD
    assert violations(History([*lines, unanswered])) == []


LOSS = Fault("cut-power", 69, 71, lost_from=68.5, lost_until=69.5)


def test_losable_writes_are_ignored() -> None:
    """An action acknowledged in the last second, and its view."""
    lines: list[Entry] = [LOSS, made("act", 68, seat=0, version=7, what="yield"), seen(7, 68, version=8)]
    assert violations(History([*GOOD, *lines])) == []


def test_a_lost_version_may_be_reached_again() -> None:
    """By the same action, which was rejected before; without a loss it must not exist."""
    rejected = action(6, 56, 409, code="version-conflict")
    assert violations(History([*GOOD, LOSS._replace(lost_from=54, lost_until=55), rejected])) == []
    assert len(violations(History([*GOOD, rejected]))) == 1


def test_earlier_writes_must_not_be_lost() -> None:
    """Even shortly before."""
    lost = made("act", 67.4, seat=0, version=7, what="yield")
    assert len(violations(History([*GOOD, LOSS, lost]))) == 1
