"""Agents: registration, seats of agents, and actions with their tokens."""

from __future__ import annotations

from uuid import uuid4

import pytest
from flask import Flask
from players import BOTS_KEY, LOSING, SEED, Player, problem, without_now

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
    """An index entry without a record is removed when the list is read."""
    name = f"bot-{uuid4().hex[:12]}"
    lists = services_of(app).store.sorted_sets
    lists.write([Entry("agents", name, 0, 60)])
    assert listed(player, name) == []
    assert name not in lists.range("agents", name[:-1], 1)
    assert player.post("/v1/agents", {"name": name}).status_code == 201


def test_a_removed_index_entry_is_restored(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """The next request for turns writes it again."""
    name, token = agent
    services_of(app).store.sorted_sets.remove([name], "agents")
    assert listed(player, name) == []
    player.turns(token)
    assert listed(player, name) == [name]


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


def test_an_expired_agent_is_on_no_page(app: Flask, player: Player) -> None:
    """The other agents are on exactly one page."""
    start = f"bot-{uuid4().hex[:12]}"
    services_of(app).store.sorted_sets.write([Entry("agents", f"{start}-b", 0, 60)])
    for name in (f"{start}-a", f"{start}-c"):
        player.post("/v1/agents", {"name": name})
    names = [agent["name"] for agent in player.items(f"/v1/agents?prefix={start}&limit=2")]
    assert names == [f"{start}-a", f"{start}-c"]


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
    """The seat has the agent's name, is held, and has no token."""
    game = player.seated(None, agent[0])
    seat = game.view["seats"][1]
    assert (seat["name"], seat["agent"], seat["held"]) == (agent[0], agent[0], True)
    assert (len(game.tokens), game.view["status"]) == (1, "active")


def test_a_game_may_have_only_agents(player: Player, agent: tuple[str, str]) -> None:
    """Its creator is a spectator."""
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


def test_a_house_bot_is_authenticated_by_the_house_key(player: Player) -> None:
    """Its token is derived from the key."""
    player.seated("greedy")
    assert player.turns(house_token(BOTS_KEY, "greedy"))
    wrong = player.get("/v1/agents/me/turns", house_token("x" * 32, "greedy"))
    assert wrong.json["code"] == "unknown-token"
