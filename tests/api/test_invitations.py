"""Invitations: who may give an agent a seat."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from players import OPEN, SEED, Player, problem
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.domain.agent import Seating, SeatingTerms, hash_invitation
from regicide_api.endpoints.services import services_of

ME = "/v1/agents/me"
INVITATION = "come-and-play-with-me"


@pytest.fixture
def agent(player: Player) -> tuple[str, str]:
    """The name and the token of an agent that takes seats by its invitation."""
    return player.register(seating="invited", invitation=INVITATION)


def seat(agent: str, invitation: str | None = None) -> dict[str, str]:
    """A requested seat of an agent."""
    return {"agent": agent} | ({"invitation": invitation} if invitation else {})


def create(player: Player, *seats: dict[str, Any], **options: Any) -> TestResponse:
    """Create a game with these seats."""
    return player.post("/v1/games", {"players": len(seats), "seats": [*seats], **options})


def test_an_invitation_gives_a_seat(player: Player, agent: tuple[str, str]) -> None:
    """The view has no trace of it."""
    answer = create(player, {"name": "Ana"}, seat(agent[0], INVITATION))
    assert (answer.status_code, answer.json["game"]["seats"][1]["agent"]) == (201, agent[0])
    assert INVITATION not in answer.text


def test_an_unknown_agent_is_told_the_nearest_one(player: Player, agent: tuple[str, str]) -> None:
    """A house bot or another agent; several unknown ones in a request are not compared."""
    details = [
        [fault["detail"] for fault in create(player, *map(seat, names)).json["errors"]]
        for names in (["plannr"], [agent[0][:-1]], ["zzzzzz"], ["plannr", "gredy"])
    ]
    hints = [[text.partition(": ")[2].removesuffix("/v1/agents lists all") for text in texts] for texts in details]
    assert hints == [["did you mean 'planner'? "], [f"did you mean '{agent[0]}'? "], [""], ["", ""]]


def test_missing_and_wrong_invitations_get_the_same_answer(player: Player, agent: tuple[str, str]) -> None:
    """Byte by byte, for any wrong one: one with the right beginning, too."""
    wrong = [None, INVITATION[:-1] + "x", INVITATION + "x", INVITATION.upper(), INVITATION[:16]]
    answers = [create(player, {"name": "Ana"}, seat(agent[0], text)) for text in wrong]
    assert {problem(answer) for answer in answers} == {(403, "agent-declines")}
    assert len({answer.data for answer in answers}) == 1
    [fault] = answers[0].json["errors"]
    assert (fault["pointer"], answers[0].json["agent"]) == ("/seats/1/agent", agent[0])
    assert "invitation" in fault["detail"]


def test_an_invitation_in_one_seat_is_valid_for_the_whole_game(player: Player, agent: tuple[str, str]) -> None:
    """For another seat of the agent, and as the stand-in."""
    clock = {"turn_seconds": 60, "on_timeout": f"bot:{agent[0]}"}
    assert create(player, seat(agent[0], INVITATION), seat(agent[0]), **clock).status_code == 201
    refused = create(player, {"name": "Ana"}, {"name": "Bo"}, **clock)
    assert (refused.json["code"], refused.json["errors"][0]["pointer"]) == ("agent-declines", "/on_timeout")


def test_each_game_of_a_batch_needs_the_invitation(player: Player, agent: tuple[str, str]) -> None:
    """One without it refuses all."""
    games = [{"players": 1, "seats": [seat(agent[0], text)]} for text in (INVITATION, None, INVITATION)]
    refused = player.post("/v1/games/batch", {"games": games})
    assert [fault["pointer"] for fault in refused.json["errors"]] == ["/games/1/seats/0/agent"]
    assert player.turns(agent[1]) == []
    assert player.post("/v1/games/batch", {"games": [games[0], games[2]]}).status_code == 201


def test_an_agent_that_takes_no_seats_takes_none_by_an_invitation(player: Player, agent: tuple[str, str]) -> None:
    """Nor does its old invitation hold when it takes seats by another one."""
    player.patch(ME, {"seating": "nobody"}, agent[1])
    assert create(player, seat(agent[0], INVITATION)).json["code"] == "agent-declines"
    player.patch(ME, {"seating": "invited", "invitation": "n" * 16}, agent[1])
    assert create(player, seat(agent[0], INVITATION)).json["code"] == "agent-declines"
    assert create(player, seat(agent[0], "n" * 16)).status_code == 201


def test_an_agent_for_anyone_needs_no_invitation(player: Player, agent: tuple[str, str]) -> None:
    """One that is sent does not matter."""
    player.patch(ME, {"seating": "anyone"}, agent[1])
    assert create(player, seat(agent[0])).status_code == 201
    assert create(player, seat(agent[0], "x" * 16)).status_code == 201


def test_the_invitation_of_one_agent_is_none_of_another(player: Player, agent: tuple[str, str]) -> None:
    """Not even in the same game."""
    name, _ = player.register(seating="invited", invitation="o" * 16)
    refused = create(player, seat(agent[0], INVITATION), seat(name, INVITATION))
    assert [fault["pointer"] for fault in refused.json["errors"]] == ["/seats/1/agent"]
    assert create(player, seat(agent[0], INVITATION), seat(name, "o" * 16)).status_code == 201


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"name": "Ana", "invitation": INVITATION}, "/seats/0/invitation"),
        ({"open": True, "invitation": INVITATION}, "/seats/0/invitation"),
        ({"invitation": INVITATION}, "/seats/0/invitation"),
        ({"agent": "greedy", "name": "Ana"}, "/seats/0"),
    ],
)
def test_an_invitation_belongs_to_the_seat_of_an_agent(player: Player, wish: dict[str, Any], pointer: str) -> None:
    """The error points to it, and does not quote it."""
    answer = create(player, wish)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)
    assert INVITATION not in answer.text


@pytest.mark.parametrize("seating", [{"seating": "invited", "invitation": INVITATION}, {"seating": "nobody"}])
def test_a_rematch_is_a_new_game(player: Player, agent: tuple[str, str], seating: dict[str, str]) -> None:
    """The agent itself may ask for it; then all get it."""
    game = player.create(seed=SEED, seats=[{"name": "Ana"}, seat(agent[0], INVITATION)])
    player.lose(game, agent[1])
    player.patch(ME, seating, agent[1])
    refused, theirs, mine = (
        player.post(f"{game.path}/rematch", None, token) for token in (game.tokens[0], agent[1], game.tokens[0])
    )
    assert problem(refused) == (403, "agent-declines")
    assert (theirs.status_code, mine.status_code) == (201, 200)
    assert mine.json["game"]["id"] == theirs.json["game"]["id"]


def test_the_store_has_no_invitation(player: Player, agent: tuple[str, str], store: Redis) -> None:
    """Nor the same hash for two agents with the same one."""
    invitation = f"secret-{uuid4().hex}"
    others = player.register()
    for token in (agent[1], others[1]):
        player.patch(ME, {"seating": "invited", "invitation": invitation}, token)
    create(player, seat(agent[0], invitation))
    records = [store.hgetall(f"agent:{{{name}}}") for name in (agent[0], others[0])]
    [game] = store.zrange(f"list:running:{{{agent[0]}}}", 0, -1)
    stored = store.get(f"game:{{{game.decode().partition('-')[2]}}}")
    assert invitation not in f"{records} {stored!r}"
    assert records[0][b"invitation"] != records[1][b"invitation"]


def test_terms_admit_by_the_right_invitation() -> None:
    """Never without a stored one."""
    invited = SeatingTerms(Seating.INVITED, hash_invitation("one", INVITATION))
    assert invited.admit("one", ["x", INVITATION])
    assert not invited.admit("other", [INVITATION])
    assert not SeatingTerms(Seating.INVITED).admit("one", ["", INVITATION])
    assert not SeatingTerms(Seating.NOBODY, invited.invitation_hash).admit("one", [INVITATION])
    assert SeatingTerms().admit("one")


def test_a_seat_that_is_refused_takes_no_place(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """Nor an entry in the lists of the agent."""
    for _ in range(3):
        create(player, seat(agent[0], "x" * 16))
    assert services_of(app).store.sorted_sets.range(f"running:{{{agent[0]}}}", None, 9) == []
    assert player.get(f"{ME}/games", agent[1]).json["items"] == []


@pytest.mark.parametrize("seat_of", ["/seats/1", "/seats/0/stand-in"])
def test_a_seat_is_given_later_by_invitation(player: Player, agent: tuple[str, str], seat_of: str) -> None:
    """By the owner who fills it, or its holder who hands it over; the game is then among those of the agent."""
    is_open = seat_of == "/seats/1"
    game = player.seated(None, OPEN if is_open else None)
    path, sender = game.path + seat_of, game.owner if is_open else game.tokens[0]
    wrong = [player.put(path, seat(agent[0], text), sender) for text in (None, "x" * 16)]
    assert {problem(answer) for answer in wrong} == {(403, "agent-declines")}
    assert (wrong[0].data, wrong[0].json["errors"][0]["pointer"]) == (wrong[1].data, "/agent")
    assert player.put(path, {"open": True, "invitation": INVITATION}, sender).status_code == 422
    assert player.put(path, seat("nobody-here"), sender).json["code"] == "invalid-request"
    assert player.put(path, seat(agent[0], INVITATION), sender).status_code == 200
    [listed] = player.get(f"{ME}/games", agent[1]).json["items"]
    assert (listed["id"], listed["your_seats"]) == (game.id, [1 if is_open else 0])
