"""Turns of different creators wait for an agent in a fair order."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from flask import Flask
from players import SEED, Game, Player, bearing

from regicide_api.http.services import services_of
from regicide_api.services import inbox
from regicide_api.services.fair_order import WaitingTurn, fair_order
from regicide_api.services.serializer import decode, encode
from regicide_api.storage import Entry

PATH = "/v1/agents/me/turns"


def turns(creators: str) -> list[WaitingTurn]:
    """A turn at each time, of the creator with this letter."""
    return [WaitingTurn(time, f"{creator}{time}", 1, creator) for time, creator in enumerate(creators, 1)]


def ordered(creators: str, **served: int) -> str:
    """The creators of the turns in fair order."""
    return "".join(place.turn.creator for place in fair_order(turns(creators), served))


def test_creators_take_turns() -> None:
    """One that has many turns waits for the others after each of them."""
    assert ordered("AAAABBC") == "ABCABAA"


def test_the_creator_served_last_is_served_next_to_last() -> None:
    """Its turn may be the oldest."""
    assert ordered("AAABBC", A=9, B=8) == "CBABAA"


def test_turns_of_one_creator_keep_their_order() -> None:
    """The oldest comes first."""
    places = fair_order(reversed(turns("ABAB")), {})
    assert [place.turn.time for place in places] == [1, 2, 3, 4]


def test_a_newcomer_waits_for_one_turn_of_each_creator() -> None:
    """However many turns they have, and however long the agent has worked on them: the queue is simulated."""
    waiting = turns("A" * 400 + "B" * 200)
    served: dict[str, int] = {}
    for now in range(1000, 1050):
        first = fair_order(waiting, served)[0].turn
        waiting.remove(first)
        waiting.append(first._replace(time=now))  # the creator has the next turn, too
        served[first.creator] = now
    newcomer = WaitingTurn(1050, "C", 1, "C")
    order = fair_order([*waiting, newcomer], served)
    assert order[0].turn == newcomer


def created(player: Player, agent: str, address: str, **request_body: Any) -> Game:
    """A game of one with an agent, from an address."""
    answer = player.client.post(
        "/v1/games",
        json={"players": 1, "seats": [{"agent": agent}], **request_body},
        environ_overrides={"REMOTE_ADDR": address},
    )
    assert answer.status_code == 201, answer.text
    return Game(answer.headers["Location"], [], answer.json["game"])


def test_an_address_that_floods_an_agent_does_not_delay_others(player: Player) -> None:
    """Its games wait for each other; the next address comes after one of them, and first once that was served."""
    name, token = player.register()
    flood = [created(player, name, "2001:db8::1", seed=SEED).view["id"] for _ in range(5)]
    other = created(player, name, "192.0.2.2", seed=SEED).view["id"]
    inbox = player.turns(token)
    assert [view["id"] for view in inbox] == [flood[0], other, *flood[1:]]
    action = {"version": 1, "action": inbox[0]["legal_actions"][0]}
    assert player.post(f"/v1/games/{flood[0]}/actions", action, token).status_code == 200
    assert player.turns(token)[0]["id"] == other


def test_networks_of_a_site_are_one_creator(player: Player) -> None:
    """An IPv6 network of 48 bits."""
    name, token = player.register()
    flood = [created(player, name, f"2001:db8:0:{number}::1").view["id"] for number in (1, 2, 3)]
    other = created(player, name, "2001:db8:1::1").view["id"]
    assert [view["id"] for view in player.turns(token)] == [flood[0], other, *flood[1:]]


def test_pages_follow_the_fair_order(player: Player) -> None:
    """Each turn is on exactly one page."""
    name, token = player.register()
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.2"):
        created(player, name, address)
    found: list[str] = []
    path: str | None = f"{PATH}?limit=2"
    while path:
        answer = player.client.get(path, headers=bearing(token))
        found += [view["id"] for view in answer.json["items"]]
        path = answer.headers["Link"].split(">")[0][1:] if "Link" in answer.headers else None
    assert found == [view["id"] for view in player.turns(token)]


def test_the_latest_services_count(app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """If more creators were served than the inbox reads."""
    monkeypatch.setattr(inbox, "MAX_TURNS", 2)
    name, token = player.register()
    latest, longest_ago = (created(player, name, f"192.0.2.{number}").view["id"] for number in (1, 2))
    services = services_of(app)
    creators = [services.repository.get(game_id).creator or "" for game_id in (longest_ago, latest)]
    served = zip([creators[0], "another", creators[1]], (1000, 2000, 3000), strict=True)
    services.store.sorted_sets.write([Entry(f"served:{{{name}}}", creator, at, 60) for creator, at in served])
    assert [view["id"] for view in player.turns(token)] == [longest_ago, latest]


def test_the_creator_of_a_game_is_secret(app: Flask, player: Player) -> None:
    """It is in the stored game until the end, and in no response: neither as an address nor as its hash."""
    name, token = player.register()
    game = created(player, name, "198.51.100.7", seed=SEED)
    created(player, name, "198.51.100.7")
    repository = services_of(app).repository
    creator = repository.get(game.view["id"]).creator
    assert creator
    pages = [player.client.get(f"{PATH}?limit=1", headers=bearing(token)), player.client.get(game.path)]
    assert not any(secret in page.text for page in pages for secret in (creator, "198.51.100.7"))
    while game.view["status"] == "active":
        view = player.client.get(game.path, headers=bearing(token)).json
        player.act(game, view["legal_actions"][-1], view["version"], token)
    assert repository.get(game.view["id"]).creator is None


def test_a_game_that_was_stored_without_its_creator_is_played(app: Flask, player: Player) -> None:
    """And its entry in the inbox is found."""
    name, token = player.register()
    services = services_of(app)
    hosted = services.repository.get(created(player, name, "192.0.2.1").view["id"])
    game_id = secrets.token_hex(10)
    stored = encode(hosted).replace(f',"creator":"{hosted.creator}"'.encode(), b"")
    assert decode(game_id, stored).creator is None
    services.store.create(game_id, stored, 60)
    services.store.sorted_sets.write([Entry(f"turns:{{{name}}}", f"{hosted.created_at:014d}-{game_id}-1", 0, 60)])
    assert game_id in {view["id"] for view in player.turns(token)}
