"""Agents: registering them, giving them seats, acting with their tokens."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Player, bearing

from regicide_api.http.services import services_of
from regicide_api.services.agents import HOUSE_BOTS, house_token
from regicide_api.storage import Entry


@pytest.fixture
def agent(player: Player) -> tuple[str, str]:
    """The name and the token of an agent."""
    return player.register()


def of_agent(name: str) -> dict[str, str]:
    """A seat that is given to an agent."""
    return {"agent": name}


def test_an_agent_is_registered(player: Player) -> None:
    """Its token names it, and is its own."""
    name, token = player.register()
    assert token.startswith(f"{name}.")
    assert player.turns(token) == []


def test_a_name_is_taken_once(player: Player, agent: tuple[str, str]) -> None:
    """Whoever comes second gets no token."""
    answer = player.post("/v1/agents", {"name": agent[0]})
    assert (answer.status_code, answer.json["code"]) == (409, "name-taken")


def test_a_registration_that_broke_off_leaves_the_name_free(app: Flask, player: Player) -> None:
    """Its line was written and no record: whoever reads the list strikes it off."""
    name = f"bot-{uuid4().hex[:12]}"
    lists = services_of(app).store.sorted_sets
    lists.write([Entry("agents", name, 0, 60)])
    assert listed(player, name) == []
    assert name not in lists.range("agents", name[:-1], 1)
    assert player.post("/v1/agents", {"name": name}).status_code == 201


def test_an_agent_that_was_struck_off_is_listed_again(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """When it asks for its turns."""
    name, token = agent
    services_of(app).store.sorted_sets.remove([name], "agents")
    assert listed(player, name) == []
    player.turns(token)
    assert listed(player, name) == [name]


def listed(player: Player, name: str) -> list[str]:
    """The agent of a name, if it is in the list."""
    items = player.client.get("/v1/agents?cursor=" + name[:-1] + "&limit=100").json["items"]
    return [item["name"] for item in items if item["name"] == name]


@pytest.mark.parametrize("name", [*HOUSE_BOTS, "planner-deep", "policy", "me"])
def test_names_of_the_house_are_taken(player: Player, name: str) -> None:
    """Nobody can pass for a house bot."""
    assert player.post("/v1/agents", {"name": name}).json["code"] == "name-taken"


@pytest.mark.parametrize("name", ["", "a", "-ab", "Ab", "a b", "ä1", "a.b", "x" * 40, 5, None])
def test_a_name_that_cannot_be_one_is_refused(player: Player, name: object) -> None:
    """2 to 39 small letters, digits and hyphens."""
    answer = player.post("/v1/agents", {"name": name})
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, "/name")


def test_a_registration_can_be_repeated(player: Player) -> None:
    """With an Idempotency-Key: the token comes again."""
    key, body = {"Idempotency-Key": uuid4().hex}, {"name": f"bot-{uuid4().hex[:12]}"}
    first = player.client.post("/v1/agents", json=body, headers=key)
    assert player.client.post("/v1/agents", json=body, headers=key).json == first.json


def test_agents_are_listed_by_name(player: Player) -> None:
    """With the bots of the house; and when each was seen."""
    name, token = player.register()
    listed = player.client.get("/v1/agents?cursor=" + name[:-1] + "&limit=1").json["items"]
    assert listed == [{"name": name, "house": False, "last_seen": None}]
    player.turns(token)
    assert player.client.get("/v1/agents?cursor=" + name[:-1]).json["items"][0]["last_seen"] is not None


def test_pages_of_agents_follow_each_other(player: Player) -> None:
    """None is left out, and none comes twice."""
    made = {player.register()[0] for _ in range(3)}
    names: list[str] = []
    path: str | None = "/v1/agents?limit=2"
    while path:
        answer = player.client.get(path)
        names += [agent["name"] for agent in answer.json["items"]]
        path = answer.headers["Link"].split(">")[0][1:] if "Link" in answer.headers else None
    assert names == sorted(set(names))
    assert made | {*HOUSE_BOTS} <= set(names)


def test_house_bots_are_told_from_others(player: Player) -> None:
    """They are what they say."""
    listed = {agent["name"]: agent["house"] for agent in player.client.get("/v1/agents").json["items"]}
    assert listed.items() >= dict.fromkeys(HOUSE_BOTS, True).items()


def test_a_seat_is_given_to_an_agent(player: Player, agent: tuple[str, str]) -> None:
    """It has its name, is held, and there is no token for it."""
    created = player.post("/v1/games", {"players": 2, "seats": [{"name": "Ana"}, of_agent(agent[0])]})
    assert [seat["seat"] for seat in created.json["seats"]] == [0]
    seat = created.json["game"]["seats"][1]
    assert (seat["name"], seat["agent"], seat["held"]) == (agent[0], agent[0], True)
    assert created.json["game"]["status"] == "active"


def test_an_agent_that_is_not_known_is_named(player: Player, agent: tuple[str, str]) -> None:
    """Where it stands."""
    wish = {"players": 2, "seats": [of_agent(agent[0]), of_agent("nobody-here")]}
    answer = player.post("/v1/games", wish)
    assert (answer.status_code, answer.json["code"]) == (422, "invalid-request")
    [fault] = answer.json["errors"]
    assert fault["pointer"] == "/seats/1/agent"
    assert "nobody-here" in fault["detail"]


def test_a_game_may_be_of_agents_alone(player: Player, agent: tuple[str, str]) -> None:
    """Its creator is a spectator."""
    created = player.post("/v1/games", {"players": 2, "seats": [of_agent(agent[0]), of_agent("greedy")]}).json
    assert (created["seats"], created["game"]["you"], created["game"]["hand"]) == ([], None, None)


def test_an_agent_plays_all_its_seats(player: Player, agent: tuple[str, str]) -> None:
    """With one token, each time as the one whose turn it is."""
    created = player.post("/v1/games", {"players": 2, "seed": SEED, "seats": [of_agent(agent[0])] * 2})
    path, version = created.headers["Location"], 1
    for action in LOSING:
        view = player.client.get(path, headers=bearing(agent[1])).json
        assert view["you"] == view["turn"]
        answer = player.post(f"{path}/actions", {"version": version, "action": action}, agent[1])
        version = answer.json["version"]
    assert answer.json["status"] == "lost"
    record = player.client.get(f"{path}/record").json
    assert {event["agent"] for event in record["events"]} == {agent[0]}


def test_an_agent_can_say_which_seat(player: Player, agent: tuple[str, str]) -> None:
    """Of those that it holds."""
    seats = [of_agent(agent[0]), {"name": "Ana"}, of_agent(agent[0])]
    path = player.post("/v1/games", {"players": 3, "seats": seats}).headers["Location"]

    def seen(query: str) -> object:
        answer = player.client.get(f"{path}{query}", headers=bearing(agent[1])).json
        return answer.get("you", answer.get("code"))

    assert [seen(query) for query in ("", "?seat=0", "?seat=2", "?seat=1", "?seat=3")] == [
        *(0, 0, 2),
        *("not-your-seat", "not-your-seat"),
    ]


def test_an_agent_acts_from_the_seat_that_it_names(player: Player, agent: tuple[str, str]) -> None:
    """And from no other, though another of its seats is to act."""
    path = player.post("/v1/games", {"players": 2, "seats": [of_agent(agent[0])] * 2}).headers["Location"]
    action = player.turns(agent[1])[0]["legal_actions"][0]
    answer = player.post(f"{path}/actions?seat=1", {"version": 1, "action": action}, agent[1])
    assert answer.json["code"] == "not-your-turn"
    assert player.post(f"{path}/actions?seat=0", {"version": 1, "action": action}, agent[1]).status_code == 200


def test_an_agent_that_holds_no_seat_is_told_so(player: Player, agent: tuple[str, str]) -> None:
    """Its token is good, but not here."""
    game = player.create()
    answer = player.client.get(game.path, headers=bearing(agent[1]))
    assert (answer.status_code, answer.json["code"], answer.json["seats"]) == (403, "not-your-seat", [])


def test_a_seats_token_is_for_its_seat_alone(player: Player) -> None:
    """Whatever seat is wished for."""
    game = player.create()
    assert player.client.get(f"{game.path}?seat=0", headers=bearing(game.tokens[0])).json["you"] == 0
    assert player.client.get(f"{game.path}?seat=1", headers=bearing(game.tokens[0])).json["code"] == "not-your-seat"


@pytest.mark.parametrize("token", ["nobody.xyz", ".", "greedy.xyz", "greedy.", "a.b.c"])
def test_a_token_of_no_agent_is_unknown(player: Player, token: str) -> None:
    """Whatever it looks like."""
    for path in ("/v1/agents/me/turns", player.create().path):
        answer = player.client.get(path, headers=bearing(token))
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")


def test_the_inbox_is_for_agents(player: Player) -> None:
    """A seat has none, and a stranger neither."""
    game = player.create()
    assert player.client.get("/v1/agents/me/turns", headers=bearing(game.tokens[0])).json["code"] == "unknown-token"
    assert player.client.get("/v1/agents/me/turns").json["code"] == "token-required"


def test_an_action_of_an_agent_may_be_repeated(player: Player, agent: tuple[str, str]) -> None:
    """It is recognised, though another of its seats is to act now."""
    path = player.post("/v1/games", {"players": 2, "seed": SEED, "seats": [of_agent(agent[0])] * 2}).headers["Location"]
    for version, action in enumerate(LOSING[:3], 1):
        body = {"version": version, "action": action}
        first, second = (player.post(f"{path}/actions", body, agent[1]) for _ in range(2))
        assert (first.status_code, second.status_code, first.json) == (200, 200, second.json)
    assert player.client.get(path).json["version"] == 4


def test_a_house_bot_is_known_by_the_key(player: Player) -> None:
    """Whoever knows it has its token."""
    player.post("/v1/games", {"players": 1, "seats": [of_agent("greedy")]})
    assert player.turns(house_token(BOTS_KEY, "greedy"))
    wrong = player.client.get("/v1/agents/me/turns", headers=bearing(house_token("x" * 32, "greedy")))
    assert wrong.json["code"] == "unknown-token"


def test_a_rematch_has_the_same_agents(player: Player, agent: tuple[str, str]) -> None:
    """They need no new token, and may ask for it, too."""
    created = player.post("/v1/games", {"players": 2, "seed": SEED, "seats": [{"name": "Ana"}, of_agent(agent[0])]})
    path, tokens = created.headers["Location"], (created.json["seats"][0]["token"], agent[1])
    for version, action in enumerate(LOSING, 1):
        token = tokens[(0, 0, 1, 1, 0)[version - 1]]
        assert player.post(f"{path}/actions", {"version": version, "action": action}, token).status_code == 200
    mine = player.post(f"{path}/rematch", None, tokens[0])
    theirs = player.post(f"{path}/rematch", None, agent[1])
    assert [seat["seat"] for seat in mine.json["seats"]] == [0]
    assert (theirs.json["seats"], theirs.json["game"]["you"]) == ([], 1)
    assert theirs.json["game"]["id"] == mine.json["game"]["id"]
    assert mine.json["game"]["seats"][1]["agent"] == agent[0]
