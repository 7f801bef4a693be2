"""The examples in the OpenAPI document: a real game, serialized by the code that serializes all others.

Bodies have the example of their schema, unless EXAMPLES has one for the operation and the status or the media type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import regicide
from regicide_api.domain.agent import Seating
from regicide_api.domain.clock import format_timestamp
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame, SeedOrigin, Status
from regicide_api.domain.history import events_after, game_record
from regicide_api.domain.questions import MAX_RATED_ACTIONS, AnswerStatus, Question, QuestionKind, Subject
from regicide_api.domain.seat import Seat, Signal
from regicide_api.domain.views import agent_game, previews, summary, view_of_state
from regicide_api.endpoints.bodies import advice_json, agent_json, own_agent_json, question_json, review_json
from regicide_api.http.responses import json_line
from regicide_api.languages import ENGLISH
from regicide_api.realtime.sse import format_event, format_game_event
from regicide_api.reference.rules import cards, rules
from regicide_api.services.agents import Agent
from regicide_api.services.indexes import cursor_of
from regicide_api.services.questions import OpenQuestion

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


_CREATE_GAME_REQUEST: Final = {"players": 2, "seats": [{"name": name} for name in _NAMES], "seed": "long-live-the-king"}
_CREATED_GAME: Final = _created_game(_open_game())
_SEAT_GRANT: Final = {"game": _CREATED_GAME["game"], "seats": _CREATED_GAME["seats"][:1]}

_UNDER_ATTACK, _STRUCK = _play(_open_game(), "9S", "-AD", "2C", "-AS", "4D")
_VIEW: Final = _view(_UNDER_ATTACK)
_WITH_FEW_PLAYS, _ = _play(_open_game(), "AD+9S", "2C", "2H", "AS", "3D+3H")
_WAITING_VIEW: Final = _view(_open_game().with_seat(1, Seat()), None)

_LOST, _EVENTS = _play(_open_game(), "AD", "-2H-3D-3H-4D-6H-9S", "2C", "-4C-7S-8D-9C-10C-AS", "yield")
_RECORD: Final = game_record(_LOST, _EVENTS)
_RECORD_LINE: Final = {
    "cursor": cursor_of(_LOST),
    "id": GAME_ID,
    "label": "spring-cup/round-1",
    "record": _RECORD,
    "problem": None,
}

_SERIALIZED: Final = [event.to_json(0) for event in events_after(_UNDER_ATTACK, 1, _STRUCK)]

_TURN: Final = Subject(QuestionKind.ADVICE, GAME_ID, _UNDER_ATTACK.position.turn, _UNDER_ATTACK.last_action_version)
_RATED: Final = [
    {"action": str(action), "won": won, "defeated": defeated, "share": share}
    for action, won, defeated, share in zip(
        _UNDER_ATTACK.position.legal_actions, (0.875, 0.75), (11.25, 10.5), (0.75, 0.25), strict=False
    )
]
_ANSWER: Final = {"actions": _RATED, "considered": len(_UNDER_ATTACK.position.legal_actions)}
_ASKED: Final = Question("planner", _TURN, _NOON, _NOON + 120_000)
_ANSWERED: Final = _ASKED._replace(status=AnswerStatus.READY, answer=_ANSWER, expires_at=_NOON + 3_600_000)
_QUESTION: Final = question_json(OpenQuestion(_ASKED)) | {"view": _view(_UNDER_ATTACK, _TURN.seat)}

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
_PENDING_REVIEW: Final = _ASKED._replace(agent="planner-fast")
_REVIEW: Final = _ANSWERED._replace(agent="planner-fast", answer={"moves": [_MOVE]})

_DESCRIPTION: Final = "Thinks before it acts."
_AGENT: Final = Agent(
    "deep-thought", house=False, created_at=_NOON, description=_DESCRIPTION, advises=True, reviews=True
)
_HOUSE_BOT: Final = Agent("planner-fast", house=True, seen_at=_NOON, advises=True, reviews=True)
_AGENT_GAME: Final = agent_game(_LOST, "deep-thought") | {"your_seats": [1]}

_CODE: Final = "7K4M-2XQD-9HFA"
_DEVICE: Final = {"id": "3f1c0a9e5be2d187", "name": "Phone", "added_at": format_timestamp(_NOON), "current": False}

_TODAYS_DEALS: Final = {
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

_DAY_RESULT: Final[dict[str, Any]] = {
    "date": _TODAYS_DEALS["date"],
    "outcome": "lost",
    "grade": None,
    "exact": [True, False, True],
    "turns": 14,
    "seconds": 312,
    "game": None,
}


def _board_entry(rank: int, name: str, agent: str | None = None) -> dict[str, Any]:
    figures = {"defeated": 3, "won": 0, "turns": _DAY_RESULT["turns"], "seconds": _DAY_RESULT["seconds"]}
    return {"rank": rank, "name": name, "agent": agent, **figures, "results": [_DAY_RESULT]}


_BOARD: Final = {
    "date": _TODAYS_DEALS["date"],
    "items": [_board_entry(1, "Ana")],
    "next": None,
    "total": 1,
    "bots": [_board_entry(1, "greedy", "greedy")],
    "entry": None,
}

PATH_EXAMPLES: Final = {
    "game_id": GAME_ID,
    "seat": 1,
    "device_id": _DEVICE["id"],
    "board_id": "public",
    "question_id": _ASKED.id,
    "advice_id": _ASKED.id,
}
"""The examples of the parameters of paths, by name."""

EXAMPLES: Final[Mapping[str, Any]] = {
    # Requests
    "CreateGameRequest": _CREATE_GAME_REQUEST,
    "CreateGamesRequest": {"games": [_CREATE_GAME_REQUEST]},
    "ViewsRequest": {"games": [{"id": GAME_ID, "token": _TOKENS[0]}]},
    "ActionRequest": {"version": 1, "action": "9S"},
    "BoardEntryRequest": {"name": "Ana"},
    "SignalRequest": {"signal": Signal.EAGER},
    "TakeSeatRequest": {"name": _NAMES[1]},
    "FillSeatRequest": {"agent": "greedy"},
    "StandInRequest": {"agent": "greedy"},
    "GiveUpRequest": {"agree": True},
    "EmptyRequest": {},
    "PairingRequest": {"games": [{"id": GAME_ID, "tokens": [_TOKENS[0], _OWNER["token"]]}]},
    "AddDeviceRequest": {"code": _CODE, "name": "Phone"},
    "AdviceRequest": {"version": _UNDER_ATTACK.version, "agent": "planner"},
    "AnswerRequest": _ANSWER,
    "RegisterAgentRequest": {
        "name": "deep-thought",
        "description": _DESCRIPTION,
        "advises": True,
        "reviews": True,
    },
    "AgentSettingsRequest": {"seating": Seating.INVITED, "invitation": "5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90"},
    # Games
    "CreatedGame": _CREATED_GAME,
    "SeatGrant": _SEAT_GRANT,
    "CreatedGames": {"games": [_CREATED_GAME], "owner": _OWNER},
    "GameList": {"items": [summary(_UNDER_ATTACK)], "next": None},
    "TodaysDeals": _TODAYS_DEALS,
    "DealBoard": _BOARD,
    "BoardEntry": _board_entry(1, "Ana"),
    "GameView": _VIEW,
    "get_game 200": _view(_WITH_FEW_PLAYS) | {"previews": previews(_WITH_FEW_PLAYS, 0)},
    "cancel_game 200": _view(replace(_open_game().with_seat(1, Seat()), cancelled=True).after_event(_NOON), None),
    "fill_seat 200": _WAITING_VIEW,
    "leave_seat 200": _WAITING_VIEW,
    "hand_over_seat 200": _view(_UNDER_ATTACK.with_seat(0, _UNDER_ATTACK.seats[0]._replace(stand_in="greedy"))),
    "give_up 200": _view(_UNDER_ATTACK.with_seat(0, _UNDER_ATTACK.seats[0]._replace(gives_up=True))),
    "GameLooks": {"items": [{"id": GAME_ID, "view": _VIEW, "problem": None}]},
    "SeatToken": _SEAT_GRANT["seats"][0],
    "GamePresence": {
        "seats": [{"seat": seat, "present": seat == 0, "seen_at": format_timestamp(_NOON)} for seat in range(2)],
        "now": format_timestamp(_NOON + 60_000),
    },
    # Devices
    "Pairing": {"code": _CODE, "expires_at": format_timestamp(_NOON + 300_000), "games": [GAME_ID]},
    "PairedDevice": {
        "id": _DEVICE["id"],
        "name": _DEVICE["name"],
        "games": [{"game": GAME_ID, "seats": _SEAT_GRANT["seats"], "owner": _OWNER}],
    },
    "DeviceList": {"devices": [{"id": "first", "name": None, "added_at": None, "current": True}, _DEVICE]},
    # Events and records
    "GameEvents": {"items": _SERIALIZED, "next": None},
    "get_events text/event-stream": b"".join(map(format_event, _SERIALIZED[:2])).decode(),
    "AgentEvents": {
        "items": [{"game": GAME_ID, "event": event} for event in _SERIALIZED],
        "resume": f"{_NOON}-{_UNDER_ATTACK.version}",
    },
    "get_agent_events text/event-stream": b"".join(
        format_game_event(b"%d-%d" % (_NOON, event["version"]), GAME_ID, event) for event in _SERIALIZED[:2]
    ).decode(),
    "GameRecord": _RECORD,
    "RecordList": {"items": [_RECORD_LINE], "next": None},
    "get_records application/jsonl": json_line(_RECORD_LINE).decode(),
    # Agents
    "Advice": advice_json(_ANSWERED, MAX_RATED_ACTIONS),
    "ask_advice 202": advice_json(_ASKED, MAX_RATED_ACTIONS),
    "Review": review_json(_REVIEW),
    "get_review 202": review_json(_PENDING_REVIEW),
    "AgentToken": {"name": "deep-thought", "token": f"deep-thought.{_TOKENS[0]}"},
    "AgentList": {"items": [agent_json(agent, ENGLISH) for agent in (_AGENT, _HOUSE_BOT)], "next": None},
    "OwnAgent": own_agent_json(_AGENT, ENGLISH, open_turns=1),
    "AgentGameList": {"items": [_AGENT_GAME], "next": None},
    "Turns": {
        "items": [_VIEW],
        "next": None,
        "ended": [_AGENT_GAME],
        "questions": [_QUESTION],
        "now": _VIEW["now"],
    },
    # The reference
    "CardReference": cards(ENGLISH),
    "Rules": rules(ENGLISH),
}
"""The examples of bodies: by the schema, or by the operation with its status or, beside JSON, its media type."""
