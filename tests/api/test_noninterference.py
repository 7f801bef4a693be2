"""Hidden information does not influence anything that a client can fetch, byte by byte.

Two games are dealt from seeds that give a viewer the same hand and the same enemy: a few thousand seeds contain such a
pair. The same actions are taken in both, as long as the rules make them indistinguishable for the viewer. All responses
are compared, except for ids, commitments and times; the seeds and the nonces of the two games differ.

Two keys of the server give such a pair as deals of one day. Their responses are equal after the end of the games, too.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import count, islice
from random import Random
from typing import Any

import httpx
import pytest
from flask import Flask
from game_clocks import Calendar
from players import bearing
from redis import Redis

import regicide
from regicide import Action, Position
from regicide_api.domain.daily_deal import Day

pytestmark = pytest.mark.costly

MOST_ACTIONS = 4
OF_THE_DAY: dict[str, object] = {"deal": "today", "listed": False, "advice": "none"}
"""The members of the request for a game with the deal of the day."""
REFUSED = ("KS+X1", "-KS", "yield", "flip", ">0", ">9", "AC+AD", "2C+2D", "nonsense")


@pytest.mark.parametrize(
    ("players", "viewer"), [(players, seat) for players in (1, 2, 3, 4) for seat in range(players)]
)
def test_a_seat_cannot_distinguish_games_by_hidden_cards(app: Flask, players: int, viewer: int) -> None:
    """By views, events, errors or lengths."""
    with client_of(app) as client:
        compare(client, players, viewer, "token")


@pytest.mark.parametrize(("players", "viewer"), [(1, 0), (3, 1), (4, 3)])
def test_an_agent_cannot_distinguish_games_by_hidden_cards(app: Flask, players: int, viewer: int) -> None:
    """By these or by its inbox."""
    with client_of(app) as client:
        compare(client, players, viewer, "agent")


@pytest.mark.parametrize(("players", "viewer"), [(1, 0), (3, 1)])
def test_a_stand_in_cannot_distinguish_games_by_hidden_cards(app: Flask, players: int, viewer: int) -> None:
    """It sees what the holder of its seat sees."""
    with client_of(app) as client:
        compare(client, players, viewer, "stand-in")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_spectator_cannot_distinguish_games_by_hidden_cards(app: Flask, players: int) -> None:
    """All hands are hidden."""
    with client_of(app) as client:
        compare(client, players, None, "nobody")


@pytest.mark.parametrize("begin", ["actions", "position"])
@pytest.mark.parametrize(("players", "viewer"), [(2, 1), (3, None)])
def test_a_game_that_is_not_begun_at_its_deal_has_the_same_secrets(
    app: Flask, players: int, viewer: int | None, begin: str
) -> None:
    """After given actions, and from a position: the text of the position is one of them."""
    with client_of(app) as client:
        compare(client, players, viewer, "token", begin)


@pytest.mark.parametrize(("players", "viewer"), [(2, 1), (3, None)])
def test_visible_differences_are_detected(app: Flask, players: int, viewer: int | None) -> None:
    """By the same comparison."""
    with client_of(app) as client:
        adviser = new_adviser(client)
        one, other = (created(adviser, {"seed": seed}, players, viewer, "token") for seed in ("a", "b"))
        assert [*fetched(one, 1)] != [*fetched(other, 1)]
        assert one.ask(0, 1)[1] != other.ask(0, 1)[1]


@pytest.mark.parametrize(
    "access",
    [(1, 0, "token"), (1, 0, "agent"), (1, None, "nobody"), (2, 1, "token"), (2, 0, "agent"), (2, None, "nobody")],
)
def test_the_end_of_a_game_of_the_day_tells_its_hands_alone(
    app: Flask, valkey_url: str, calendar: Calendar, access: tuple[int, int | None, str]
) -> None:
    """Until the day is over, no response depends on the seed or the tavern; then the same responses do."""
    worlds = []
    with client_of(app) as client, Redis.from_url(valkey_url) as redis:
        for key in twin_keys(calendar.today, *access[:2]):
            redis.set("constant:days", key)
            worlds.append(created(new_adviser(client), OF_THE_DAY, *access))
        assert_equal(worlds, 1, fetched)
        version = max(map(give_up, worlds))
        assert_equal(worlds, version, looked_back)
        calendar.set("2031-05-06T00:00")
        one, other = ([*looked_back(world, version)] for world in worlds)
        assert sum(mine != theirs for mine, theirs in zip(one, other, strict=True)) > 5


def give_up(world: World) -> int:
    """Let all players, or the owner, give up. The hands, which the end tells, do not differ from then on.

    Returns the version.
    """
    for token in (*world.tokens, world.owner):
        world.client.post(f"/v1/games/{world.id}/give-up", json={"agree": True}, headers=bearing(token))
    view = world.client.get(f"/v1/games/{world.id}", headers=world.viewer).json()
    assert view["status"] == "lost"
    for seat, hand in enumerate(view["hands"]):
        if seat != view["you"]:
            world.differing[json.dumps(hand, separators=(",", ":"))] = HAND
    version: int = view["version"]
    return version


def assert_equal(worlds: list[World], version: int, responses: Callable[[World, int], Iterator[object]]) -> None:
    """Compare the responses that a viewer gets in two games."""
    for one, other in zip(*(responses(world, version) for world in worlds), strict=True):
        assert one == other


def compare(client: httpx.Client, players: int, viewer: int | None, by: str, begin: str = "deal") -> None:
    """Play two games that are indistinguishable for a viewer, and compare all responses."""
    positions = [regicide.Position.new(seed, players) for seed in twins(players, viewer)]
    given = indistinguishable(*positions, viewer)[:1] if begin == "actions" else []
    wishes = [
        {"position": str(first)} if begin == "position" else {"seed": first.seed, "actions": [*map(str, given)]}
        for first in positions
    ]
    adviser = new_adviser(client)
    worlds = [created(adviser, wish, players, viewer, by) for wish in wishes]
    positions = [regicide.apply(position, action) for position in positions for action in given] or positions
    rng, version = Random(f"{players} {viewer}"), 1 + len(given) + (by == "stand-in")
    for _ in range(MOST_ACTIONS):
        assert_equal(worlds, version, fetched)
        actions = indistinguishable(*positions, viewer)
        if not actions:
            break
        action = rng.choice(actions)
        compare_advice(worlds, positions[0].turn == viewer, positions[0].turn, version, action)
        version += 1
        answers = [world.act(positions[0].turn, version, action) for world in worlds]
        assert [answer[0] for answer in answers] == [200, 200]
        assert viewer != positions[0].turn or answers[0] == answers[1]
        positions = [regicide.apply(position, action) for position in positions]
        version += 1
    assert version > 1
    assert positions[0].hands != positions[1].hands or positions[0].tavern != positions[1].tavern


def compare_advice(worlds: list[World], is_viewers: bool, seat: int, version: int, action: Action) -> None:
    """Ask for advice in two games, and compare what the viewer gets; if the viewer asks, also what the adviser gets."""
    asked, others = (world.ask(seat, version) for world in worlds)
    assert [asked[0][0], others[0][0]] == [202, 202]
    assert asked == others or not is_viewers
    one, other = (world.answer(action) for world in worlds)
    assert one == other
    assert (one[0] == 200) is is_viewers
    assert is_viewers or str(action) not in one[2]


@cache
def twins(players: int, viewer: int | None) -> tuple[str, str]:
    """Two seeds with different deals that are equal for a viewer."""
    one, other = twin_numbers("twin/{}".format, players, viewer)
    return f"twin/{one}", f"twin/{other}"


@cache
def twin_keys(date: str, players: int, viewer: int | None) -> tuple[bytes, bytes]:
    """Two keys of the server whose deals of the day are such twins."""
    one, other = twin_numbers(partial(seed_of_day, date, players), players, viewer)
    return b"%d" % one, b"%d" % other


def seed_of_day(date: str, players: int, number: int) -> str:
    """The seed of a day with a numbered key of the server."""
    return Day(date, b"%d" % number).seed(players)


def twin_numbers(seed_of: Callable[[int], str], players: int, viewer: int | None) -> tuple[int, int]:
    """The numbers of two seeds with different deals that are equal for a viewer."""
    dealt: dict[object, int] = {}
    for number in count():
        castle, _, hands = regicide.deal(seed_of(number), players)
        visible = castle[0], None if viewer is None else hands[viewer]
        if visible in dealt and playable(seed_of(dealt[visible]), seed_of(number), players, viewer):
            return dealt[visible], number
        dealt[visible] = number
    raise AssertionError


def playable(one: str, other: str, players: int, viewer: int | None) -> bool:
    """Whether both games have a legal action with the same visible effects."""
    return bool(indistinguishable(regicide.Position.new(one, players), regicide.Position.new(other, players), viewer))


def indistinguishable(one: Position, other: Position, viewer: int | None) -> list[Action]:
    """The actions that are legal in both positions, and whose effects are equal for a viewer."""
    shared = {*one.legal_actions} & {*other.legal_actions}
    return sorted(
        (action for action in shared if visible_effects(one, action, viewer) == visible_effects(other, action, viewer)),
        key=str,
    )


def visible_effects(position: Position, action: Action, viewer: int | None) -> object:
    """The effects of an action for a viewer; only the fact of the end, which reveals the seed."""
    after, effects = regicide.step(position, action)
    if after.outcome:
        return object()
    return regicide.observe(after, viewer), [effect.to_json(viewer) for effect in effects]


def unchanging(world: World, you: int | None) -> Iterator[object]:
    """The responses to requests about seats that change nothing."""
    path = "/v1/games/GAME"
    yield world.fetch("DELETE", path)
    yield world.fetch("POST", f"{path}/give-up", {"agree": False})
    for seat in range(5):
        yield from (world.fetch("DELETE", f"{path}/seats/{seat}{rest}") for rest in ("", "/stand-in"))
        yield from (world.fetch("PUT", f"{path}/seats/{seat}{rest}", {"agent": "-"}) for rest in ("", "/stand-in"))
        yield world.fetch("PUT", f"{path}/seats/{seat}", {"open": True})
        if seat != you:
            yield world.fetch(
                "POST", f"{path}/seats/{seat}/token", **{"Idempotency-Key": f"seat-{seat}".ljust(22, ".")}
            )


def readings(world: World, version: int) -> Iterator[object]:
    """The responses of a viewer to the requests about a game that change nothing."""
    path = "/v1/games/GAME"
    yield from (world.fetch(method, path) for method in ("GET", "HEAD", "OPTIONS", "PUT"))
    yield world.fetch("GET", path, **{"If-None-Match": world.etag()})
    yield world.fetch("GET", path, **{"Accept-Language": "ca", "Accept-Encoding": "gzip"})
    yield from (world.fetch("GET", f"{path}?seat={seat}") for seat in range(5))
    yield from (world.fetch("GET", f"{path}?include=previews{rest}") for rest in ("", "&seat=0", "&seat=1"))
    yield from (world.fetch("GET", f"{path}/events?after={after}") for after in range(version + 2))
    yield world.fetch("GET", f"{path}/events?wait=60") if version > 1 else None
    yield world.stream(version) if version > 1 else None
    yield world.fetch("POST", "/v1/games/views", {"games": [{"id": world.id}, {"id": world.id, "seat": 0}]})
    yield world.fetch("POST", "/v1/games/views", {"games": [{"id": world.id, "token": world.token}]})
    yield world.agent_stream()
    yield from (world.fetch("GET", f"{path}/{rest}") for rest in ("presence", "record"))
    yield world.fetch("GET", f"{path}/review?agent={world.adviser.name}")
    yield world.fetch("POST", f"{path}/actions", {"version": version + 1, "action": "yield"})
    for query in ("", "?include=previews"):
        status, headers, inbox = world.fetch("GET", f"/v1/agents/me/turns{query}")
        yield status, {name: value for name, value in headers.items() if name != "etag"}, inbox  # names agent and games
    yield from (world.fetch("GET", f"/v1/agents/me{path}") for path in ("", "/games", "/games?status=over"))
    owner = {"Authorization": f"Bearer {world.owner}"}
    yield from (world.fetch("GET", f"/v1/games?status={status}", **owner) for status in ("active", "over"))
    yield world.fetch("GET", "/v1/records", **owner)


def looked_back(world: World, version: int) -> Iterator[object]:
    """The responses to these requests, and to one about a past turn, of a game that is over."""
    yield world.fetch("POST", "/v1/games/GAME/advice", {"version": 1, "agent": world.adviser.name, "seat": 0})
    yield from readings(world, version)


def fetched(world: World, version: int) -> Iterator[object]:
    """All responses that a viewer can fetch of a running game."""
    path = "/v1/games/GAME"
    seen = json.loads(world.fetch("GET", path)[2])
    yield from readings(world, version)
    yield world.fetch("POST", f"{path}/advice", {"version": version, "agent": "nobody-here"})
    yield world.fetch("POST", f"{path}/rematch")
    yield world.fetch("POST", f"{path}/signals", {"signal": "eager"}) if seen["phase"] != "appoint" else None
    yield from (world.fetch("POST", f"{path}/seats/{seat}", {"name": "M"}) for seat in range(5))
    yield from unchanging(world, seen["you"])
    for action in {*REFUSED} - {*seen["legal_actions"]}:
        yield world.fetch("POST", f"{path}/actions", {"version": version, "action": action})
    listed = json.loads(world.fetch("GET", "/v1/games?limit=100")[2])["items"]
    yield [item for item in listed if item["id"] == "GAME"]


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
QUESTION = re.compile(r"[0-9a-f]{20}-adviser-[0-9a-f]{12}")
CURSOR = re.compile(r"\d{14}-GAME")
TIME_OF_VALIDATOR = re.compile(r'-[0-9a-f]{11}"')

HAND = "HAND"
"""The placeholder of a hand that the end of a game shows. The lengths of responses differ with it."""

Answer = tuple[int, dict[str, str], str]


@dataclass(frozen=True)
class Adviser:
    """An agent that gives advice and has no seat."""

    client: httpx.Client
    name: str
    token: str

    def questions(self) -> list[dict[str, Any]]:
        """The questions in its inbox."""
        answer = self.client.get(
            "/v1/agents/me/turns?questions=20&include=previews", headers=bearing(self.token)
        ).raise_for_status()
        found: list[dict[str, Any]] = answer.json()["questions"]
        return found


@dataclass(frozen=True)
class World:
    """A game as one viewer accesses it."""

    client: httpx.Client
    id: str
    agent: str
    """The name of an agent; it holds the viewer's seat, if it has one by an agent's token."""
    owner: str
    """The token of the owner of the game."""
    tokens: list[str]
    viewer: dict[str, str]
    """The viewer's Authorization header; empty for a spectator."""
    differing: dict[str, str]
    """Values that differ between games, and their placeholders."""
    adviser: Adviser
    place: str
    """The place in the events of the agent's games before the game."""

    def fetch(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """A response for the viewer, without the members that differ."""
        sent = self.viewer | {"X-Request-ID": "same", **headers}
        answer = self.client.request(method, path.replace("GAME", self.id), json=body, headers=sent)
        visible = {name: self.plain(value) for name, value in answer.headers.items() if name != "date"}
        visible["etag"] = TIME_OF_VALIDATOR.sub("-TIME", visible.get("etag", ""))
        if HAND in self.differing.values():
            visible.pop("content-length", None)
        return answer.status_code, visible, self.plain(answer.text)

    @property
    def token(self) -> str:
        """The viewer's token; for a spectator a text that is not a token."""
        return self.viewer.get("Authorization", "Bearer none").partition(" ")[2]

    def etag(self) -> str:
        """The ETag of the view."""
        return self.client.get(f"/v1/games/{self.id}", headers=self.viewer).headers["ETag"]

    def agent_stream(self) -> str:
        """The bytes of the events of the agent's game in the stream of its games, without the ids of its places."""
        if self.token.startswith(f"{self.agent}."):
            place = f"/v1/agents/me/events?after={self.place}"
            headers, read = self.viewer | {"Accept": "text/event-stream"}, ""
            with self.client.stream("GET", place, headers=headers) as answer:
                for part in islice(answer.iter_text(), 2):
                    read += part
            return self.plain(re.sub("id: .*", "id: PLACE", read))
        return ""

    def stream(self, version: int) -> str:
        """The bytes of the event stream up to a version."""
        headers, read = self.viewer | {"Accept": "text/event-stream", "Last-Event-ID": "1"}, ""
        with self.client.stream("GET", f"/v1/games/{self.id}/events", headers=headers) as answer:
            for part in answer.iter_text():
                read += part
                if f"id: {version}\n" in read and read.endswith("\n\n"):
                    break
        return self.plain(read)

    def act(self, seat: int, version: int, action: Action) -> Answer:
        """The response to an action; an action of the viewer's seat uses the viewer's token."""
        bearer = {"Authorization": f"Bearer {self.tokens[seat]}"}
        body = {"version": version, "action": str(action)}
        return self.fetch("POST", "/v1/games/GAME/actions", body, **bearer)

    def plain(self, text: str) -> str:
        """A text without the parts that differ."""
        for own, common in self.differing.items():
            text = text.replace(own, common)
        return QUESTION.sub("QUESTION", CURSOR.sub("CURSOR", TIME.sub("TIME", text)))

    def ask(self, seat: int, version: int) -> tuple[Answer, str]:
        """Ask the adviser from the seat to act. Returns the response, and the question as the adviser gets it."""
        bearer = bearing(self.tokens[seat])
        asked = self.fetch("POST", "/v1/games/GAME/advice", {"version": version, "agent": self.adviser.name}, **bearer)
        question = next(each for each in self.adviser.questions() if each["game"] == self.id)
        return asked, self.plain(json.dumps(question))

    def answer(self, action: Action) -> Answer:
        """Let the adviser answer the question about the game with an action. Returns the advice for the viewer."""
        question = next(each["id"] for each in self.adviser.questions() if each["game"] == self.id)
        rated = [{"action": str(action), "won": 0.5, "defeated": 6, "share": 1}]
        path, bearer = f"/v1/agents/me/questions/{question}", bearing(self.adviser.token)
        self.client.put(path, json={"actions": rated}, headers=bearer).raise_for_status()
        return self.fetch("GET", f"/v1/games/GAME/advice/{question}")


def client_of(app: Flask) -> httpx.Client:
    """A client of the application in this process, which sees the bytes of its responses."""
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://127.0.0.1")


def new_adviser(client: httpx.Client) -> Adviser:
    """A new agent that gives advice."""
    wish = {"name": f"adviser-{secrets.token_hex(6)}", "advises": True, "reviews": True}
    agent = client.post("/v1/agents", json=wish).raise_for_status().json()
    return Adviser(client, agent["name"], agent["token"])


def created(adviser: Adviser, wish: dict[str, object], players: int, viewer: int | None, by: str) -> World:
    """A game with these members of its request, as one viewer accesses it."""
    client = adviser.client
    agent = client.post("/v1/agents", json={"name": f"twin-{secrets.token_hex(6)}"}).raise_for_status().json()
    own = client.get("/v1/agents/me/events", headers={"Authorization": f"Bearer {agent['token']}"}).raise_for_status()
    seats = [{"agent": agent["name"]} if (by, seat) == ("agent", viewer) else {"name": "N"} for seat in range(players)]
    request_body = {"players": players, "seats": seats, "listed": True, "advice": "all", **wish}
    answer = client.post("/v1/games", json=request_body).raise_for_status().json()
    tokens = {viewer: agent["token"]} | {each["seat"]: each["token"] for each in answer["seats"]}
    if by == "stand-in":
        path, holder = f"/v1/games/{answer['game']['id']}/seats/{viewer}/stand-in", tokens[viewer]
        client.put(path, json={"agent": agent["name"]}, headers=bearing(holder)).raise_for_status()
        tokens[viewer] = agent["token"]
    token, game = None if viewer is None else tokens[viewer], answer["game"]
    return World(
        client,
        game["id"],
        agent["name"],
        answer["owner"]["token"],
        [tokens[seat] for seat in range(players)],
        {} if token is None else {"Authorization": f"Bearer {token}"},
        {game["id"]: "GAME", game["commitment"] or "no commitment": "COMMITMENT", agent["name"]: "AGENT"},
        adviser,
        own.json()["resume"],
    )
