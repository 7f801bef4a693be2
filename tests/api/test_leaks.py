"""Secrets do not leak: the seed before the end of a game and of the day of its deal, and tokens to other clients.

One game is played through gunicorn with a seed of the server, which the test reads from the store. Meanwhile valid and
invalid requests are sent to every path of the document and to all pages. A game with the deal of a day gets each
operation of the document from each client that knows of it, in this process, whose day a test can end.
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
from commands import TIMEOUT_S
from flask import Flask
from game_clocks import Calendar
from gunicorns import gunicorn
from operations import EXAMPLE, OPERATIONS, Scene, scene
from players import BOTS_KEY, Player, bearing
from published import document
from redis import Redis
from servers import LIMITS_OFF, valkey_server

from regicide_api.domain.game import HostedGame
from regicide_api.endpoints.services import services_of

pytestmark = pytest.mark.costly

LANGUAGES = ("en", "es", "ca", "it")
PAGES = ("/", "/docs", "/problems", "/metrics", "/healthz", "/readyz", "/openapi.json", "/openapi.yaml", "/nowhere")
SEAT_TOKEN = "/v1/games/{game_id}/seats/{seat}/token"
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
KEYS = {kind: f"key-of-the-{kind}-in-this-test" for kind in ("game", "seat", "agent", "token")}
INVITATION = "the-invitation-in-this-test"
ADVICE = "0.135792468"
"""The chance to win in all advice."""
SECRETS = (re.compile(rb"seed=([0-9a-f]{32})"), re.compile(rb'"nonce":"([0-9a-f]{32})"'))
"""The seed and the nonce in the stored state of a game."""


@dataclass
class Game:
    """The game, its secrets, and all responses."""

    client: httpx.Client
    store: Redis
    log: Path
    path: str = ""
    seed: str = ""
    nonce: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    responses: list[str] = field(default_factory=list)
    """Responses with headers before the end of the game, except for `grants`."""
    grants: list[str] = field(default_factory=list)
    """Responses that grant a token to its owner."""
    after: list[str] = field(default_factory=list)
    """Responses after the end of the game."""
    received: list[tuple[str, str]] = field(default_factory=list)
    """All contents of responses, each with the token that the client sent."""
    advice: dict[str, str] = field(default_factory=dict)
    """The ids of advice, each with the token by which it was asked."""

    def send(self, method: str, path: str, responses: list[str], **request: Any) -> httpx.Response:
        """Send a request, and store the response."""
        answer = self.client.request(method, path, **request)
        token = request.get("headers", {}).get("Authorization", "").partition(" ")[2]
        self.received.append((token, answer.text))
        responses.append(f"{method} {path}\n{answer.status_code} {answer.headers.raw!r}\n{answer.text}")
        return answer

    def create(self, kind: str, path: str, body: object, token: str | None = None) -> Any:
        """Send a creating request twice with one key. Returns both responses."""
        headers = {"Idempotency-Key": KEYS[kind]} | bearing(token)
        answers = [self.send("POST", path, self.grants, json=body, headers=headers) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].content == answers[1].content
        return answers[0].json()

    def get_view(self, holder: str, responses: list[str]) -> Any:
        """Get the game."""
        return self.send("GET", self.path, responses, headers=bearing(self.tokens[holder])).json()

    def probe(self) -> None:
        """Send valid and invalid requests to every path."""
        languages, holders = cycle(LANGUAGES), cycle([*self.tokens.values(), None, "no-token"])
        wishes = [{"id": self.path.rpartition("/")[2], "token": token} for token in self.tokens.values()]
        wrong_seat = {"players": 1, "seats": [{"agent": "leaky-bot", "invitation": "a-guess-of-a-stranger"}]}
        bodies = cycle(
            [
                *({}, {"version": 1, "action": "KS"}, {"players": 9, "seed": 7}, {"signal": "eager"}, {"name": "x"}),
                {"version": 1, "agent": "adviser"},
                *({"agree": False}, wrong_seat, {"agent": "leaky-bot"}, {"games": wishes}),
            ]
        )
        self.send("POST", "/v1/games/views", self.responses, json={"games": wishes})
        queries = cycle(["", "?seat=0", "?seat=2", "?wait=0", "?after=0", "?limit=0", f"?token={self.tokens['ana']}"])
        for template, method in product([*document()["paths"], *PAGES], METHODS):
            if (method, template) in {("DELETE", "/v1/agents/me"), ("POST", SEAT_TOKEN)}:
                continue  # the agent plays on, with the token that it has, and so do the others
            for _ in range(2):
                path = self.filled(template) + next(queries)
                headers = bearing(next(holders)) | {"Accept-Language": next(languages)}
                body = {"json": next(bodies)} if method in {"POST", "PUT"} else {}
                self.send(method, path, self.responses, headers=headers, **body)
        for code, language in product(("overloaded", "unknown-token", self.tokens["bo"]), LANGUAGES):
            self.send("GET", f"/problems/{code}", self.responses, headers={"Accept-Language": language})

    def filled(self, template: str) -> str:
        """The path of a template for this game."""
        asked = next(reversed(self.advice), "0" * 20 + "-adviser")
        filled = template.replace("/v1/games/{game_id}", self.path).replace("{seat}", "1")
        return filled.replace("{advice_id}", asked).replace("{question_id}", asked)

    def ask(self, adviser: str) -> None:
        """Ask for advice from the seat to act, let the adviser answer, and fetch the advice with all tokens."""
        view = self.get_view("ana", self.responses)
        asker = bearing(self.tokens[("ana", "bo", "agent")[view["turn"]]])
        wish = {"version": view["version"], "agent": "adviser"}
        asked = self.send("POST", f"{self.path}/advice", self.responses, json=wish, headers=asker).json()["id"]
        self.advice[asked] = asker["Authorization"].partition(" ")[2]
        inbox = self.client.get("/v1/agents/me/turns?questions=20", headers=bearing(adviser)).json()["questions"]
        [question] = [each["view"] for each in inbox if each["id"] == asked]
        rated = [{"action": question["legal_actions"][0], "won": float(ADVICE), "defeated": 6, "share": 1}]
        path = f"/v1/agents/me/questions/{asked}"
        assert self.client.put(path, json={"actions": rated}, headers=bearing(adviser)).status_code == 204
        for token in [*self.tokens.values(), adviser, None]:
            self.send("GET", f"{self.path}/advice/{asked}", self.responses, headers=bearing(token))

    def act(self) -> bool:
        """Take the first legal action. Returns whether the game continues."""
        seat = self.get_view("ana", self.responses)["turn"]
        holder = ("ana", "bo", "agent")[seat]
        view = self.get_view(holder, self.responses)
        body = {"version": view["version"], "action": view["legal_actions"][0]}
        responses: list[str] = []
        answer = self.send("POST", f"{self.path}/actions", responses, json=body, headers=bearing(self.tokens[holder]))
        assert answer.status_code == 200, answer.text
        continues = answer.json()["result"] is None
        (self.responses if continues else self.after).extend(responses)
        return continues


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game after its end, with all responses."""
    directory = tmp_path_factory.mktemp("gunicorn")
    settings = {**LIMITS_OFF, "BOTS_KEY": BOTS_KEY}
    with (
        valkey_server() as url,
        Redis.from_url(url) as store,
        gunicorn(directory, REDIS_URL=url, **settings) as server,
        httpx.Client(base_url=server.url, timeout=TIMEOUT_S) as client,
    ):
        game = Game(client, store, server.log)
        play(game)
        yield game


def play(game: Game) -> None:
    """Play the game with two clients and an agent, and probe the server before each action."""
    body = {"name": "leaky-bot", "seating": "invited", "invitation": INVITATION}
    former = game.create("agent", "/v1/agents", body)
    agent = game.create("token", "/v1/agents/me/token", None, former["token"])
    seats = [{"name": "Ana"}, {"open": True}, {"agent": "leaky-bot", "invitation": INVITATION}]
    wish = {"players": 3, "seats": seats, "listed": True, "turn_seconds": 3600, "advice": "all"}
    created = game.create("game", "/v1/games", wish)
    game.path = f"/v1/games/{created['game']['id']}"
    taken = game.create("seat", f"{game.path}/seats/1", {"name": "Bo"})
    game.tokens = {
        "ana": created["seats"][0]["token"],
        "bo": taken["seats"][0]["token"],
        "agent": agent["token"],
        "former": former["token"],
        "owner": created["owner"]["token"],
    }
    game.seed, game.nonce = secrets_of(game)
    adviser = game.client.post("/v1/agents", json={"name": "adviser", "advises": True}).json()["token"]
    game.ask(adviser)
    game.probe()
    count = 0
    while game.act():
        count += 1
        if count == 4:
            game.ask(adviser)
            game.probe()
            game.create("game", "/v1/games", wish)
    game.send("GET", f"{game.path}/record", game.after)
    for holder in ("ana", "bo"):
        game.send("POST", f"{game.path}/rematch", game.grants, headers=bearing(game.tokens[holder]))


def secrets_of(game: Game) -> list[str]:
    """The seed and the nonce in the store."""
    record: Any = game.store.get(f"game:{{{game.path.rpartition('/')[2]}}}")
    return [re.findall(pattern, record)[0].decode() for pattern in SECRETS]


def dumped(store: Redis) -> dict[bytes, bytes]:
    """All values of the store by key, as text."""
    read = {b"string": "get", b"hash": "hgetall", b"list": "lrange", b"zset": "zrange"}
    found: dict[bytes, bytes] = {}
    for key in store.scan_iter():
        kind: Any = store.type(key)
        bounds = (0, -1) if kind in {b"list", b"zset"} else ()
        value: Any = getattr(store, read[kind])(key, *bounds)
        found[key] = value if isinstance(value, bytes) else repr(value).encode()
    return found


def those_with(secrets: list[str], texts: list[str]) -> list[str]:
    """The texts that contain a secret, forwards, backwards, or in capitals."""
    forms = [form for secret in secrets for form in (secret, secret[::-1], secret.upper())]
    return [text for text in texts if any(form in text for form in forms)]


def test_no_response_contains_seed_or_nonce_before_the_end(played: Game) -> None:
    """For any request, in any language, including the repeated creation."""
    assert len(played.responses) > 500
    assert not those_with([played.seed, played.nonce], [*played.responses, *played.grants[:10]])


def test_the_searched_secrets_are_the_real_ones(played: Game) -> None:
    """Responses contain them after the end."""
    record = json.loads(played.after[-1].splitlines()[-1])
    assert (record["seed"], record["nonce"]) == (played.seed, played.nonce)
    assert those_with([played.seed], played.after) == those_with([played.nonce], played.after) == played.after


def test_only_creating_responses_contain_tokens(played: Game) -> None:
    """Except for an error that quotes the sender's own path."""
    tokens = [*played.tokens.values()]
    echoes = [token for token in tokens if f"/problems/{token}" in "".join(played.responses)]
    responses = [
        text for text in played.responses if not any(text.startswith(f"GET /problems/{token}") for token in echoes)
    ]
    assert len(responses) > len(played.responses) - 10
    assert not those_with(tokens, [text.partition("\n")[2] for text in responses])


def test_each_token_was_given_to_its_owner_alone(played: Game) -> None:
    """The creation returns the creator's tokens, not those of other seats."""
    owners = (
        ("/v1/agents\n", ["former"]),
        ("/v1/agents/me/token\n", ["agent"]),
        ("/v1/games\n", ["ana", "owner"]),
        ("/seats/1", ["bo"]),
    )
    for kind, owned in owners:
        answers = [text for text in played.grants if f"POST {kind}" in text or text.partition("\n")[0].endswith(kind)]
        assert answers
        assert all(those_with([played.tokens[name]], answers) == answers for name in owned)
        assert not those_with([token for name, token in played.tokens.items() if name not in owned], answers)


def test_no_response_contains_the_invitation(played: Game) -> None:
    """Not even the answer to its own agent; nor do the log and the store."""
    there = [repr(part) for item in dumped(played.store).items() for part in item]
    texts = [*played.responses, *played.grants, *played.after, *there, played.log.read_text()]
    assert not those_with([INVITATION], texts)


def test_only_the_seat_that_asked_gets_advice(played: Game) -> None:
    """Neither other seats, spectators, the owner, nor the adviser do, before the end of the game."""
    told = {token for token, content in played.received if ADVICE in content}
    assert told == {*played.advice.values()}
    assert len(told) < len(played.tokens)


def test_the_log_has_no_seed_and_no_token(played: Game) -> None:
    """Even after the end; nor an Idempotency-Key."""
    text = played.log.read_text()
    assert text.count("\n") > 100
    assert not those_with([played.seed, played.nonce, BOTS_KEY, *played.tokens.values(), *KEYS.values()], [text])


def test_the_store_has_no_token(played: Game) -> None:
    """In keys or values; nor a key that decrypts cached responses."""
    there = [repr(part) for item in dumped(played.store).items() for part in item]
    assert len(there) > 10
    assert not those_with([BOTS_KEY, *played.tokens.values(), *KEYS.values()], there)


def test_no_redis_key_contains_a_seed(played: Game) -> None:
    """Monitoring shows keys; the seed and the nonce are only in the game's value."""
    there = dumped(played.store)
    assert not those_with([played.seed, played.nonce], list(map(repr, there)))
    for secret in (played.seed, played.nonce):
        assert [key for key, value in there.items() if secret.encode() in value] == [
            f"game:{{{played.path.rpartition('/')[2]}}}".encode()
        ]


def test_tokens_and_seeds_have_more_than_128_bits(played: Game) -> None:
    """192 bits in Base64, 128 bits in hexadecimal for the seed; all differ."""
    tokens = [re.split("[.~]", token)[-1] for token in played.tokens.values()]
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{32}", token) for token in tokens)
    assert len({*tokens}) == len(tokens)
    assert re.fullmatch(r"[0-9a-f]{32}", played.seed)


LASTING = {"end_agent", "replace_token", "replace_seat_token"}
"""Operations that take a token from its sender, which has to send more."""


def telling(about: Scene, senders: list[str | None], secrets: set[str], *methods: str) -> set[str]:
    """The ids of the operations of these methods of which a response to a sender has a secret."""
    found = set()
    for name, sender in product(OPERATIONS.keys() - LASTING, senders):
        body = {"games": [{"id": about.game.id, "token": sender or "none"}]} if name == "get_views" else EXAMPLE
        queries = {"get_review": [f"?agent={about.agent}"], "list_games": ["?status=active", "?status=over"]}
        for query in queries.get(name, [""]) if OPERATIONS[name].method in methods else []:
            answer = about.send(name, sender, body, query)
            found |= {name} if those_with([*secrets], [f"{answer.headers!r}{answer.text}"]) else set()
    return found


def test_no_operation_tells_the_deal_of_a_day_before_it_is_over(app: Flask, player: Player, calendar: Calendar) -> None:
    """Neither while the game runs nor after its end; then four operations tell it, to the same clients."""
    about = scene(player, seed=None, advice=None, deal="today")
    senders, stored = [*about.game.tokens, about.game.owner, about.agent_token, None], services_of(app).repository.get
    secrets = secrets_of_deal(stored(about.game.id))
    assert telling(about, senders, secrets, "GET") == set()
    player.play_out(about.game)
    secrets |= secrets_of_deal(stored(about.game.id))
    assert telling(about, senders, secrets, "GET", "POST", "PUT", "PATCH", "DELETE") == set()
    calendar.set("2031-05-06T00:00")
    told = telling(about, senders, secrets, "GET", "POST") - {"act"}  # the example may repeat an action of the game
    assert told == {"get_game", "get_views", "get_record", "get_records"}


def secrets_of_deal(game: HostedGame) -> set[str]:
    """What tells the deal of a game, or lets a client check a guess of it: seed, nonce, and the texts of positions."""
    return {game.position.seed, str(game.nonce), str(game.first_position), str(game.position)}
