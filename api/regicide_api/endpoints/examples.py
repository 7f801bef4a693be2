"""The examples in the OpenAPI document: a real game, serialized by the code that serializes all others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import regicide
from regicide_api.domain.agent import Seating
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame, SeedOrigin, Status
from regicide_api.domain.history import events_after, game_record
from regicide_api.domain.questions import MAX_RATED_ACTIONS, AnswerStatus, Question, QuestionKind, Subject
from regicide_api.domain.seat import MAX_AGENT_GAMES, Seat, Signal
from regicide_api.domain.views import agent_game, previews, summary, view_of_state
from regicide_api.http.responses import json_line
from regicide_api.languages import ENGLISH
from regicide_api.realtime.sse import format_event, format_game_event
from regicide_api.reference import house_bots
from regicide_api.services.indexes import cursor_of

GAME_ID: Final = "0f3c9a5be2d1874c6e20"
_NONCE: Final = "5e0c6b1f9a3d4728b1e6f0a2c4d89735"
_NOON: Final = 1_767_268_800_000
_TOKENS: Final = ("Xk3vPq0Zr8sYt5nWm2bLc7dHj4gFa9eR", "b7Nc2VxZ5mKj8LhGf4DsAq1WeRtY6uIo")
_OWNER: Final = {"token": f"{GAME_ID}~q2Wd8RtYb6Nm1Lk9Js5Hg3Fp7Dc0Xz4V"}
_NAMES: Final = ("north", "south")


def _open_game() -> HostedGame:
    return HostedGame(
        id=GAME_ID,
        version=1,
        last_action_version=1,
        position=regicide.Position.new("long-live-the-king", players=2),
        seats=tuple(Seat(name, "") for name in _NAMES),
        first_player=0,
        seed_origin=SeedOrigin.CLIENT,
        nonce=_NONCE,
        listed=True,
        clock=None,
        deadline=None,
        stand_in=None,
        created_at=_NOON,
        updated_at=_NOON,
    )


def _play(game: HostedGame, *actions: str) -> tuple[HostedGame, list[Event]]:
    events = []
    for second, action in enumerate(actions, 1):
        game, event = game.apply(game.position.turn, game.version, regicide.Action.parse(action), _NOON + 1000 * second)
        events.append(event)
    return game, events


def _view(game: HostedGame, viewer: int | None = 0) -> dict[str, Any]:
    """The view of a seat, or of a spectator, a minute after the last change."""
    return {**view_of_state(game, viewer), "previews": None, "now": format_timestamp(game.updated_at + 60_000)}


def _created_game(game: HostedGame) -> dict[str, Any]:
    return {
        "game": _view(game),
        "seats": [{"seat": seat, "token": token} for seat, token in enumerate(_TOKENS)],
        "owner": _OWNER,
    }


CREATE_GAME_REQUEST: Final = {"players": 2, "seats": [{"name": name} for name in _NAMES], "seed": "long-live-the-king"}
CREATED_GAME: Final = _created_game(_open_game())
CREATE_GAMES_REQUEST: Final = {"games": [CREATE_GAME_REQUEST]}
CREATED_GAMES: Final = {"games": [CREATED_GAME], "owner": _OWNER}
SEAT_GRANT: Final = CREATED_GAME | {"seats": CREATED_GAME["seats"][:1], "owner": None}

UNDER_ATTACK, _STRUCK = _play(_open_game(), "9S", "-AD", "2C", "-AS", "4D")
ACTION: Final = {"version": 1, "action": "9S"}
VIEW: Final = _view(UNDER_ATTACK)
_WITH_FEW_PLAYS, _ = _play(_open_game(), "AD+9S", "2C", "2H", "AS", "3D+3H")
PREVIEWED_VIEW: Final = _view(_WITH_FEW_PLAYS) | {"previews": previews(_WITH_FEW_PLAYS, 0)}

_LOST, _EVENTS = _play(_open_game(), "AD", "-2H-3D-3H-4D-6H-9S", "2C", "-4C-7S-8D-9C-10C-AS", "yield")
RECORD: Final = game_record(_LOST, _EVENTS)

_SERIALIZED: Final = [event.to_json(0) for event in events_after(UNDER_ATTACK, 1, _STRUCK)]
EVENTS: Final = {"items": _SERIALIZED, "next": None}
EVENT_STREAM: Final = b"".join(map(format_event, _SERIALIZED[:2])).decode()

_RECORD_LINE: Final = {
    "cursor": cursor_of(_LOST),
    "id": GAME_ID,
    "label": "spring-cup/round-1",
    "record": RECORD,
    "problem": None,
}
RECORD_LINES: Final = json_line(_RECORD_LINE).decode()

VIEWS_REQUEST: Final = {"games": [{"id": GAME_ID, "token": _TOKENS[0]}]}
VIEWS: Final = {"items": [{"id": GAME_ID, "view": VIEW, "problem": None}]}

AGENT_EVENTS: Final = {
    "items": [{"game": GAME_ID, "event": event} for event in _SERIALIZED],
    "resume": f"{_NOON}-{UNDER_ATTACK.version}",
}
AGENT_EVENT_STREAM: Final = b"".join(
    format_game_event(b"%d-%d" % (_NOON, event["version"]), GAME_ID, event) for event in _SERIALIZED[:2]
).decode()

GAME_LIST: Final = {"items": [summary(UNDER_ATTACK)], "next": None}
FILL_SEAT_REQUEST: Final = {"agent": "greedy"}
CANCELLED_VIEW: Final = _view(replace(_open_game().with_seat(1, Seat()), cancelled=True).after_event(_NOON), None)
PRESENCE: Final = {
    "seats": [{"seat": seat, "present": seat == 0, "seen_at": format_timestamp(_NOON)} for seat in range(2)],
    "now": format_timestamp(_NOON + 60_000),
}
SEAT_TOKEN: Final = SEAT_GRANT["seats"][0]
WAITING_VIEW: Final = _view(_open_game().with_seat(1, Seat()), None)
STAND_IN_REQUEST: Final = {"agent": "greedy"}
STAND_IN_VIEW: Final = _view(UNDER_ATTACK.with_seat(0, UNDER_ATTACK.seats[0]._replace(stand_in="greedy")))
GIVE_UP_REQUEST: Final = {"agree": True}
GIVING_UP_VIEW: Final = _view(UNDER_ATTACK.with_seat(0, UNDER_ATTACK.seats[0]._replace(gives_up=True)))
TAKE_SEAT_REQUEST: Final = {"name": _NAMES[1]}
SIGNAL: Final = {"signal": Signal.EAGER}

_TURN: Final = Subject(QuestionKind.ADVICE, GAME_ID, UNDER_ATTACK.position.turn, UNDER_ATTACK.last_action_version)
_ASKED: Final = Question("planner", _TURN, _NOON, _NOON)
_RATED: Final = [
    {"action": str(action), "won": won, "defeated": defeated, "share": share}
    for action, won, defeated, share in zip(
        UNDER_ATTACK.position.legal_actions, (0.875, 0.75), (11.25, 10.5), (0.75, 0.25), strict=False
    )
]
ADVICE_REQUEST: Final = {"version": UNDER_ATTACK.version, "agent": "planner"}
ADVICE: Final = {
    "id": _ASKED.id,
    "game": GAME_ID,
    "version": _ASKED.subject.version,
    "seat": _ASKED.subject.seat,
    "agent": "planner",
    "status": AnswerStatus.READY,
    "actions": _RATED,
    "considered": len(UNDER_ATTACK.position.legal_actions),
    "expires_at": format_timestamp(_NOON + 3_600_000),
}
PENDING_ADVICE: Final = ADVICE | {
    "status": AnswerStatus.PENDING,
    "actions": [],
    "considered": None,
    "expires_at": format_timestamp(_NOON + 120_000),
}
ANSWER: Final = {"actions": _RATED, "considered": ADVICE["considered"]}
TODAYS_DEALS: Final = {
    "date": "2026-11-23",
    "ends_at": "2026-11-24T00:00:00.000Z",
    "now": "2026-11-23T12:00:00.000Z",
    "deals": [
        {
            "players": 1,
            "bots": [
                {"agent": "greedy", "status": Status.LOST, "outcome": "lost", "grade": None, "defeated": 7},
                {"agent": "planner", "status": Status.WON, "outcome": "won", "grade": "gold", "defeated": 12},
            ],
        },
        {
            "players": 2,
            "bots": [{"agent": "planner", "status": Status.ACTIVE, "outcome": None, "grade": None, "defeated": None}],
        },
    ],
}
QUESTION: Final = {
    "id": _ASKED.id,
    "kind": QuestionKind.ADVICE,
    "game": GAME_ID,
    "seat": _ASKED.subject.seat,
    "version": _ASKED.subject.version,
    "limit": MAX_RATED_ACTIONS,
    "view": _view(UNDER_ATTACK, _ASKED.subject.seat),
    "asked_at": format_timestamp(_NOON),
    "expires_at": format_timestamp(_NOON + 120_000),
}

_MOVE: Final = {
    "number": 1,
    "version": 2,
    "seat": 0,
    "action": _RATED[1]["action"],
    "won_before": 0.875,
    "won_after": 0.75,
    "cost": 0.125,
    "defeated_before": 11.25,
    "defeated_after": 10.5,
    "best": _RATED,
}
REVIEW: Final = {
    "game": GAME_ID,
    "agent": "planner-fast",
    "status": AnswerStatus.READY,
    "moves": [_MOVE],
    "expires_at": ADVICE["expires_at"],
}
PENDING_REVIEW: Final = REVIEW | {
    "status": AnswerStatus.PENDING,
    "moves": None,
    "expires_at": PENDING_ADVICE["expires_at"],
}

AGENT_REQUEST: Final = {
    "name": "deep-thought",
    "description": "Thinks before it acts.",
    "advises": True,
    "reviews": True,
}
AGENT_TOKEN: Final = {"name": "deep-thought", "token": f"deep-thought.{_TOKENS[0]}"}
_AGENT: Final = {
    "name": "deep-thought",
    "house": False,
    "last_seen": None,
    "description": "Thinks before it acts.",
    "seating": Seating.ANYONE,
    "advises": True,
    "reviews": True,
    "figures": None,
}
_HOUSE_BOT: Final = {
    "name": "planner-fast",
    "house": True,
    "last_seen": format_timestamp(_NOON),
    "description": house_bots.description("planner-fast", ENGLISH),
    "seating": Seating.ANYONE,
    "advises": True,
    "reviews": True,
    "figures": house_bots.FIGURES["planner-fast"],
}
AGENT_LIST: Final = {"items": [_AGENT, _HOUSE_BOT], "next": None}
OWN_AGENT: Final = _AGENT | {"created_at": format_timestamp(_NOON), "max_games": MAX_AGENT_GAMES, "open_turns": 1}
AGENT_SETTINGS: Final = {"seating": Seating.INVITED, "invitation": "5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90"}
_AGENT_GAME: Final = agent_game(_LOST, "deep-thought") | {"your_seats": [1]}
AGENT_GAMES: Final = {"items": [_AGENT_GAME], "next": None}
TURNS: Final = {"items": [VIEW], "next": None, "ended": [_AGENT_GAME], "questions": [QUESTION], "now": VIEW["now"]}
