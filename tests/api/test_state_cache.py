"""The serializer of games and its cache: the stored bytes decide which state is current."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

import orjson
import pytest

import regicide
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame, SeedOrigin
from regicide_api.domain.seat import Device, Seat
from regicide_api.services.serializer import STATES, StateCache, decode, decode_event, encode, encode_event


def hosted_game(game_id: str = "one") -> HostedGame:
    """A game of two with a clock, after its first action."""
    start = HostedGame(
        id=game_id,
        version=1,
        last_action_version=1,
        position=regicide.Position.new("cached", 2),
        seats=(Seat("Ana", "hash"), Seat(agent="greedy")),
        first_player=0,
        seed_origin=SeedOrigin.CLIENT,
        nonce="0123456789abcdef" * 2,
        listed=True,
        clock=Clock(60, "greedy"),
        deadline=None,
        stand_in=None,
        created_at=1,
        updated_at=1,
    )
    return start.apply(0, 1, start.position.legal_actions[0], now=2)[0]


STORED_SEAT: Final = Seat(
    name="Ana",
    token_hash="its hash",
    agent=None,
    signal="eager",
    signals=1,
    changes=2,
    left="another hash",
    is_replaced=True,
    stand_in="random",
    gives_up=False,
    vacated=3,
    devices=(Device("its id", "Phone", "a hash of its own", 4),),
)
STORED_GAME: Final = replace(
    hosted_game(),
    seats=(STORED_SEAT, Seat(name="greedy", agent="greedy")),
    clock=Clock(seconds=60, stand_in="greedy"),
    stand_in="planner",
    creator="its network",
    owner="its owner",
    owner_devices=STORED_SEAT.devices,
    is_owner_ended=True,
    given_actions=1,
    start_position="its position",
    label="its label",
    cancelled=True,
    rematch_id="two",
    advice="all",
    advisers=("greedy", "planner"),
    deal_date="2031-05-05",
    turn_left_ms=6_000,
)
DEVICE: Final = ["its id", "Phone", "a hash of its own", 4]
STORED: Final[dict[str, Any]] = {
    "version": 2,
    "last_action_version": 2,
    "position": str(STORED_GAME.position),
    "seats": [
        ["Ana", "its hash", None, "eager", 1, 2, "another hash", True, "random", False, 3, [DEVICE]],
        ["greedy", None, "greedy"],
    ],
    "first_player": 0,
    "seed_origin": "client",
    "nonce": "0123456789abcdef" * 2,
    "listed": True,
    "clock": [60, "greedy"],
    "deadline": 60_002,
    "stand_in": "planner",
    "created_at": 1,
    "updated_at": 2,
    "creator": "its network",
    "owner": "its owner",
    "owner_devices": [DEVICE],
    "is_owner_ended": True,
    "given_actions": 1,
    "start_position": "its position",
    "label": "its label",
    "cancelled": True,
    "rematch_id": "two",
    "advice": "all",
    "advisers": ["greedy", "planner"],
    "deal_date": "2031-05-05",
    "turn_left_ms": 6_000,
}


def test_the_stored_form_of_a_game_stays() -> None:
    """Names of members, and places of the values of a seat and of the clock: stores have such games.

    STORED, STORED_GAME and their seats have a value for a new field, too.
    """
    assert decode("one", orjson.dumps(STORED)) == STORED_GAME
    assert orjson.loads(encode(STORED_GAME)) == STORED
    assert {*STORED} == {field.name for field in fields(HostedGame)} - {"id"}
    assert len(STORED["seats"][0]) == len(Seat._fields)


@pytest.mark.parametrize(
    ("event", "stored"),
    [
        (Event(type=EventType.ACTION, seat=1, what="8D", at=7, agent=None), b'["action",1,"8D",7]'),
        (Event(type=EventType.ACTION, seat=1, what="8D", at=7, agent="greedy"), b'["action",1,"8D",7,"greedy"]'),
        (Event(type=EventType.ADVICE, seat=1, what=None, at=7, agent="greedy"), b'["advice",1,null,7,"greedy"]'),
        (Event(type=EventType.SEAT_LEFT, seat=1, what=None, at=7, agent=None), b'["seat-left",1,null,7]'),
    ],
)
def test_the_stored_form_of_an_event_stays(event: Event, stored: bytes) -> None:
    """Each value has its place."""
    assert (decode_event(stored), encode_event(event)) == (event, stored)


def test_a_written_game_is_cached() -> None:
    """Loading its bytes returns the same object."""
    states, game = StateCache(), hosted_game()
    assert states.load("one", states.dump(game)) is game


def test_the_cache_is_not_used_for_other_bytes() -> None:
    """A state that was written but lost its race is not returned for the stored one."""
    states, game = StateCache(), hosted_game()
    stored = states.dump(game)
    states.dump(replace(game, version=9))
    assert states.load("one", stored) == game


def test_the_cache_evicts_the_oldest_state() -> None:
    """An evicted game is decoded again."""
    states, game = StateCache(), hosted_game()
    stored = states.dump(game)
    for number in range(STATES):
        states.dump(replace(game, id=f"other-{number}"))
    found = states.load("one", stored)
    assert found == game
    assert found is not game
