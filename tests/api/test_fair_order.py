"""Turns of different creators wait for an agent in a fair order."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from flask import Flask
from players import SEED, Game, Player

from regicide_api.endpoints.services import services_of
from regicide_api.storage.client import RedisClient
from regicide_api.storage.fair_queues import FairQueue, Leaving, Waiting
from regicide_api.storage.game_store import Store

PATH = "/v1/agents/me/turns"


class Turns:
    """A queue in a store, with the letters of creators as sources; names have the letter and a number."""

    def __init__(self, url: str) -> None:
        self._store, self._redis = Store(url), RedisClient(url)
        self._queue = FairQueue("turns", secrets.token_hex(8))
        self._count = 0

    def enter(self, creators: str, *, at_ms: int = 0) -> None:
        """Enter a name of each creator."""
        names = [f"{creator}{number}" for number, creator in enumerate(creators, self._count)]
        self._count += len(names)
        self._store.sorted_sets.write([Waiting(self._queue, name, name[0], at_ms, 60) for name in names])

    def enter_again(self, name: str, **flags: bool) -> None:
        """Enter a name that may wait already."""
        self._store.sorted_sets.write([Waiting(self._queue, name, name[0], 0, 60, **flags)])

    def serve(self, name: str = "", place: int = 0) -> str:
        """Serve a name, or the first one, unless it has left a place; it waits again. Returns its creator."""
        name = name or self.names()[0]
        leaving = Leaving(self._queue, name, name[0])
        self._redis.command(*leaving.command(place or self.places()[name]))
        return name[0]

    def remove(self, places: dict[str, int], expire_by_ms: int = 60_000) -> None:
        """Remove names from their places."""
        self._store.queues.remove(self._queue, places, expire_by_ms)

    def places(self) -> dict[str, int]:
        """The names in order, with their places."""
        return dict(self._store.sorted_sets.lowest([self._queue.set_name], 10_000)[0])

    def names(self) -> list[str]:
        """The names in order."""
        return [*self.places()]

    def order(self) -> str:
        """The creators in order."""
        return "".join(name[0] for name in self.names())


@pytest.fixture
def turns(valkey_url: str) -> Turns:
    """An empty queue."""
    return Turns(valkey_url)


def test_creators_take_turns(turns: Turns) -> None:
    """One that has many turns waits for the others after each of them."""
    turns.enter("AAAABBC")
    assert turns.order() == "ABCABAA"


def test_the_creator_served_last_comes_last(turns: Turns) -> None:
    """In each round, for as long as all of them have turns."""
    turns.enter("AABBC")
    assert "".join(turns.serve() for _ in range(9)) == "ABCABCABC"


def test_turns_of_one_creator_keep_their_order(turns: Turns) -> None:
    """The oldest comes first."""
    turns.enter("ABAB")
    assert turns.names() == ["A0", "B1", "A2", "B3"]


def test_a_newcomer_waits_for_one_turn_of_each_creator(turns: Turns) -> None:
    """However many turns they have, and however long the agent has worked on them."""
    turns.enter("A" * 40 + "B" * 20)
    for _ in range(50):
        turns.serve()
    turns.enter("C")
    assert turns.order().index("C") <= 2


def test_a_newcomer_waits_for_one_turn_of_a_creator_that_is_served_out_of_order(turns: Turns) -> None:
    """The last turn first: the rounds of the others are still to come."""
    turns.enter("A" * 40)
    for number in (39, 20, 38):
        turns.serve(f"A{number}")
    turns.enter("B")
    assert turns.order().index("B") <= 1


def test_a_turn_is_served_once(turns: Turns) -> None:
    """A repeat does not move it, and costs its creator no other round."""
    turns.enter("AB")
    seen = turns.places()
    for _ in range(3):
        turns.serve("A0", seen["A0"])
    turns.enter("AB")
    assert turns.names() == ["B1", "A0", "B3", "A2"]


def test_a_repeated_entry_stays_in_its_round(turns: Turns) -> None:
    """At another place: the change that it announces is repeated after a lost race."""
    turns.enter("ABABA")
    before = turns.places()
    for _ in range(3):
        turns.enter_again("A2")
    assert turns.names() == ["A0", "B1", "B3", "A2", "A4"]
    assert turns.places()["A2"] != before["A2"]
    turns.enter("AB")
    assert turns.order() == "ABBAABA"


def test_a_creator_does_not_save_rounds(turns: Turns) -> None:
    """After a long time without turns it waits as a newcomer does, and has no more turns in a row than any."""
    turns.enter("BA")
    while turns.serve() != "B":
        pass
    turns.remove({name: place for name, place in turns.places().items() if name[0] == "B"})
    for _ in range(20):
        assert turns.serve() == "A"
    turns.enter("BBB")
    assert "".join(turns.serve() for _ in range(8)).count("A") >= 3


def test_turns_that_are_not_served_leave_nothing_behind(turns: Turns) -> None:
    """Their creator comes next but one: after the last turn of all."""
    turns.enter("A" * 50)
    turns.remove(turns.places())
    turns.enter("BA")
    turns.enter("B" * 5)
    assert turns.order() == "BABBBBB"


def test_a_turn_keeps_its_place_if_it_goes_on(turns: Turns) -> None:
    """Until it is served."""
    turns.enter("AA")
    before = turns.places()
    turns.enter_again("A0", keeps_place=True)
    assert turns.places() == before
    turns.serve("A0")
    assert turns.names() == ["A1", "A0"]


def test_a_turn_is_removed_from_the_place_that_was_read(turns: Turns) -> None:
    """Not after it was entered again, even if no other turn is there."""
    turns.enter("A")
    seen = turns.places()
    turns.remove(seen, 59_999)
    assert turns.places() == seen
    turns.enter_again("A0")
    turns.remove(seen)
    assert turns.names() == ["A0"]
    turns.remove(turns.places())
    assert turns.names() == []


def test_no_place_comes_back(turns: Turns) -> None:
    """A late removal of a turn never removes another one of the same game."""
    turns.enter("BBBB")
    seen = set[int]()
    for _ in range(20):
        turns.enter_again("A0")
        places = turns.places()
        seen.add(places["A0"])
        turns.remove({"A0": places["A0"]})
    assert len(seen) == 20


def test_expired_turns_make_room(turns: Turns) -> None:
    """When others are entered: some at a time."""
    turns.enter("A" * 20)
    for _ in range(2):
        turns.enter("B", at_ms=60_000)
    assert turns.order() == "BB"


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


def test_an_agent_that_acts_out_of_order_delays_no_newcomer(player: Player) -> None:
    """By its action in the last one of many games of one address."""
    name, token = player.register()
    flood = [created(player, name, "2001:db8::1", seed=SEED).view["id"] for _ in range(5)]
    action = {"version": 1, "action": player.turns(token)[-1]["legal_actions"][0]}
    assert player.post(f"/v1/games/{flood[-1]}/actions", action, token).status_code == 200
    other = created(player, name, "192.0.2.2").view["id"]
    assert [view["id"] for view in player.turns(token)] == [flood[0], other, *flood[1:]]


def test_networks_of_a_site_are_one_creator(player: Player) -> None:
    """An IPv6 network of 48 bits."""
    name, token = player.register()
    flood = [created(player, name, f"2001:db8:0:{number}::1").view["id"] for number in (1, 2, 3)]
    other = created(player, name, "2001:db8:1::1").view["id"]
    assert [view["id"] for view in player.turns(token)] == [flood[0], other, *flood[1:]]


def test_the_creator_of_a_game_is_secret(app: Flask, player: Player) -> None:
    """It is in the stored game until the end, and in no response: neither as an address nor as its hash."""
    name, token = player.register()
    game = created(player, name, "198.51.100.7", seed=SEED)
    created(player, name, "198.51.100.7")
    repository = services_of(app).repository
    creator = repository.get(game.id).creator
    assert creator
    pages = [player.get(f"{PATH}?limit=1", token), player.get(game.path)]
    assert not any(secret in page.text for page in pages for secret in (creator, "198.51.100.7"))
    while game.view["status"] == "active":
        view = player.get(game.path, token).json
        player.act(game, view["legal_actions"][-1], view["version"], token)
    assert repository.get(game.id).creator is None
