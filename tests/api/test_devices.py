"""Several devices of one player: codes that pair them, the tokens of each, their list and their end."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from applications import player_on
from flask import Flask
from game_clocks import exceed_deadline
from long_polls import WAIT_S, long_poll
from manual_advisers import BEST, Adviser, ask
from players import LOSING, SEED, Game, Player, places, problem, streamed
from redis import Redis
from store_proxies import Loss, store_proxy
from werkzeug.test import TestResponse

from regicide_api.config import Settings
from regicide_api.core.tokens import hash_token, normal_code
from regicide_api.domain.seat import MAX_DEVICES
from regicide_api.endpoints.services import services_of
from regicide_api.services.devices import PAIRING_TTL_S
from regicide_api.services.repository import Transition

UNKNOWN = (404, "unknown-pairing")


def vouching(*games: Game) -> dict[str, Any]:
    """The request for a code by all tokens of games."""
    return {"games": [{"id": game.id, "tokens": [*game.tokens, game.owner]} for game in games]}


def code_for(player: Player, *games: Game) -> str:
    """A code for another device."""
    answer = player.post("/v1/devices/pairings", vouching(*games))
    assert answer.status_code == 201, answer.text
    code: str = answer.json["code"]
    return code


def claim(player: Player, code: str, name: str = "Phone", **headers: str) -> TestResponse:
    """Exchange a code."""
    return player.post("/v1/devices", {"code": code, "name": name}, **headers)


def added(player: Player, game: Game, name: str = "Phone") -> Game:
    """The game with the tokens of a new device."""
    answer = claim(player, code_for(player, game), name)
    assert answer.status_code == 201, answer.text
    [paired] = answer.json["games"]
    return Game(game.path, [each["token"] for each in paired["seats"]], game.view, paired["owner"]["token"])


def devices(player: Player, game: Game, token: str) -> list[dict[str, Any]]:
    """The devices that a token lists."""
    answer = player.get(f"{game.path}/devices", token)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["devices"]
    return found


def end(player: Player, game: Game, token: str, device: str) -> TestResponse:
    """End a device."""
    return player.delete(f"{game.path}/devices/{device}", token)


def replace_token(player: Player, game: Game, token: str, seat: int = 0) -> str:
    """Replace the token of a seat. Returns the new one."""
    answer = player.post(f"{game.path}/seats/{seat}/token", None, token, **{"Idempotency-Key": uuid4().hex})
    assert answer.status_code == 201, answer.text
    new: str = answer.json["token"]
    return new


# Pairings


def test_a_code_gives_tokens_to_the_same_seats_and_games(player: Player) -> None:
    """Each its own, and as the owner of the games, too."""
    games = [player.create(), player.create(1)]
    answer = player.post("/v1/devices/pairings", vouching(*games))
    assert sorted(answer.json["games"]) == sorted(game.id for game in games)
    paired = {each["game"]: each for each in claim(player, answer.json["code"]).json["games"]}
    for game in games:
        tokens = [each["token"] for each in paired[game.id]["seats"]]
        owner = paired[game.id]["owner"]["token"]
        assert not {*tokens, owner} & {*game.tokens, game.owner}
        assert [player.get_view(game, token)["you"] for token in tokens] == [*range(len(game.tokens))]
        assert [player.get_view(game, token)["you"] for token in game.tokens] == [*range(len(game.tokens))]
    waiting = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    assert player.delete(waiting.path, added(player, waiting).owner).json["status"] == "cancelled"


def test_both_devices_play(player: Player, game: Game) -> None:
    """As one player."""
    other = added(player, game)
    player.act(game, LOSING[0], token=other.tokens[0])
    assert player.act(game, LOSING[1], token=game.tokens[0]).status_code == 200


def test_a_further_device_vouches_for_another_one(player: Player, game: Game) -> None:
    """It is like the first one."""
    other = added(player, game)
    third = added(player, other)
    assert player.get_view(game, third.tokens[1])["you"] == 1
    assert [each["name"] for each in devices(player, game, third.tokens[0])] == [None, "Phone", "Phone"]


def test_a_code_is_used_once(player: Player, game: Game) -> None:
    """By the device that comes first."""
    code = code_for(player, game)
    assert [problem(claim(player, code)) if n else claim(player, code).status_code for n in range(2)] == [201, UNKNOWN]
    assert len(devices(player, game, game.tokens[0])) == 2


def test_one_of_several_devices_gets_the_tokens(app: Flask, player: Player, game: Game) -> None:
    """If they claim a code at the same time."""
    code, start = code_for(player, game), Barrier(4)

    def race(name: str) -> int:
        client = Player(app.test_client())
        start.wait()
        return claim(client, code, name).status_code

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(race, "abcd")) == [201, 404, 404, 404]
    assert len(devices(player, game, game.tokens[0])) == 2


def test_a_code_lives_five_minutes(player: Player, store: Redis, game: Game) -> None:
    """In the store, which then has nothing of it; that it was used stays known for as long as a key repeats it."""
    code = code_for(player, game)
    [kept] = [name for name in store.scan_iter("*pairing:*") if hash_token(code).encode() in name]
    assert PAIRING_TTL_S - 30 < store.ttl(kept) <= PAIRING_TTL_S == 300
    store.delete(kept)
    assert problem(claim(player, code)) == UNKNOWN


def test_a_code_that_was_used_is_not_given_again(player: Player, store: Redis, game: Game) -> None:
    """By a repeat of the request for it whose first response was lost: its key gives the same code."""
    key = {"Idempotency-Key": uuid4().hex}
    known = {*store.scan_iter("kept:*")}
    code = player.post("/v1/devices/pairings", vouching(game), **key).json["code"]
    assert claim(player, code).status_code == 201
    pairing = hash_token(code).encode()
    store.delete(*(name for name in {*store.scan_iter("kept:*")} - known if pairing not in name))
    assert player.post("/v1/devices/pairings", vouching(game), **key).json["code"] == code
    assert problem(claim(player, code)) == UNKNOWN


@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("loss", [Loss.COMMANDS, Loss.RESPONSE])
def test_a_lost_response_is_repeated(player: Player, valkey_url: str, number: int, loss: Loss) -> None:
    """With its key: the repeat gets the same tokens, also after a fault of the store; another request gets none."""
    games = [player.create(), player.create()]
    code, key = code_for(player, *games), {"Idempotency-Key": uuid4().hex}
    with store_proxy(valkey_url) as proxy:
        unlucky = player_on(proxy.url)
        unlucky.get_view(games[0])
        proxy.fail(number, loss)
        first = claim(unlucky, code, **key)
        proxy.heal()
    again = claim(player, code, **key)
    assert (first.status_code in {201, 503}, again.status_code) == (True, 201)
    assert first.status_code == 503 or first.json == again.json
    for game in games:
        [paired] = [each for each in again.json["games"] if each["game"] == game.id]
        assert [player.get_view(game, each["token"])["you"] for each in paired["seats"]] == [0, 1]
        assert len(devices(player, game, game.tokens[0])) == 2
    assert problem(claim(player, code)) == UNKNOWN


def test_a_code_is_typed_in_several_ways(player: Player, game: Game) -> None:
    """In lower case, with spaces or nothing in place of the hyphens."""
    for write in (str.lower, lambda code: code.replace("-", " "), lambda code: code.replace("-", "")):
        assert claim(player, write(code_for(player, game))).status_code == 201
    assert normal_code("ilo0 1234abcd") == "1100-1234-ABCD"


@pytest.mark.parametrize("code", ["7K4M-2XQD-9HF", "7K4M-2XQD-9HFU", "7K4M_2XQD_9HFA", ""])
def test_a_text_that_is_no_code_is_invalid(player: Player, code: str) -> None:
    """The error says what a code looks like."""
    answer = claim(player, code)
    assert places(answer) == ["/code"]
    assert "7K4M-2XQD-9HFA" in answer.json["errors"][0]["detail"]


def test_attempts_are_bounded(valkey_url: str, player: Player, game: Game) -> None:
    """By address, guesses and codes together; the default leaves one address 150 in the life of a code."""
    limited = player_on(valkey_url, limits=Settings.from_env({"LIMIT_PAIR_DEVICE": "3/year"}).limits)
    limited.client.environ_base["REMOTE_ADDR"] = f"2001:db8:{uuid4().hex[:4]}::1"
    code = code_for(player, game)
    guesses = [claim(limited, "0000-0000-0000") for _ in range(4)]
    assert [problem(each) for each in guesses] == [UNKNOWN] * 3 + [(429, "rate-limited")]
    assert problem(claim(limited, code)) == (429, "rate-limited")
    assert claim(player, code).status_code == 201


# What vouches


def test_tokens_that_are_not_valid_are_left_out(player: Player, agent: tuple[str, str]) -> None:
    """Those of other games and of agents, too; with none that is valid there is no code."""
    game, other = player.create(), player.create()
    name, token = agent
    seated = player.seated(name, None)
    wrong = [
        {"id": other.id, "tokens": [game.tokens[0]]},
        {"id": seated.id, "tokens": [token]},
        {"id": "0" * 20, "tokens": [game.tokens[0]]},
        {"id": "_", "tokens": [game.tokens[0]]},
    ]
    assert places(player.post("/v1/devices/pairings", {"games": wrong})) == ["/games"]
    right = {"id": game.id, "tokens": [other.tokens[0], game.tokens[1]]}
    answer = player.post("/v1/devices/pairings", {"games": [*wrong, right]})
    assert answer.json["games"] == [game.id]
    [paired] = claim(player, answer.json["code"]).json["games"]
    assert ([each["seat"] for each in paired["seats"]], paired["owner"]) == ([1], None)


def test_what_ends_before_the_claim_is_not_in_it(player: Player, game: Game) -> None:
    """A token that was replaced, a seat that was left."""
    waiting = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    code = code_for(player, game, waiting)
    replace_token(player, game, game.tokens[0])
    assert player.delete(f"{waiting.path}/seats/0", waiting.tokens[0]).status_code == 200
    paired = {each["game"]: each for each in claim(player, code).json["games"]}
    assert [each["seat"] for each in paired[game.id]["seats"]] == [1]
    assert (paired[waiting.id]["seats"], paired[waiting.id]["owner"] is None) == ([], False)


def test_a_code_without_a_valid_token_is_not_valid(player: Player, game: Game) -> None:
    """Any more: the device gets a problem, and no tokens."""
    code = player.post("/v1/devices/pairings", {"games": [{"id": game.id, "tokens": [game.tokens[0]]}]}).json["code"]
    replace_token(player, game, game.tokens[0])
    assert [problem(claim(player, code)) for _ in range(2)] == [UNKNOWN, UNKNOWN]


def test_the_tokens_of_a_game_are_taken_together(player: Player, game: Game) -> None:
    """If it is in a request several times."""
    shared = [{"id": game.id, "tokens": [token]} for token in (*game.tokens, game.owner)]
    code = player.post("/v1/devices/pairings", {"games": shared}).json["code"]
    [paired] = claim(player, code).json["games"]
    assert ([each["seat"] for each in paired["seats"]], paired["owner"] is None) == ([0, 1], False)


def test_the_store_has_hashes_only(player: Player, store: Redis, game: Game) -> None:
    """Of the code, and of all tokens."""
    code = code_for(player, game)
    other = claim(player, code, "My phone", **{"Idempotency-Key": uuid4().hex}).json
    [paired] = other["games"]
    secrets = [code, normal_code(code).replace("-", ""), *(each["token"] for each in paired["seats"])]
    kept = b"".join(name + (store.dump(name) or b"") for name in store.scan_iter("*"))
    assert hash_token(code).encode() in kept
    assert [each for each in (*secrets, paired["owner"]["token"], *game.tokens) if each.encode() in kept] == []


# Devices


def test_devices_are_listed(player: Player, game: Game) -> None:
    """By each of them, with the same ids in all games of the pairing; seats and owners apart."""
    more = player.create()
    device = claim(player, code_for(player, game, more), "Phone").json
    paired = next(each for each in device["games"] if each["game"] == game.id)
    first, second = devices(player, game, game.tokens[0])
    assert (first, second["id"], second["name"], second["current"]) == (
        {"id": "first", "name": None, "added_at": None, "current": True},
        device["id"],
        "Phone",
        False,
    )
    assert second["added_at"]
    for token in (paired["seats"][0]["token"], paired["owner"]["token"]):
        assert [(each["id"], each["current"]) for each in devices(player, game, token)] == [
            ("first", False),
            (device["id"], True),
        ]
    assert [each["id"] for each in devices(player, more, more.owner)] == ["first", device["id"]]


def test_a_device_is_ended(app: Flask, player: Player, game: Game) -> None:
    """Its streams and long polls end at once, and its token is valid no more; a repeat changes nothing."""
    other = added(player, game)
    [_, device] = devices(player, game, game.tokens[0])
    player.act(game, LOSING[0])
    began = time.monotonic()
    with streamed(player, game, other.tokens[0]) as stream, long_poll(app, game.path, other.tokens[0]) as poll:
        assert next(stream)["version"] == 2
        assert [end(player, game, game.tokens[0], device["id"]).status_code for _ in range(2)] == [204, 204]
        assert list(stream) == []
    assert poll.result().json["you"] is None
    assert time.monotonic() - began < WAIT_S
    assert player.get_view(game, other.tokens[0])["you"] is None
    assert player.act(game, LOSING[1], token=other.tokens[0]).status_code == 401
    assert player.get_view(game, other.tokens[1])["you"] == 1
    assert player.act(game, LOSING[1], token=game.tokens[0]).status_code == 200


@pytest.mark.parametrize("holder", ["seat", "owner"])
def test_the_first_device_is_ended(player: Player, holder: str) -> None:
    """By another one, as it may be lost; it is not listed any more."""
    game = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    other = added(player, game)
    old, new = (game.tokens[0], other.tokens[0]) if holder == "seat" else (game.owner, other.owner)
    assert [end(player, game, new, "first").status_code for _ in range(2)] == [204, 204]
    assert [each["current"] for each in devices(player, game, new)] == [True]
    assert problem(player.get(f"{game.path}/devices", old)) == (401, "unknown-token")
    if holder == "owner":
        assert problem(player.delete(game.path, old)) == (401, "unknown-token")
        assert problem(player.get("/v1/games", old)) == (401, "unknown-token")
        assert player.delete(game.path, new).json["status"] == "cancelled"


def test_an_owner_ends_its_further_devices(player: Player) -> None:
    """Whose seats stay."""
    game = player.create()
    other = added(player, game)
    [_, device] = devices(player, game, game.owner)
    assert [end(player, game, game.owner, device["id"]).status_code for _ in range(2)] == [204, 204]
    assert problem(player.get(f"{game.path}/devices", other.owner)) == (401, "unknown-token")
    assert player.get_view(game, other.tokens[0])["you"] == 0


def test_agents_have_no_devices(player: Player, agent: tuple[str, str]) -> None:
    """Nor have tokens that are not valid."""
    game = player.seated(agent[0], None)
    assert problem(player.get(f"{game.path}/devices", agent[1])) == (403, "held-by-agent")
    assert problem(end(player, game, agent[1], "first")) == (403, "held-by-agent")
    assert problem(end(player, game, "of-nobody", "first")) == (401, "unknown-token")


def test_a_seat_keeps_its_newest_devices(player: Player, game: Game) -> None:
    """The first one, too."""
    others = [added(player, game, f"{number}") for number in range(MAX_DEVICES + 1)]
    names = [each["name"] for each in devices(player, game, game.tokens[0])]
    assert names == [None, *map(str, range(1, MAX_DEVICES + 1))]
    assert [player.get_view(game, other.tokens[0])["you"] for other in others[:2]] == [None, 0]


def test_a_device_has_no_id_of_its_choice(player: Player, game: Game) -> None:
    """It could be another device's, which would end."""
    added(player, game)
    [_, device] = devices(player, game, game.tokens[0])
    body = {"code": code_for(player, game), "name": "Phone", "id": device["id"]}
    assert places(player.post("/v1/devices", body)) == ["/id"]
    assert device in devices(player, game, game.tokens[0])


def test_a_device_replaces_its_own_token(player: Player, game: Game) -> None:
    """The others keep theirs."""
    other = added(player, game)
    of_other, of_first = (replace_token(player, game, each.tokens[0]) for each in (other, game))
    assert [player.get_view(game, token)["you"] for token in (of_other, of_first)] == [0, 0]
    assert [player.get_view(game, each.tokens[0])["you"] for each in (other, game)] == [None, None]
    assert [each["current"] for each in devices(player, game, of_other)] == [False, True]


def test_a_seat_that_is_left_has_no_devices(player: Player) -> None:
    """One of them leaves it for all."""
    game = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    other = added(player, game)
    assert player.delete(f"{game.path}/seats/0", other.tokens[0]).status_code == 200
    assert [player.get_view(game, each.tokens[0])["you"] for each in (game, other)] == [None, None]


def test_the_owners_token_of_a_device_manages_its_game_only(player: Player, game: Game) -> None:
    """It lists no games, and creates none."""
    other = added(player, game)
    listed = player.get("/v1/games", other.owner)
    assert problem(listed) == (401, "unknown-token")
    assert "further device" in listed.json["detail"]
    assert problem(player.post("/v1/games", {"players": 1}, other.owner)) == (401, "unknown-token")


# Rematches


def rematch_token(player: Player, game: Game, token: str) -> str | None:
    """The token that a device gets in the rematch of a game."""
    answer = player.post(f"{game.path}/rematch", {}, token)
    assert answer.status_code in {200, 201}, answer.text
    return next((each["token"] for each in answer.json["seats"]), None)


def the_rematch(player: Player, game: Game) -> Game:
    """The rematch of a game."""
    view = player.get_view(game)
    return Game(f"/v1/games/{view['next']}", [], view)


@pytest.mark.parametrize("is_first", [True, False])
def test_each_device_goes_on_in_the_rematch(player: Player, lost: Game, is_first: bool) -> None:
    """Each has a token of its own there, also if another one has created it; the list of devices goes on, too."""
    other = added(player, lost)
    order = (lost, other) if is_first else (other, lost)
    tokens = [rematch_token(player, lost, each.tokens[0]) for each in order]
    following = the_rematch(player, lost)
    assert tokens[0] != tokens[1]
    assert [player.get_view(following, token)["you"] for token in tokens] == [0, 0]
    assert [each["current"] for each in devices(player, following, str(tokens[0]))] == [is_first, not is_first]
    assert [rematch_token(player, lost, each.tokens[0]) for each in order] == tokens
    assert [each["name"] for each in devices(player, following, other.owner)] == [None, "Phone"]


def test_a_device_that_was_ended_has_no_token_in_the_rematch(player: Player, lost: Game) -> None:
    """Whether it had fetched it or not, and though its token of the game before is valid."""
    others = [added(player, lost), added(player, lost)]
    first = rematch_token(player, lost, lost.tokens[0])
    following = the_rematch(player, lost)
    fetched = rematch_token(player, lost, others[0].tokens[0])
    for device in devices(player, following, str(first))[1:]:
        assert end(player, following, str(first), device["id"]).status_code == 204
    assert player.get_view(following, fetched)["you"] is None
    assert [rematch_token(player, lost, other.tokens[0]) for other in others] == [None, None]


def test_the_end_of_a_device_holds_in_the_rematches(player: Player, lost: Game) -> None:
    """Of a seat that has fetched its token there, and of the owner; in the second rematch, too."""
    other = added(player, lost)
    [_, device] = devices(player, lost, lost.tokens[0])
    before, games, fetched = lost, [lost], other.tokens
    for _ in range(2):
        tokens = [str(rematch_token(player, before, token)) for token in before.tokens]
        fetched = [str(rematch_token(player, before, token)) for token in fetched]
        before = Game(the_rematch(player, before).path, tokens, {})
        games.append(before)
        for token in tokens:
            player.post(f"{before.path}/give-up", {"agree": True}, token)
    for token in (lost.tokens[0], lost.owner):
        assert end(player, lost, token, device["id"]).status_code == 204
    for game in games:
        assert problem(player.get(f"{game.path}/devices", other.owner)) == (401, "unknown-token")
    for game in games[1:]:
        assert [each["id"] for each in devices(player, game, game.tokens[0])] == ["first"]
    assert player.get_view(games[2], fetched[0])["you"] is None
    assert player.get_view(games[2], fetched[1])["you"] == 1


def test_the_end_of_a_device_leaves_a_new_holder_its_seat(player: Player, lost: Game) -> None:
    """Of the rematch, in which the seat was opened and taken."""
    other = added(player, lost)
    rematch_token(player, lost, lost.tokens[0])
    following = the_rematch(player, lost)
    player.put(f"{following.path}/seats/0", {"open": True}, lost.owner)
    token = player.post(f"{following.path}/seats/0", {"name": "Cy"}).json["seats"][0]["token"]
    assert end(player, lost, other.tokens[0], "first").status_code == 204
    assert player.get_view(following, token)["you"] == 0


def test_a_first_device_that_was_ended_has_no_rematch(player: Player, lost: Game) -> None:
    """In neither game."""
    other = added(player, lost)
    assert end(player, lost, other.tokens[0], "first").status_code == 204
    token = rematch_token(player, lost, other.tokens[0])
    assert problem(player.post(f"{lost.path}/rematch", {}, lost.tokens[0])) == (401, "unknown-token")
    assert [each["id"] for each in devices(player, the_rematch(player, lost), str(token))] != ["first"]


def test_a_device_replaces_its_token_in_the_rematch(player: Player, lost: Game) -> None:
    """The one of the game before does not bring the former one back."""
    other = added(player, lost)
    token = str(rematch_token(player, lost, other.tokens[0]))
    following = the_rematch(player, lost)
    new = replace_token(player, following, token)
    assert rematch_token(player, lost, other.tokens[0]) is None
    assert player.get_view(following, new)["you"] == 0


# Lost tokens: the owner opens the seat of a player


def test_the_owner_opens_the_seat_of_a_player(player: Player) -> None:
    """Of whom all devices lose it; the game waits without hands, and the next holder goes on in it. All see that."""
    game = player.create(2, seed=SEED, seats=[{"name": "Ana"}, {"name": "Bo"}], turn_seconds=3600)
    other = added(player, game)
    player.act(game, LOSING[0])
    with streamed(player, game, other.tokens[1], "?after=2") as stream:
        opened = player.put(f"{game.path}/seats/1", {"open": True}, game.owner)
        assert list(stream) == []
    assert (opened.status_code, opened.json["status"], opened.json["deadline"]) == (200, "waiting", None)
    assert [player.get_view(game, each.tokens[1])["you"] for each in (game, other)] == [None, None]
    assert player.get_view(game, game.tokens[0])["hand"] is None
    assert problem(player.act(game, LOSING[1], 3, game.tokens[0])) == (409, "game-not-started")
    taken = player.post(f"{game.path}/seats/1", {"name": "Cy"}).json
    assert (taken["game"]["status"], taken["game"]["hand"][0], bool(taken["game"]["deadline"])) == (
        "active",
        "2C",
        True,
    )
    events = player.events(game)
    assert [(each["type"], each["seat"], each.get("name")) for each in events[1:]] == [
        ("seat-left", 1, None),
        ("seat-taken", 1, "Cy"),
    ]
    assert player.act(game, LOSING[1], 4, game.tokens[0]).status_code == 200


def test_an_agent_takes_over_for_a_player(player: Player, agent: tuple[str, str]) -> None:
    """In its inbox as in any game; the record tells the player's actions from the agent's."""
    game = player.seated(None, agent[0], seed=SEED)
    player.lose(game, agent[1], 2)
    assert player.put(f"{game.path}/seats/0", {"open": True}, game.owner).status_code == 200
    assert player.turns(agent[1]) == []
    assert problem(player.put(f"{game.path}/seats/1", {"open": True}, game.owner)) == (409, "game-started")
    assert player.put(f"{game.path}/seats/0", {"agent": agent[0]}, game.owner).json["status"] == "active"
    assert [view["id"] for view in player.turns(agent[1])] == [game.id]
    for action in LOSING[2:]:
        assert player.act(game, action, player.get_view(game)["version"], agent[1]).status_code == 200
    assert [event["agent"] for event in player.record(game)["events"]] == [None, None, *[agent[0]] * 3]


def test_a_device_alone_is_present(player: Player) -> None:
    """Also if the first one has ended; not any more for an open seat."""
    game = player.create(2)
    other = added(player, game)
    end(player, game, other.tokens[0], "first")
    with streamed(player, game, other.tokens[0]):
        assert [each["present"] for each in player.get(f"{game.path}/presence").json["seats"]] == [True, False]
    player.put(f"{game.path}/seats/0", {"open": True}, game.owner)
    assert [each["present"] for each in player.get(f"{game.path}/presence").json["seats"]] == [False, False]


def open_seat(player: Player, game: Game, seat: int) -> TestResponse:
    """Open a seat as the owner."""
    return player.put(f"{game.path}/seats/{seat}", {"open": True}, game.owner)


@pytest.mark.parametrize("actions", [0, 1])
def test_a_game_that_waits_again_is_neither_cancelled_nor_left(
    player: Player, agent: tuple[str, str], actions: int
) -> None:
    """It has started: with or without an action, agents keep their seats."""
    game = player.seated(None, agent[0], None, seed=SEED)
    for _ in range(actions):
        assert player.act(game, "yield").status_code == 200
    assert open_seat(player, game, 2).status_code == 200
    assert problem(player.delete(game.path, game.owner)) == (409, "game-started")
    assert problem(player.delete(f"{game.path}/seats/0", game.tokens[0])) == (409, "game-started")
    assert problem(open_seat(player, game, 1)) == (409, "game-started")


def test_a_game_that_waits_again_is_given_up(player: Player) -> None:
    """By the people who hold seats; its rematch waits for a player, too. One that has never started is not."""
    game = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    agree = (f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    assert problem(player.post(*agree)) == (409, "game-not-started")
    player.post(f"{game.path}/seats/1", {"name": "Bo"})
    open_seat(player, game, 1)
    assert player.post(*agree).json["status"] == "lost"
    rematch = player.post(f"{game.path}/rematch", {}, game.tokens[0]).json["game"]
    assert (rematch["status"], [seat["held"] for seat in rematch["seats"]]) == ("waiting", [True, False])


def test_the_owner_gives_up_a_game_without_players(player: Player, agent: tuple[str, str]) -> None:
    """Which waits for one."""
    game = player.seated(None, agent[0])
    open_seat(player, game, 0)
    assert player.post(f"{game.path}/give-up", {"agree": True}, game.owner).json["status"] == "lost"


def test_agreements_end_when_a_seat_is_opened(player: Player, agent: tuple[str, str]) -> None:
    """So that the last one of the others ends the game."""
    game = player.create(2)
    agree = (f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    assert player.post(*agree).json["status"] == "active"
    open_seat(player, game, 1)
    filled = player.put(f"{game.path}/seats/1", {"agent": agent[0]}, game.owner).json
    assert (filled["status"], filled["seats"][0]["gives_up"]) == ("active", False)
    assert player.post(*agree).json["status"] == "lost"


def test_advice_that_was_asked_before_is_not_given(player: Player, game: Game, adviser: Adviser) -> None:
    """A wrong answer would tell the cards of the hand; the next holder has not asked."""
    question = ask(player, game, adviser).json["id"]
    open_seat(player, game, 0)
    assert adviser.questions() == []
    assert problem(adviser.put(question, {"actions": [BEST]})) == (404, "unknown-question")
    token = player.post(f"{game.path}/seats/0", {"name": "Cy"}).json["seats"][0]["token"]
    assert problem(adviser.put(question, {"actions": [BEST]})) == (404, "unknown-question")
    assert player.get(f"{game.path}/advice/{question}", token).json["status"] == "failed"


def test_an_opened_seat_has_the_time_that_was_left(app: Flask, player: Player) -> None:
    """However often it is taken; the next turn has all of it."""
    game = player.create(2, seed=SEED, seats=[{"name": "Ana"}, {"name": "Bo"}], turn_seconds=3600)
    services_of(app).repository.update(
        game.id, lambda known, _: Transition(replace(known, deadline=known.updated_at + 600_000))
    )

    def left_s(view: dict[str, Any]) -> float:
        return (datetime.fromisoformat(view["deadline"]) - datetime.fromisoformat(view["updated_at"])).total_seconds()

    for _ in range(2):
        assert open_seat(player, game, 0).json["deadline"] is None
        taken = player.post(f"{game.path}/seats/0", {"name": "Cy"}).json
        assert 0 < left_s(taken["game"]) <= 600
    after = player.act(game, LOSING[0], taken["game"]["version"], taken["seats"][0]["token"])
    assert left_s(after.json) == 3600


def test_a_stand_in_ends_with_its_seat(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """After a timeout: it does not see the hand of the next holder; one of another seat goes on."""
    game = player.create(2, turn_seconds=3600, on_timeout=f"bot:{agent[0]}")
    exceed_deadline(app, game.id)
    assert player.get_view(game)["stand_in"] == agent[0]
    open_seat(player, game, 1)
    assert player.post(f"{game.path}/seats/1", {"name": "Cy"}).json["game"]["stand_in"] == agent[0]
    open_seat(player, game, 0)
    assert player.post(f"{game.path}/seats/0", {"name": "Cy"}).json["game"]["stand_in"] is None
    assert player.get_view(game, agent[1])["hand"] is None


def test_a_listed_game_waits_and_runs_in_the_lists(player: Player) -> None:
    """In one of them at a time."""
    game = player.create(2, seed=SEED, listed=True)

    def found() -> list[str]:
        groups = ("waiting", "active", "over")
        return [
            group for group in groups if game.id in [each["id"] for each in player.items(f"/v1/games?status={group}")]
        ]

    assert found() == ["active"]
    player.put(f"{game.path}/seats/1", {"open": True}, game.owner)
    assert found() == ["waiting"]
    player.post(f"{game.path}/seats/1", {"name": "Cy"})
    assert found() == ["active"]


def test_seats_of_the_deal_of_a_day_stay_with_their_players(player: Player) -> None:
    """Its results are compared as theirs; so do those of a finished game."""
    daily = player.create(2, deal="today")
    assert problem(player.put(f"{daily.path}/seats/1", {"open": True}, daily.owner)) == (409, "game-started")
    over = player.create(seed=SEED)
    player.lose(over)
    assert problem(player.put(f"{over.path}/seats/1", {"open": True}, over.owner)) == (409, "game-over")


def test_others_open_no_seat(player: Player, game: Game) -> None:
    """A player does not, by its own token or one of another game's owner."""
    answers = [
        player.put(f"{game.path}/seats/1", {"open": True}, each) for each in (game.tokens[0], player.create().owner)
    ]
    assert [problem(answer) for answer in answers] == [(403, "not-the-owner"), (401, "unknown-token")]
