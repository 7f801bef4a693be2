"""Rate limits: what is counted, for which client, and the headers of responses."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from ipaddress import IPv4Address
from uuid import uuid4

import pytest
from flask import Flask
from players import LOSING, SEED, Game, Player, bearing, problem
from published import ValidatingClient, document
from servers import reserved_port
from werkzeug.test import TestResponse

from regicide_api.app import create_app
from regicide_api.config import ConfigError, Settings
from regicide_api.http.load import UNKNOWN, ClientNetworks, client_networks
from regicide_api.storage.game_store import Store


@pytest.fixture
def address() -> str:
    """A client address that no other test uses."""
    return new_address()


def new_address() -> str:
    """A random address of the networks for benchmarks (RFC 2544)."""
    return str(
        IPv4Address(random.SystemRandom().randrange(int(IPv4Address("198.18.0.0")), int(IPv4Address("198.20.0.0"))))
    )


def application(url: str, limit: str, **others: str) -> Flask:
    """The application with a limit on creating games."""
    app = create_app(Store(url), Settings.from_env({"LIMIT_CREATE_GAME": limit, **others}))
    app.test_client_class = ValidatingClient
    return app


def create(app: Flask, address: str, body: object = None, **headers: str) -> TestResponse:
    """Create a game from an address."""
    environment = {"REMOTE_ADDR": address}
    return app.test_client().post(
        "/v1/games", json=body or {"players": 1}, environ_overrides=environment, headers=headers
    )


def statuses(app: Flask, addresses: list[str]) -> list[int]:
    """Create a game from each of these addresses."""
    return [create(app, address).status_code for address in addresses]


def test_the_headers_have_the_limit_and_the_remaining_requests(valkey_url: str, address: str) -> None:
    """As structured fields: requests in seconds, and requests until seconds have passed."""
    answer = create(application(valkey_url, "5/year"), address)
    assert answer.headers["RateLimit-Policy"] == '"create-game";q=5;w=31104000'
    assert re.fullmatch(r'"create-game";r=4;t=\d+', answer.headers["RateLimit"])


def test_streams_have_the_headers(valkey_url: str, address: str) -> None:
    """The records of an owner, and a finished game's stream, which is 204; the client compares them to the document."""
    app = application(valkey_url, "5/year")
    created = create(app, address, {"players": 2, "seed": SEED, "actions": [*LOSING[:-1]]}).json
    player, path = app.test_client(), f"/v1/games/{created['game']['id']}"
    act = {"version": created["game"]["version"], "action": LOSING[-1]}
    lost = player.post(f"{path}/actions", json=act, headers=bearing(created["seats"][0]["token"])).json
    records = player.get("/v1/records", headers=bearing(created["owner"]["token"]))
    known = {"Accept": "text/event-stream", "Last-Event-ID": str(lost["version"]), "Prefer": "wait=0"}
    stream = player.get(f"{path}/events", headers=known)
    assert (records.status_code, stream.status_code) == (200, 204)
    assert all('"open-stream' in answer.headers["RateLimit"] for answer in (records, stream))


def test_one_request_too_many_is_a_problem(valkey_url: str, address: str) -> None:
    """429 with the seconds to wait."""
    app = application(valkey_url, "1/year")
    create(app, address)
    refused = create(app, address)
    assert problem(refused) == (429, "rate-limited")
    assert refused.headers["RateLimit"] == f'"create-game";r=0;t={refused.headers["Retry-After"]}'
    assert 0 < int(refused.headers["Retry-After"]) <= 31_104_000


def test_a_limit_is_full_again_after_its_seconds(valkey_url: str, address: str) -> None:
    """After the seconds in Retry-After."""
    app = application(valkey_url, "1/2seconds")
    while (refused := create(app, address)).status_code == 201:
        pass
    time.sleep(int(refused.headers["Retry-After"]))
    assert create(app, address).status_code == 201


REFUSED: list[tuple[str, bytes, int]] = [
    ("/v1/games", b'{"players": 9}', 422),
    ("/v1/games", b'{"players": 1, "seats": [{"agent": "nobody-here"}]}', 422),
    ("/v1/games", b"[]", 400),
    ("/v1/games", b" " * 200_000, 413),
    ("/v1/games/batch", b'{"games": [{"players": 0}]}', 422),
    ("/v1/games/batch", b'{"games": ' + b"[" * 5_000, 400),
    ("/v1/games/no-game/rematch", b"{}", 401),
    ("/v1/games/no-game/rematch", b"{", 400),
]


@pytest.mark.parametrize(("path", "body", "status"), REFUSED, ids=lambda given: str(given)[:40])
def test_what_is_refused_counts(valkey_url: str, address: str, path: str, body: bytes, status: int) -> None:
    """Whatever the reason: it costs the server time, too."""
    app = application(valkey_url, "3/year")
    sent = {"content_type": "application/json", "environ_overrides": {"REMOTE_ADDR": address}}
    answers = [app.test_client().post(path, data=body, **sent) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [*[status] * 3, 429]


def test_a_full_store_does_not_count(valkey_url: str, address: str) -> None:
    """Nor does an overloaded process, which rejects the request at the same place."""
    settings = Settings.from_env({"LIMIT_CREATE_GAME": "1/year"})
    full = create_app(Store(valkey_url), replace(settings, creation_share_percent=0))
    assert create(full, address).json["code"] == "store-full"
    assert create(application(valkey_url, "1/year"), address).status_code == 201


def test_guesses_of_an_invitation_count(valkey_url: str, address: str) -> None:
    """Of a single game, and of each game of a batch."""
    app = application(valkey_url, "6/year")
    name, token = Player(app.test_client()).register()
    invited = {"seating": "invited", "invitation": "come-and-play-with-me"}
    app.test_client().patch("/v1/agents/me", json=invited, headers=bearing(token))
    guess = {"players": 1, "seats": [{"agent": name, "invitation": "guess-of-a-stranger"}]}
    assert [create(app, address, guess).status_code for _ in range(2)] == [403, 403]
    batch = {"games": [guess] * 4}
    refused = app.test_client().post("/v1/games/batch", json=batch, environ_overrides={"REMOTE_ADDR": address})
    assert refused.status_code == 403
    right = guess | {"seats": [{"agent": name, "invitation": "come-and-play-with-me"}]}
    assert create(app, address, right).status_code == 429
    assert create(app, new_address(), right).status_code == 201


def test_a_batch_above_the_limit_does_not_count(valkey_url: str, address: str) -> None:
    """The games that the limit allows can be created afterwards."""
    app = application(valkey_url, "2/year")
    batch = {"games": [{"players": 1}] * 3}
    refused = app.test_client().post("/v1/games/batch", json=batch, environ_overrides={"REMOTE_ADDR": address})
    assert (refused.status_code, refused.headers["RateLimit"].split(";")[1]) == (429, "r=2")
    assert refused.json["detail"].startswith("at most 2 requests in 31104000 seconds, and this one counts as 3; ")
    assert statuses(app, [address] * 3) == [201, 201, 429]


def test_getting_a_rematch_that_exists_is_not_limited(valkey_url: str, address: str) -> None:
    """Only the request that creates it counts."""
    app = application(valkey_url, "2/year")
    environment = {"REMOTE_ADDR": address}
    created = create(app, address, {"players": 2, "seed": SEED})
    path, tokens = created.headers["Location"], [seat["token"] for seat in created.json["seats"]]
    game = Game(path, tokens, created.json["game"])
    Player(app.test_client()).lose(game)
    answers = [
        app.test_client().post(f"{path}/rematch", headers=bearing(token), environ_overrides=environment)
        for token in (*tokens, *tokens)
    ]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200]
    assert create(app, address).status_code == 429


def new_site() -> str:
    """The first 48 bits of a random IPv6 address."""
    digits = uuid4().hex
    return f"2001:{digits[:4]}:{digits[4:8]}"


def test_several_limits_hold(valkey_url: str, address: str) -> None:
    """The headers list all of them, the shortest window first."""
    app = application(valkey_url, "3/10years,2/year")
    answer = create(app, address)
    assert answer.headers["RateLimit-Policy"] == '"create-game";q=2;w=31104000, "create-game-10year";q=3;w=311040000'
    assert re.fullmatch(r'"create-game";r=1;t=\d+, "create-game-10year";r=2;t=\d+', answer.headers["RateLimit"])


def test_a_rejected_request_counts_against_the_shorter_window_alone(valkey_url: str, address: str) -> None:
    """A client that retries too fast does not lose its day."""
    app = application(valkey_url, "1/year,2/10years")
    assert statuses(app, [address] * 4) == [201, 429, 429, 429]
    longer = application(valkey_url, "9/2years,2/10years")
    assert create(longer, address).headers["RateLimit"].split(";")[3] == "r=0"


def test_a_day_has_a_limit_by_default() -> None:
    """In addition to that of a minute."""
    limits = Settings.from_env({}).limits
    assert [str(limit) for limit in limits["create-game"]] == ["120 per 1 minute", "3000 per 1 day"]
    assert [str(limit) for limit in limits["create-agent"]] == ["20 per 1 minute", "200 per 1 day"]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        ("1", ["{other}, {ip}", "{another}, {ip}", "{ip}, {other}"], [201, 429, 201]),
        ("1", ["{ip}:4711", "{ip}:4712", "[::ffff:{ip}]:4713"], [201, 429, 429]),
        ("0", ["{other}", "{another}"], [201, 429]),
    ],
    ids=["the last address is the proxy's", "a proxy adds the port", "no proxy is trusted"],
)
def test_a_proxy_is_believed_if_it_is_trusted(
    valkey_url: str, address: str, proxies: str, forwarded: list[str], expected: list[int]
) -> None:
    """About the address of its client; by default none is."""
    app, sender = application(valkey_url, "1/year", TRUSTED_PROXIES=proxies), new_address()
    known = {"ip": address, "other": new_address(), "another": new_address()}
    headers = [each.format(**known) for each in forwarded]
    assert [create(app, sender, **{"X-Forwarded-For": each}).status_code for each in headers] == expected


def test_views_and_actions_have_no_limit(valkey_url: str, address: str) -> None:
    """At the limit, actions are still accepted."""
    app = application(valkey_url, "1/year")
    created = create(app, address)
    act = {"version": 1, "action": created.json["game"]["legal_actions"][0]}
    token = {"Authorization": f"Bearer {created.json['seats'][0]['token']}"}
    acted = app.test_client().post(f"{created.headers['Location']}/actions", json=act, headers=token)
    assert (acted.status_code, "RateLimit" in acted.headers) == (200, False)


def test_a_limit_can_be_turned_off(valkey_url: str, address: str) -> None:
    """Then responses have no rate limit headers."""
    answer = create(application(valkey_url, "0"), address)
    assert (answer.status_code, "RateLimit-Policy" in answer.headers) == (201, False)


def test_a_limiter_without_its_store_is_a_problem(address: str) -> None:
    """Like all requests that need the store."""
    answer = create(application(f"redis://127.0.0.1:{reserved_port()}", "1/year"), address)
    assert problem(answer) == (503, "store-unavailable")


@pytest.mark.parametrize("text", ["120/minute", "1 per 2 hours", "5000/day", "120/minute,3000/day", "1/second, 9/hour"])
def test_a_limit_is_written_in_words_or_short(text: str) -> None:
    """A number of requests per period."""
    assert "create-game" in Settings.from_env({"LIMIT_CREATE_GAME": text}).limits


def take_seat(app: Flask, address: str, path: str, key: str | None = None) -> TestResponse:
    """Ask for seat 1 of a game from an address."""
    headers = {"Idempotency-Key": key} if key else {}
    environment = {"REMOTE_ADDR": address}
    return app.test_client().post(
        f"{path}/seats/1", json={"name": "Bo"}, environ_overrides=environment, headers=headers
    )


def test_keys_without_a_stored_response_are_counted(valkey_url: str, address: str) -> None:
    """As requests without a key are, also if they are refused. Repeats of an answered request are not counted."""
    app = application(valkey_url, "0", LIMIT_TAKE_SEAT="2/year")
    path = create(app, address, {"players": 2, "seats": [{"name": "Ana"}, {"open": True}]}).headers["Location"]
    key = uuid4().hex
    assert [take_seat(app, address, path, key).status_code for _ in range(4)] == [201] * 4
    assert take_seat(app, address, path, uuid4().hex).json["code"] == "seat-taken"
    assert [take_seat(app, address, path, one).json["code"] for one in (uuid4().hex, None)] == ["rate-limited"] * 2
    assert take_seat(app, address, path, key).status_code == 201


def test_the_document_has_the_headers_at_each_response_that_sends_them() -> None:
    """Those of every limited operation, but for a method that it does not have."""
    operations = [operation for path in document()["paths"].values() for operation in path.values()]
    responses = [each["responses"] for each in operations if "operationId" in each]
    described = [{status for status in each if "RateLimit" in each[status].get("headers", {})} for each in responses]
    assert sum(map(bool, described)) > 5
    for each, statuses_with in zip(responses, described, strict=True):
        assert statuses_with in (set(), each.keys() - {"405"})


@pytest.mark.parametrize(
    "text",
    [
        *("x", "120", "120/fortnight", "0/minute", "-1/minute", "999999999999/day"),
        *("1/second;9/minute", "1/second,", "1/second,0/minute"),
    ],
)
def test_an_invalid_limit_is_rejected(text: str) -> None:
    """The message says what is expected."""
    with pytest.raises(ConfigError, match=f"^LIMIT_CREATE_GAME={re.escape(text)}: expected limits such as 120/minute"):
        Settings.from_env({"LIMIT_CREATE_GAME": text})


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (["{ip}", "{ip}", "{other}"], [201, 429, 201]),
        (["{ip}", "::ffff:{ip}", "::ffff:{other}"], [201, 429, 201]),
        (["{site}:1::1", "{site}:1::2", "{site}:2::1"], [201, 429, 201]),
        ([f"{{site}}:{network:x}::1" for network in range(11)], [*[201] * 10, 429]),
        (["{site}:1::1"] * 11 + ["{site}:2::1"], [201, *[429] * 10, 201]),
    ],
    ids=["addresses", "dual stack", "networks of 64 bits", "a site of 48 bits", "refused ones leave the site's"],
)
def test_each_client_has_its_own_count(
    valkey_url: str, address: str, addresses: list[str], expected: list[int]
) -> None:
    """An address of IPv4, a network of IPv6 with 64 bits, and ten times as much for a site with 48 bits."""
    known = {"ip": address, "other": new_address(), "site": new_site()}
    sent = [each.format(**known) for each in addresses]
    assert statuses(application(valkey_url, "1/year"), sent) == expected


SITE = ClientNetworks("2001:db8:1:2::/64", "2001:db8:1::/48")
NETWORKS = {
    ClientNetworks("192.0.2.1"): ["192.0.2.1", "192.0.2.1:4711", " 192.0.2.1 ", "::ffff:192.0.2.1"],
    SITE: ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::", "[2001:db8:1:2::3]:4711", "[2001:db8:1:2::]", "2001:db8:1:2::1%x"],
    ClientNetworks(UNKNOWN): ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5:6", "[", "::1::2", "a" * 9999, "٣.1.1.1"],
}
"""The addresses of each client. Invented texts are one client, so that none is a way around a limit."""


@pytest.mark.parametrize("networks", NETWORKS, ids=str)
def test_the_spelling_of_an_address_makes_no_difference(networks: ClientNetworks) -> None:
    """A port that a proxy adds, the notation of a dual-stack server, or the zone of a link-local address."""
    assert {text: client_networks(text) for text in NETWORKS[networks]} == dict.fromkeys(NETWORKS[networks], networks)
