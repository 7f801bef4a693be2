"""What must not be known is not told by anybody to anyone: a seed before the end, a token but to whom it is given.

One game is played through a real gunicorn, with a seed of the server's, which is read from the store to look out for
it. All along, requests right and wrong are sent to every path of the document and to all other pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle, product
from pathlib import Path
from typing import Any

import httpx
import pytest
from gunicorns import gunicorn
from players import BOTS_KEY, bearing
from published import document
from redis import Redis
from servers import valkey_server

LANGUAGES = ("en", "es", "ca", "it")
PAGES = ("/", "/docs", "/problems", "/metrics", "/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/nowhere")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
KEYS = {"game": "key-of-the-game", "seat": "key-of-the-seat", "agent": "key-of-the-agent"}
SEED = re.compile(rb"seed=([0-9a-f]{32})")


@dataclass
class Game:
    """The game, what is secret of it, and all that was answered."""

    client: httpx.Client
    store: Redis
    log: Path
    path: str = ""
    seed: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    """All answers before the end, headers and all, but for those that give a token to whom it belongs."""
    given: list[str] = field(default_factory=list)
    """Those."""
    after: list[str] = field(default_factory=list)
    """What was answered when the game was over."""

    def ask(self, method: str, path: str, heard: list[str], **request: Any) -> httpx.Response:
        """Send a request, and note the answer."""
        answer = self.client.request(method, path, **request)
        heard.append(f"{method} {path}\n{answer.status_code} {answer.headers.raw!r}\n{answer.text}")
        return answer

    def create(self, kind: str, path: str, body: object) -> Any:
        """Create something, twice, with the same key; what was answered both times."""
        answers = [
            self.ask("POST", path, self.given, json=body, headers={"Idempotency-Key": KEYS[kind]}) for _ in range(2)
        ]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].content == answers[1].content
        return answers[0].json()

    def look(self, holder: str, heard: list[str]) -> Any:
        """Look at the game."""
        return self.ask("GET", self.path, heard, headers=bearing(self.tokens[holder])).json()

    def pester(self) -> None:
        """Send all sorts of requests to every path."""
        languages, holders = cycle(LANGUAGES), cycle([*self.tokens.values(), None, "no-token"])
        bodies = cycle(
            [{}, {"version": 1, "action": "KS"}, {"players": 9, "seed": 7}, {"signal": "eager"}, {"name": "x"}]
        )
        queries = cycle(["", "?seat=0", "?seat=2", "?wait=0", "?after=0", "?limit=0", f"?token={self.tokens['ana']}"])
        for template, method in product([*document()["paths"], *PAGES], METHODS):
            for _ in range(2):
                path = self.filled(template) + next(queries)
                headers = bearing(next(holders)) | {"Accept-Language": next(languages)}
                body = {"json": next(bodies)} if method in {"POST", "PUT"} else {}
                self.ask(method, path, self.told, headers=headers, **body)
        for code, language in product(("overloaded", "unknown-token", self.tokens["bo"]), LANGUAGES):
            self.ask("GET", f"/problems/{code}", self.told, headers={"Accept-Language": language})

    def filled(self, template: str) -> str:
        """The path of a template, about this game."""
        return template.replace("/v1/games/{game_id}", self.path).replace("{seat}", "1")

    def act(self) -> bool:
        """Take the first action that is legal; whether the game goes on."""
        seat = self.look("ana", self.told)["turn"]
        holder = ("ana", "bo", "agent")[seat]
        view = self.look(holder, self.told)
        body = {"version": view["version"], "action": view["legal_actions"][0]}
        heard: list[str] = []
        answer = self.ask("POST", f"{self.path}/actions", heard, json=body, headers=bearing(self.tokens[holder]))
        assert answer.status_code == 200, answer.text
        goes_on = answer.json()["result"] is None
        (self.told if goes_on else self.after).extend(heard)
        return goes_on


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game, from its creation to after its end, with everything that was said meanwhile."""
    directory = tmp_path_factory.mktemp("gunicorn")
    settings = {"LIMIT_CREATE_GAME": "0", "LIMIT_CREATE_AGENT": "0", "BOTS_KEY": BOTS_KEY}
    with (
        valkey_server() as url,
        Redis.from_url(url) as store,
        gunicorn(directory, REDIS_URL=url, **settings) as server,
        httpx.Client(base_url=server.url, timeout=30) as client,
    ):
        game = Game(client, store, server.log)
        play(game)
        yield game


def play(game: Game) -> None:
    """Play the game, with two people and an agent, and pester the server all along."""
    agent = game.create("agent", "/v1/agents", {"name": "leaky-bot"})
    seats = [{"name": "Ana"}, {"open": True}, {"agent": "leaky-bot"}]
    created = game.create("game", "/v1/games", {"players": 3, "seats": seats, "listed": True, "turn_seconds": 3600})
    game.path = f"/v1/games/{created['game']['id']}"
    taken = game.create("seat", f"{game.path}/seats/1", {"name": "Bo"})
    game.tokens = {"ana": created["seats"][0]["token"], "bo": taken["seats"][0]["token"], "agent": agent["token"]}
    game.seed = seed_of(game)
    game.pester()
    count = 0
    while game.act():
        count += 1
        if count == 4:
            game.pester()
            game.create("game", "/v1/games", {"players": 3, "seats": seats, "listed": True, "turn_seconds": 3600})
    game.ask("GET", f"{game.path}/record", game.after)
    for holder in ("ana", "bo"):
        game.ask("POST", f"{game.path}/rematch", game.given, headers=bearing(game.tokens[holder]))


def seed_of(game: Game) -> str:
    """The seed, as the store has it."""
    kept: Any = game.store.get(f"game:{{{game.path.rpartition('/')[2]}}}")
    found = SEED.search(kept)
    assert found
    return found[1].decode()


def dumped(store: Redis) -> dict[bytes, bytes]:
    """All that the store has, by its key; values of any kind as one text."""
    read = {b"string": "get", b"hash": "hgetall", b"list": "lrange", b"zset": "zrange"}
    found: dict[bytes, bytes] = {}
    for key in store.scan_iter():
        kind: Any = store.type(key)
        bounds = (0, -1) if kind in {b"list", b"zset"} else ()
        value: Any = getattr(store, read[kind])(key, *bounds)
        found[key] = value if isinstance(value, bytes) else repr(value).encode()
    return found


def those_with(secrets: list[str], texts: list[str]) -> list[str]:
    """The texts that have one of these secrets in them, forwards, backwards, or in capitals."""
    forms = [form for secret in secrets for form in (secret, secret[::-1], secret.upper())]
    return [text for text in texts if any(form in text for form in forms)]


def test_no_answer_has_the_seed_before_the_end(played: Game) -> None:
    """Right or wrong as the request may be, in whichever language; repeats of the creation neither."""
    assert len(played.told) > 500
    assert not those_with([played.seed], [*played.told, *played.given[:7]])


def test_it_was_the_seed_that_was_looked_for(played: Game) -> None:
    """At the end all may know it."""
    record = json.loads(played.after[-1].splitlines()[-1])
    assert record["seed"] == played.seed
    assert those_with([played.seed], played.after) == played.after


def test_no_answer_has_a_token_but_those_that_give_it(played: Game) -> None:
    """An error that repeats what was wrong with a path is the sender's own word."""
    tokens = [*played.tokens.values()]
    echoes = [token for token in tokens if f"/problems/{token}" in "".join(played.told)]
    told = [text for text in played.told if not any(text.startswith(f"GET /problems/{token}") for token in echoes)]
    assert len(told) > len(played.told) - 10
    assert not those_with(tokens, [text.partition("\n")[2] for text in told])


def test_each_token_was_given_to_its_owner_alone(played: Game) -> None:
    """The creation tells that of the creator, not those of the other seats."""
    for kind, owner in (("/v1/agents", "agent"), ("/v1/games\n", "ana"), ("/seats/1", "bo")):
        answers = [text for text in played.given if f"POST {kind}" in text or text.partition("\n")[0].endswith(kind)]
        assert answers
        assert those_with([played.tokens[owner]], answers) == answers
        assert not those_with([token for name, token in played.tokens.items() if name != owner], answers)


def test_the_log_has_no_seed_and_no_token(played: Game) -> None:
    """Not even after the end; nor has it a key that was sent."""
    told = played.log.read_text()
    assert told.count("\n") > 500
    assert not those_with([played.seed, BOTS_KEY, *played.tokens.values(), *KEYS.values()], [told])


def test_the_store_has_no_token(played: Game) -> None:
    """Neither in a name nor in a value; nor what would open the sealed answers."""
    there = [repr(part) for item in dumped(played.store).items() for part in item]
    assert len(there) > 10
    assert not those_with([BOTS_KEY, *played.tokens.values(), *KEYS.values()], there)


def test_no_name_in_the_store_has_a_seed(played: Game) -> None:
    """Names are seen by whoever watches the store, and may be logged there; the seed is in the game's value alone."""
    there = dumped(played.store)
    assert not those_with([played.seed], list(map(repr, there)))
    assert [key for key, value in there.items() if played.seed.encode() in value] == [
        f"game:{{{played.path.rpartition('/')[2]}}}".encode()
    ]


def test_tokens_and_seeds_have_more_than_128_bits(played: Game) -> None:
    """192, in Base64, and for the seed 128, in hexadecimal digits; no two are the same."""
    tokens = [token.rpartition(".")[2] for token in played.tokens.values()]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", token) for token in tokens)
    assert len({*tokens}) == len(tokens)
    assert re.fullmatch(r"[0-9a-f]{32}", played.seed)
