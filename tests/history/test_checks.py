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
FAULTS: dict[str, tuple[str, list[Entry]]] = {
    "a gap in the versions": ("versions_have_no_gap", ended(events=EVENTS[:2] + EVENTS[3:])),
    "two events at one version": ("versions_have_no_gap", ended(events=(*EVENTS, Event(7, "action", 1, "2C")))),
    "an event after the last version": ("versions_have_no_gap", ended(version=6)),
    "another event observed at a version": (
        "each_version_has_one_event",
        [*GOOD, seen_event(4, 90, what="3H", stream=None)],
    ),
    "an observed event that does not exist": (
        "each_version_has_one_event",
        [*GOOD, seen_event(7, 90, version=8, stream=None)],
    ),
    "an acknowledged action that is lost": ("acknowledged_changes_exist", [*GOOD, action(4, 41, what="4C")]),
    "an acknowledged action of an agent that is lost": (
        "acknowledged_changes_exist",
        [*GOOD, action(4, 41, what="4C", seat=None)],
    ),
    "an acknowledged last action that is lost": (
        "acknowledged_changes_exist",
        [*GOOD, made("act", 80, seat=0, version=7, what="yield")],
    ),
    "an acknowledged signal that is lost": (
        "acknowledged_changes_exist",
        [*GOOD, made("signal", 41, seat=0, what="eager")],
    ),
    "an acknowledged seat that is lost": (
        "acknowledged_changes_exist",
        [*without(TAKEN), TAKEN._replace(what="host", key="host")],
    ),
    "an acknowledged game that is gone": (
        "acknowledged_changes_exist",
        [*without(ACTIVE, LISTED), ACTIVE._replace(status=404), Inbox("robot", ())],
    ),
    "a refused action that is there": ("rejected_changes_do_not_exist", [*GOOD, action(4, 41, 409)]),
    "a refused seat that is there": (
        "rejected_changes_do_not_exist",
        [*without(TAKEN), TAKEN._replace(status=409)],
    ),
    "an action that is there twice": ("every_event_has_a_request", ended(events=DOUBLED, version=8)),
    "an action without a request": ("every_event_has_a_request", without(PLAYED[3])),
    "an action requested at another version": (
        "every_event_has_a_request",
        [*without(PLAYED[3]), PLAYED[3]._replace(version=6, status=None)],
    ),
    "two games for one key": ("a_key_has_one_response", [*GOOD, CREATED._replace(game=OTHER, gave=OTHER)]),
    "two tokens for one key": ("a_key_has_one_response", [*GOOD, TAKEN._replace(gave=f"{GAME} fedcba")]),
    "a game that was gone for a while": (
        "granted_games_and_tokens_stay",
        [*GOOD, made("read", 50, 404, code="unknown-game")],
    ),
    "a token that was unknown for a while": (
        "granted_games_and_tokens_stay",
        [*GOOD, action(6, 70, 401, what="2C", code="unknown-token", token="abcdef")],
    ),
    "a token that held no seat for a while": (
        "granted_games_and_tokens_stay",
        [*GOOD, made("read", 70, 403, code="not-your-seat", token="abcdef")],
    ),
    "two holders of a seat": (
        "seat_events_change_seats",
        ended(events=(*EVENTS, Event(8, "seat-taken", 1, "late")), version=8),
    ),
    "a held seat without a holder": ("a_held_seat_can_act", ended(holders=(1, 0))),
    "a seat with two tokens": ("a_held_seat_can_act", ended(holders=(2, 1))),
    "a reader that goes backwards": ("reads_do_not_go_back", [*GOOD, seen(3, 62)]),
    "a view older than an event of a stream": ("reads_do_not_go_back", [*GOOD, seen(6, 70.5)]),
    "a view of another game": ("views_follow_the_rules", [*GOOD, seen(4, 38, shown="0123456789ab")]),
    "a view of a version that is gone": ("views_follow_the_rules", [*GOOD, seen(7, 80, version=8)]),
    "actions against the rules": (
        "views_follow_the_rules",
        ended(events=(*EVENTS[:-1], EVENTS[-1]._replace(what="KS"))),
    ),
    "a stream with a gap": ("streams_have_no_gap", without(seen_event(4, 40))),
    "a stream that repeats": ("streams_have_no_gap", [*GOOD, seen_event(7, 75)]),
    "a record with another action": (
        "records_match_the_events",
        ended(events=(*EVENTS[:-1], EVENTS[-1]._replace(what="3H"))),
    ),
    "a record that does not hold": ("records_match_the_events", ended(record=record() | {"seed": "another"})),
    "an agreement that is lost": ("acknowledged_changes_exist", [*GOOD, made("give-up", 60, seat=0)]),
    "no record of a game that is over": ("records_match_the_events", ended(record=None)),
    "a game that an agent's list lacks": (
        "agents_have_their_games",
        [*without(LISTED), AgentGames("robot", (), ())],
    ),
    "a game in the wrong list of an agent": (
        "agents_have_their_games",
        [*without(LISTED), AgentGames("robot", (), (OTHER,))],
    ),
    "a game that is twice in an agent's list": (
        "agents_have_their_games",
        [*without(LISTED), AgentGames("robot", (OTHER, OTHER), ())],
    ),
    "a turn that is lost": ("no_turn_is_lost", [*without(Inbox("robot", (OTHER,))), Inbox("robot", ())]),
    "a turn that is none": ("no_turn_is_lost", [*without(Inbox("robot", (OTHER,))), Inbox("robot", (OTHER, GAME))]),
    "a game that is not in the list of its owner": (
        "owners_find_their_games",
        [*without(OWNED), OWNED._replace(listed=(GAME,))],
    ),
    "a record that its owner does not get": ("owners_find_their_games", [*without(OWNED), OWNED._replace(recorded=())]),
    "a seat that is handed over twice": ("seat_events_change_seats", handed_over(HANDED, HANDED._replace(version=3))),
    "a seat that was observed before it was handed over": (
        "seats_follow_the_events",
        [*GOOD, seen(4, 38, seats=(HELD._replace(stand_in="robot"), HELD))],
    ),
    "a seat that is not taken back": (
        "seat_changes_take_effect",
        [*handed_over(HANDED), asked_for(TAKEN_BACK, result=2)],
    ),
    "two events of one request": (
        "no_request_has_two_events",
        [line for line in handed_over(HANDED, TAKEN_BACK, HANDED._replace(version=4)) if line != asked_for(HANDED)],
    ),
    "an agent that acts after the seat was taken back": (
        "stand_ins_act_while_seats_are_handed_over",
        handed_over(HANDED, TAKEN_BACK, Event(4, "action", 0, "yield", "robot")),
    ),
    "a token that acts after it was replaced": (
        "retired_tokens_do_not_act",
        [*GOOD, made("replace-seat-token", 5, 201, seat=0, token="old"), action(6, 60, token="old")],
    ),
    "a token that acts after its seat was left": (
        "retired_tokens_do_not_act",
        [*GOOD, made("leave-seat", 5, seat=0, token="old"), action(6, 60, token="old")],
    ),
    "a cancelled game that goes on": (
        "cancelled_games_stay_as_they_are",
        ended(events=(Event(2, "cancelled", 0, None), *EVENTS[1:]), state="cancelled"),
    ),
    "a cancelled game that waits": (
        "cancelled_games_stay_as_they_are",
        [*GOOD, Final("cccc", SEED, 1, 200, 2, "waiting", (), (Event(2, "cancelled", 0, None),), seats=(HELD,))],
    ),
    "a refused end of a game that is cancelled": (
        "rejected_changes_do_not_exist",
        [
            *GOOD,
            Final("cccc", SEED, 1, 200, 2, "cancelled", (), (Event(2, "cancelled", 0, None),), seats=(HELD,)),
            made("cancel", 5, 409, game="cccc", code="game-started"),
        ],
    ),
    "a rematch that is told twice": ("rematches_are_told_once", rematched(8, 9)),
    "a rematch that is not told": ("rematches_are_told_once", rematched()),
    "a rematch that is missing": ("rematches_are_told_once", rematched(8, gave="dddd")),
    "a request for advice that is told twice": (
        "requests_for_advice_are_told_once",
        advised(ASKED, ASKED, events=(ADVICE, ADVICE._replace(version=3))),
    ),
    "a request for advice that is not told": ("acknowledged_changes_exist", advised(ASKED, events=())),
    "an event of advice without a request": ("every_event_has_a_request", advised()),
    "advice of another seat": ("advice_is_for_its_seat", advised(ASKED, ANSWERED, READ._replace(seat=1))),
    "advice that a spectator gets": ("advice_is_for_its_seat", advised(ASKED, ANSWERED, READ._replace(seat=None))),
    "advice that the agent did not send": ("advice_is_the_answer", advised(ASKED, READ)),
    "advice that changes": (
        "advice_is_the_answer",
        advised(ASKED, *(each._replace(advice=f"0 ready AD {n}") for each in (ANSWERED, READ) for n in (1, 2))),
    ),
    "an answer that is lost": (
        "acknowledged_answers_are_there",
        advised(ASKED, ANSWERED, READ._replace(advice="0 pending")),
    ),
    "an acknowledgement without a store": (
        "nothing_is_acknowledged_without_a_store",
        [*GOOD, Fault("kill-store", 19, 22, down_from=19.5, down_until=21.5)],
    ),
}


def test_a_valid_history_passes() -> None:
    """With lost responses and rejected requests."""
    assert violations(History(GOOD)) == []


@pytest.mark.parametrize(
    "lines",
    [
        handed_over(HANDED, TAKEN_BACK, HANDED._replace(version=4)),
        [*handed_over(HANDED, TAKEN_BACK), asked_for(TAKEN_BACK)],
        rematched(8),
        [*rematched(8), made("rematch", 92, 200, seat=1, gave=OTHER)],
        [*GOOD, made("replace-seat-token", 5, 201, seat=0, token="old"), action(6, 60, 401, code="unknown-token")],
    ],
    ids=["handed over twice", "taken back twice", "rematch", "rematch of two seats", "replaced token"],
)
def test_ways_out_are_valid(lines: list[Entry]) -> None:
    """A repeat changes nothing; the old token is refused."""
    assert violations(History(lines)) == []


@pytest.mark.parametrize(
    "lines",
    [
        advised(ASKED, ANSWERED, READ),
        advised(ASKED, ASKED._replace(advice="0 ready AD 0.5"), ANSWERED._replace(status=None)),
        advised(ASKED, ANSWERED._replace(status=404, advice="0 ready KS 0.5"), READ._replace(advice="0 failed")),
        advised(ASKED, ANSWERED, READ._replace(seat=1, status=403, advice=None)),
    ],
    ids=["read", "asked again", "too late", "another seat"],
)
def test_advice_is_valid(lines: list[Entry]) -> None:
    """A repeat has no event; an answer without a response may be there."""
    assert violations(History(lines)) == []


def test_a_holder_and_a_stand_in_may_choose_the_same_action() -> None:
    """The first one has the event, the other one is refused."""
    act = Event(3, "action", 0, "AC", "robot")
    late = asked_for(act, agent=None, status=409, code="version-conflict")
    lines = [*handed_over(HANDED, act), late]
    assert not [found for found in violations(History(lines)) if "views_follow_the_rules" not in found]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_detected(fault: str) -> None:
    """By its check."""
    check, lines = FAULTS[fault]
    assert check in {found.partition(":")[0] for found in violations(History(lines))}


def test_every_check_can_fail() -> None:
    """Each has a history that violates it."""
    assert {check for check, _ in FAULTS.values()} == {check.__name__ for check in CHECKS}


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
