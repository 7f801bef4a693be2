"""Agents: registration, seats, actions with their tokens; what an agent manages of its own, and its end."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Player, problem, without_now
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.endpoints.services import services_of
from regicide_api.reference.texts import text
from regicide_api.services.agents import HOUSE_BOTS, house_token
from regicide_api.storage.sorted_sets import Entry


def test_a_new_agent_is_where_the_bearer_of_its_token_finds_it(player: Player) -> None:
    """The header `Location` has the path; the token starts with the name."""
    registered = player.post("/v1/agents", {"name": "north-star"})
    assert (registered.status_code, registered.headers["Location"]) == (201, "/v1/agents/me")
    assert registered.json["token"].startswith("north-star.")


def test_a_name_is_registered_once(player: Player, agent: tuple[str, str]) -> None:
    """The second registration is rejected."""
    answer = player.post("/v1/agents", {"name": agent[0]})
    assert problem(answer) == (409, "name-taken")


def test_an_incomplete_registration_leaves_the_name_free(app: Flask, player: Player) -> None:
    """An index entry without a record is removed when the list is read, and moves no other agent to another page."""
    name = f"bot-{uuid4().hex[:12]}"
    others = [player.post("/v1/agents", {"name": f"{name[:-1]}{end}"}).json["name"] for end in ("", "z")]
    lists = services_of(app).store.sorted_sets
    lists.write([Entry("agents", name, 0, 60)])
    assert [agent["name"] for agent in player.items(f"/v1/agents?prefix={name[:-1]}&limit=2")] == others
    assert name not in lists.range("agents", name[:-1], 1)
    assert player.post("/v1/agents", {"name": name}).status_code == 201


def listed(player: Player, name: str) -> list[str]:
    """The agent with this name, if it is listed."""
    items = player.get("/v1/agents?cursor=" + name[:-1] + "&limit=100").json["items"]
    return [item["name"] for item in items if item["name"] == name]


@pytest.mark.parametrize("name", [*HOUSE_BOTS, "planner-deep", "policy", "me"])
def test_reserved_names_are_rejected(player: Player, name: str) -> None:
    """No agent can register the name of a house bot."""
    assert player.post("/v1/agents", {"name": name}).json["code"] == "name-taken"


def test_agents_are_listed_by_name(player: Player) -> None:
    """The list includes the house bots and the time of each agent's last request."""
    name, token = player.register()
    listed = player.get("/v1/agents?cursor=" + name[:-1] + "&limit=1").json["items"]
    assert [(agent["name"], agent["house"], agent["last_seen"]) for agent in listed] == [(name, False, None)]
    player.turns(token)
    assert player.get("/v1/agents?cursor=" + name[:-1]).json["items"][0]["last_seen"] is not None


def test_the_list_of_agents_is_filtered(player: Player) -> None:
    """By the beginning of the name, and whether they are house bots; both go on with the next page."""
    start = f"bot-{uuid4().hex[:8]}"
    names = [f"{start}-{letter}" for letter in "abc"]
    for name in (*names, f"{start[:-1]}-z"):
        player.post("/v1/agents", {"name": name})

    def found(query: str) -> list[str]:
        return [agent["name"] for agent in player.items(f"/v1/agents?limit=2&{query}")]

    assert found(f"prefix={start}-") == found(f"prefix={start}-&house=false") == names
    assert found(f"prefix={start}-&house=true") == []
    assert found("house=true") == [*HOUSE_BOTS]
    assert found("house=true&prefix=planner") == ["planner", "planner-fast"]
    assert not {*HOUSE_BOTS} & {*found(f"house=false&prefix={start[:4]}")}
    assert found(f"prefix={start}-&cursor={start}-a") == names[1:]
    assert found(f"prefix={start}-&cursor={start}-z") == found(f"prefix={start}-a&cursor={start}-b") == []


@pytest.mark.parametrize("language", ["en", "es-AR", "ca", "it"])
def test_house_bots_are_described_in_the_language_of_the_client(player: Player, language: str) -> None:
    """With their figures."""
    answer = player.get("/v1/agents?house=true", **{"Accept-Language": language})
    assert answer.headers["Content-Language"] == language[:2]
    for bot in answer.json["items"]:
        assert bot["house"]
        assert bot["description"] == text(f"bot.{bot['name']}", language[:2])
        assert bot["figures"]["move_ms"] > 0
        assert all(rate["low"] <= rate["rate"] <= rate["high"] for rate in bot["figures"]["win_rates"])


def test_a_seat_is_given_to_an_agent(player: Player, agent: tuple[str, str]) -> None:
    """The seat has the agent's name, is held, and has no token; the creator of a game of agents is a spectator."""
    game = player.seated(None, agent[0])
    seat = game.view["seats"][1]
    assert (seat["name"], seat["agent"], seat["held"]) == (agent[0], agent[0], True)
    assert (len(game.tokens), game.view["status"]) == (1, "active")
    game = player.seated(agent[0], "greedy")
    assert (game.tokens, game.view["you"], game.view["hand"]) == ([], None, None)


def test_an_agent_plays_all_its_seats(player: Player, agent: tuple[str, str]) -> None:
    """Without a seat in the request, it acts for the seat that has the turn."""
    game = player.seated(agent[0], agent[0], seed=SEED)
    for action in LOSING:
        view = player.get_view(game, agent[1])
        assert view["you"] == view["turn"]
        player.act(game, action, token=agent[1])
    assert game.view["status"] == "lost"
    assert {event["agent"] for event in player.record(game)["events"]} == {agent[0]}


def test_an_agent_can_select_a_seat(player: Player, agent: tuple[str, str]) -> None:
    """Only one that it holds."""
    path = player.seated(agent[0], None, agent[0]).path

    def seen(query: str) -> object:
        answer = player.get(f"{path}{query}", agent[1]).json
        return answer.get("you", answer.get("code"))

    assert [seen(query) for query in ("", "?seat=0", "?seat=2")] == [0, 0, 2]
    assert [seen(query) for query in ("?seat=1", "?seat=3")] == ["not-your-seat"] * 2


def test_an_agent_acts_only_for_the_selected_seat(player: Player, agent: tuple[str, str]) -> None:
    """Even if another of its seats has the turn."""
    path = player.seated(agent[0], agent[0]).path
    action = player.turns(agent[1])[0]["legal_actions"][0]
    answer = player.post(f"{path}/actions?seat=1", {"version": 1, "action": action}, agent[1])
    assert answer.json["code"] == "not-your-turn"
    assert player.post(f"{path}/actions?seat=0", {"version": 1, "action": action}, agent[1]).status_code == 200


def test_an_agents_repeated_action_is_recognized(player: Player, agent: tuple[str, str]) -> None:
    """Even if another of its seats has the turn by then."""
    path = player.seated(agent[0], agent[0], seed=SEED).path
    for version, action in enumerate(LOSING[:3], 1):
        body = {"version": version, "action": action}
        first, second = (player.post(f"{path}/actions", body, agent[1]) for _ in range(2))
        assert (first.status_code, second.status_code) == (200, 200)
        assert without_now(first.json) == without_now(second.json)
    assert player.get(path).json["version"] == 4


ME = "/v1/agents/me"


def own(player: Player, token: str) -> dict[str, Any]:
    """The agent of a token."""
    answer = player.get(ME, token)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


def configure(player: Player, token: str, **settings: object) -> TestResponse:
    """Change settings."""
    return player.patch(ME, settings, token)


def replace(player: Player, token: str, key: str | None = None) -> TestResponse:
    """Replace a token."""
    return player.post(f"{ME}/token", None, token, **{"Idempotency-Key": key or str(uuid4())})


def end(player: Player, token: str) -> TestResponse:
    """End an agent."""
    return player.delete(ME, token)


def seated(player: Player, *agents: str | None, **options: Any) -> TestResponse:
    """The response to the creation of a game with agents in some seats."""
    seats = [{"agent": agent} if agent else {"name": "Ana"} for agent in agents]
    return player.post("/v1/games", {"players": len(seats), "seats": seats, **options})


# The agent


def test_an_agent_gets_itself(player: Player, agent: tuple[str, str]) -> None:
    """With the time of its registration, and its open turns."""
    for _ in range(2):
        player.seated(agent[0])
    found = own(player, agent[1])
    assert (found["name"], found["house"], found["description"], found["seating"]) == (agent[0], False, None, "anyone")
    assert (found["max_games"], found["open_turns"], found["last_seen"], found["figures"]) == (1000, 2, None, None)
    assert found["created_at"] is not None


# Settings


def test_settings_without_a_token_are_not_read(player: Player) -> None:
    """The sender comes before the body."""
    assert problem(player.patch(ME, {"hat": 1})) == (401, "token-required")


def test_settings_are_changed_one_by_one(player: Player, agent: tuple[str, str]) -> None:
    """The others stay."""
    assert configure(player, agent[1], description="Plays at night.").json["description"] == "Plays at night."
    assert configure(player, agent[1], max_games=3).json["max_games"] == 3
    found = configure(player, agent[1], seating="nobody").json
    assert found == own(player, agent[1])
    assert (found["description"], found["max_games"], found["seating"]) == ("Plays at night.", 3, "nobody")
    assert configure(player, agent[1]).json == found
    assert configure(player, agent[1], description=None).json["description"] is None


def test_settings_may_be_given_at_the_registration(player: Player) -> None:
    """All of them; they are public except for the invitation."""
    name = f"bot-{uuid4().hex[:12]}"
    settings = {"description": "Plays at night.", "max_games": 2, "seating": "invited", "invitation": "i" * 20}
    assert player.post("/v1/agents", {"name": name, **settings}).status_code == 201
    [listed] = player.get(f"/v1/agents?prefix={name}").json["items"]
    assert (listed["description"], listed["seating"]) == ("Plays at night.", "invited")
    assert "i" * 20 not in str(listed)


def test_fewer_games_hold_for_new_ones(player: Player, agent: tuple[str, str]) -> None:
    """Those that run go on."""
    game = player.seated(agent[0])
    configure(player, agent[1], max_games=1)
    assert seated(player, agent[0]).json["code"] == "agent-busy"
    assert player.get(game.path, agent[1]).json["you"] == 0
    configure(player, agent[1], max_games=4)
    assert seated(player, agent[0]).status_code == 201


@pytest.mark.parametrize(
    ("settings", "pointer"),
    [
        ({"seating": "invited"}, "/invitation"),
        ({"seating": "anyone", "invitation": "i" * 20}, "/invitation"),
        ({"invitation": "i" * 20}, "/invitation"),
        ({"seating": "invited", "invitation": "i" * 129}, "/invitation"),
    ],
)
def test_invalid_settings_change_nothing(
    player: Player, agent: tuple[str, str], settings: dict[str, object], pointer: str
) -> None:
    """The error points to the member, and does not quote an invitation."""
    before = own(player, agent[1])
    answer = configure(player, agent[1], **settings)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)
    assert str(settings.get("invitation", "-" * 20)) not in answer.text
    assert own(player, agent[1]) == before


# The token


def test_a_new_token_replaces_the_old_one(player: Player, agent: tuple[str, str]) -> None:
    """At once, everywhere; the agent keeps its seats and its turns."""
    game = player.seated(agent[0])
    answer = replace(player, agent[1])
    token = answer.json["token"]
    assert (answer.status_code, answer.json["name"], token.partition(".")[0]) == (201, agent[0], agent[0])
    for path in (ME, f"{ME}/turns", f"{ME}/games", game.path):
        assert player.get(path, agent[1]).json["code"] == "unknown-token"
    [turn] = player.turns(token)
    assert player.act(game, turn["legal_actions"][0], token=agent[1]).json["code"] == "unknown-token"
    assert player.act(game, turn["legal_actions"][0], token=token).status_code == 200


def test_the_repeated_registration_does_not_restore_the_old_token(player: Player) -> None:
    """It is recognized, but its token is invalid."""
    key, body = {"Idempotency-Key": str(uuid4())}, {"name": f"bot-{uuid4().hex[:12]}"}
    token = player.client.post("/v1/agents", json=body, headers=key).json["token"]
    replace(player, token)
    assert player.client.post("/v1/agents", json=body, headers=key).json["token"] == token
    assert player.get(ME, token).json["code"] == "unknown-token"


# The end


def test_an_ended_agent_is_nowhere(player: Player, agent: tuple[str, str]) -> None:
    """Its token is invalid, it is not listed, no game can seat it, and its name is not free."""
    assert end(player, agent[1]).status_code == 204
    for path in (ME, f"{ME}/turns", f"{ME}/games"):
        assert player.get(path, agent[1]).json["code"] == "unknown-token"
    assert player.get(f"/v1/agents?prefix={agent[0]}").json["items"] == []
    assert seated(player, agent[0]).json["errors"][0]["pointer"] == "/seats/0/agent"
    assert seated(player, None, turn_seconds=9, on_timeout=f"bot:{agent[0]}").json["code"] == "invalid-request"
    assert player.post("/v1/agents", {"name": agent[0]}).json["code"] == "name-taken"


def test_the_end_deletes_what_the_agent_said(player: Player, agent: tuple[str, str], store: Redis) -> None:
    """Only the hash of its token and the time are kept."""
    configure(player, agent[1], description="Plays at night.", seating="invited", invitation="i" * 20)
    end(player, agent[1])
    assert {*store.hkeys(f"agent:{{{agent[0]}}}")} == {b"ended_by", b"ended"}
    assert store.ttl(f"agent:{{{agent[0]}}}") > 0


def test_an_ended_agent_keeps_its_seats(player: Player, agent: tuple[str, str]) -> None:
    """Its turn waits; a time limit ends it."""
    game = player.seated(None, agent[0], seed=SEED, turn_seconds=3600)
    end(player, agent[1])
    for action in LOSING[:2]:
        player.act(game, action, token=game.tokens[0])
    assert (game.view["turn"], game.view["seats"][1]["agent"], game.view["status"]) == (1, agent[0], "active")
    assert player.get(game.path, agent[1]).json["code"] == "unknown-token"


def test_a_rematch_with_an_ended_agent_is_refused(player: Player, agent: tuple[str, str]) -> None:
    """Unless it exists already."""
    finished = []
    for _ in range(2):
        game = player.seated(None, agent[0], seed=SEED)
        for action, token in zip(LOSING, [game.tokens[0]] * 2 + [agent[1]] * 2 + [game.tokens[0]], strict=True):
            assert player.act(game, action, token=token).status_code == 200
        finished.append(game)
    first = player.post(f"{finished[0].path}/rematch", None, finished[0].tokens[0])
    end(player, agent[1])
    again = player.post(f"{finished[0].path}/rematch", None, finished[0].tokens[0])
    refused = player.post(f"{finished[1].path}/rematch", None, finished[1].tokens[0])
    assert (first.status_code, again.status_code, again.json["game"]["id"]) == (201, 200, first.json["game"]["id"])
    assert (refused.status_code, refused.json["code"], refused.json["agent"]) == (403, "agent-declines", agent[0])


def test_the_name_of_an_ended_agent_is_free_when_its_record_has_expired(
    player: Player, agent: tuple[str, str], store: Redis
) -> None:
    """The record lives as long as a game with the agent."""
    game = player.seated(None, agent[0], seed=SEED)
    end(player, agent[1])
    store.expire(f"agent:{{{agent[0]}}}", 5)
    player.act(game, LOSING[0], token=game.tokens[0])
    assert store.ttl(f"agent:{{{agent[0]}}}") > 5
    store.delete(f"agent:{{{agent[0]}}}")
    assert player.post("/v1/agents", {"name": agent[0]}).status_code == 201


# House bots


def test_a_house_bot_is_managed_by_the_server(player: Player) -> None:
    """It gets itself and its games by a token that is derived from the house key, and changes nothing."""
    token = house_token(BOTS_KEY, "greedy")
    player.seated("greedy")
    assert player.turns(token)
    assert problem(player.get(f"{ME}/turns", house_token("x" * 32, "greedy"))) == (401, "unknown-token")
    assert (own(player, token)["house"], own(player, token)["created_at"]) == (True, None)
    for answer in (configure(player, token, max_games=1), replace(player, token), end(player, token)):
        assert problem(answer) == (403, "house-agent")


def test_own_answers_are_private(player: Player, agent: tuple[str, str]) -> None:
    """No cache may keep them for others."""
    for path in (ME, f"{ME}/games"):
        assert "private" in player.get(path, agent[1]).headers["Cache-Control"]
