"""Idempotency-Key: repeats of a creating request get the response of the first one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask, Response
from players import SEED, Game, Player, bearing, problem
from redis import Redis

from regicide import Message
from regicide_api.core.errors import InvalidParameter
from regicide_api.http.idempotency import CachedResponse
from regicide_api.storage.game_store import Store

MARK_BYTES = 8
"""The length of the mark of a pending request."""


@pytest.fixture
def key() -> str:
    """An unused key."""
    return str(uuid4())


def create(player: Player, key: str, body: object = None, path: str = "/v1/games", token: str | None = None) -> Any:
    """Send a creating request with a key."""
    headers = {"Idempotency-Key": key} | bearing(token)
    return player.client.post(path, json={"players": 2} if body is None else body, headers=headers)


def test_the_same_request_gets_the_same_answer(player: Player, key: str) -> None:
    """Status, headers and body, tokens included; `Idempotent-Replayed`, which scripts of other origins can read."""
    first, second = create(player, key), create(player, key)
    assert (second.status_code, second.data) == (201, first.data)
    assert second.headers["Location"] == first.headers["Location"]
    assert [answer.headers.get("Idempotent-Replayed") for answer in (first, second)] == [None, "true"]
    assert "Idempotent-Replayed" in second.headers["Access-Control-Expose-Headers"]


SPELLINGS = (
    b'{"players":2,"seats":[{"name":"Ana"},{"name":"\xc3\xa9"}],"first_player":1}',
    b'{ "first_player": 1,\n  "seats": [{"name": "Ana"}, {"name": "\\u00e9"}], "players": 2 }',
    b'{"players":2.0,"seats":[{"name":"An\\u0061"},{"name":"\\u00E9"}],"first_player":10e-1}',
)
"""Texts of one JSON value."""


@pytest.mark.parametrize("body", SPELLINGS)
def test_the_value_of_the_body_counts_not_its_bytes(player: Player, key: str, body: bytes) -> None:
    """Clients write the same object in different ways (RFC 8785)."""
    first = send(player, key, SPELLINGS[0])
    assert (first.status_code, send(player, key, body).data) == (201, first.data)
    assert send(player, str(uuid4()), body).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        b'{"players":2,"seats":[{"name":"\xc3\xa9"},{"name":"Ana"}],"first_player":1}',
        b'{"players":2,"seats":[{"name":"Ana"},{"name":"\xc3\xa9"}],"first_player":true}',
        b'{"players":2,"seats":[{"name":"Ana"},{"name":"\xc3\xa9"}],"first_player":"1"}',
        b'{"players":3}',
        b'{"players":2,"players":2,"seats":[{"name":"Ana"},{"name":"\xc3\xa9"}],"first_player":1}',
        b"[" * 1000 + b"]" * 1000,
        b"{",
        b"",
    ],
    ids=lambda body: body[-40:].decode(),
)
def test_another_value_is_another_request(player: Player, key: str, body: bytes) -> None:
    """Including a body that is not valid: another order of a list, another type, a duplicate member."""
    send(player, key, SPELLINGS[0])
    assert problem(send(player, key, body)) == (422, "idempotency-key-reused")


@pytest.mark.parametrize("spellings", [(b"", b"{}"), (b"{ }", b"")], ids=str)
@pytest.mark.parametrize("operation", ["rematch", "seats/0/token"])
def test_no_body_is_an_empty_object(player: Player, key: str, operation: str, spellings: tuple[bytes, bytes]) -> None:
    """In operations whose body is optional."""
    game = player.create(seed=SEED)
    player.lose(game)
    headers = {"Content-Type": "application/json", "Idempotency-Key": key} | bearing(game.tokens[0])
    path = f"{game.path}/{operation}"
    first, second = (player.client.post(path, data=body, headers=headers) for body in spellings)
    assert (second.status_code, second.data) == (first.status_code, first.data) == (201, first.data)
    assert second.headers["Idempotent-Replayed"] == "true"


def send(player: Player, key: str, body: bytes) -> Any:
    """Send a creating request of these bytes with a key."""
    return player.client.post("/v1/games", data=body, content_type="application/json", headers={"Idempotency-Key": key})


@pytest.mark.parametrize("operation", ["rematch", "seats/0/token"])
def test_an_operation_that_can_be_repeated_for_ever_keeps_no_response(
    player: Player, operation: str, store: Redis
) -> None:
    """So a finished game does not fill the store: the keys are new each time."""
    game = player.create(seed=SEED)
    player.lose(game)
    create(player, str(uuid4()), {}, f"{game.path}/rematch", game.tokens[0])
    token = game.tokens[0]
    before = {*store.scan_iter("kept:*")}
    for _ in range(3):
        answer = create(player, str(uuid4()), {}, f"{game.path}/{operation}", token)
        assert answer.status_code in {200, 201}
        token = answer.json.get("token", token)
    assert {*store.scan_iter("kept:*")} <= before


def test_a_key_identifies_one_operation(player: Player, key: str) -> None:
    """Taking a seat and creating a game are different requests."""
    game = player.create(2, seats=[{"name": "Ana"}, {"open": True}])
    create(player, key)
    assert create(player, key, {"name": "Bo"}, f"{game.path}/seats/1").json["game"]["you"] == 1


def test_a_key_is_good_for_its_sender_alone(player: Player, key: str, lost: Game) -> None:
    """Another seat that requests the rematch with the key gets the token of its own seat."""
    answers = [create(player, key, {}, f"{lost.path}/rematch", token) for token in lost.tokens]
    assert [answer.json["seats"][0]["seat"] for answer in answers] == [0, 1]


def test_the_same_text_split_elsewhere_is_another_request(player: Player, key: str) -> None:
    """Sender and key are told apart by their lengths."""
    path = f"{player.create(1, seats=[{'open': True}]).path}/seats/0"
    first = player.client.post(path, json={"name": "Bo"}, headers={"Idempotency-Key": f"aa:{key}"})
    sender = {"Authorization": "aa", "Idempotency-Key": key}
    second = player.client.post(path, json={"name": "Bo"}, headers=sender)
    assert (first.status_code, second.status_code) == (201, 409)


def test_error_responses_are_not_cached(player: Player, key: str) -> None:
    """The corrected request may use the key."""
    assert create(player, key, {"players": 9}).status_code == 422
    assert create(player, key).status_code == 201


@pytest.mark.parametrize("key", ["", "1", "x" * 21, "x" * 256, "é" * 22, "a\tb" + "x" * 22])
def test_an_invalid_key_is_rejected(player: Player, key: str) -> None:
    """22 to 255 printable ASCII characters: a client that guesses a key gets the tokens."""
    answer = create(player, key)
    assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "Idempotency-Key")
    assert "22 to 255" in answer.json["errors"][0]["detail"]
    assert "uuidgen" in answer.json["errors"][0]["detail"]


@pytest.mark.parametrize("length", [22, 255])
def test_a_key_has_22_to_255_characters(player: Player, length: int) -> None:
    """All others are rejected."""
    assert create(player, uuid4().hex.ljust(length, "~")[:length]).status_code == 201


def test_the_store_alone_gives_no_token_away(player: Player, key: str, store: Redis) -> None:
    """The stored bytes contain neither a token nor the key."""
    token = create(player, key).json["seats"][0]["token"]
    names = [name for name in store.scan_iter() if store.type(name) == b"string"]
    contents = {name: store.get(name) for name in names}
    stored = {name: content for name, content in contents.items() if content}  # keys of other tests may have expired
    assert stored
    assert not [name for name, content in stored.items() if token.encode() in content or key.encode() in content + name]


def test_a_slow_failure_does_not_delete_the_response_to_a_repeat(app: Flask, key: str, valkey_url: str) -> None:
    """The repeat takes over after the mark of the first request has expired."""
    store = Store(valkey_url)
    first, repeat, third = (CachedResponse(store, key, "POST /v1/games", "") for _ in range(3))

    def fail_slowly() -> Response:
        with Redis.from_url(valkey_url) as client:
            [mark] = [name for name in client.scan_iter("kept:*") if len(client.get(name) or b"") == MARK_BYTES]
            client.delete(mark)
        assert repeat.get_or_create(lambda: Response("created", 201)).status_code == 201
        raise InvalidParameter("x", Message("x"))

    with app.test_request_context(method="POST", data=b"{}"):
        with pytest.raises(InvalidParameter):
            first.get_or_create(fail_slowly)
        assert third.get_or_create(lambda: Response("created again", 201)).data == b"created"


def test_many_at_once_make_one_game(app: Flask, key: str) -> None:
    """All of them get it."""
    start = Barrier(8)

    def send(_: int) -> Any:
        start.wait()
        return create(Player(app.test_client()), key)

    with ThreadPoolExecutor(8) as threads:
        answers = [*threads.map(send, range(8))]
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
