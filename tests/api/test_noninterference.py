"""What somebody may not know makes no difference to anything that they can fetch, byte by byte.

Two games are dealt by seeds that give a viewer the same hand and the same enemy: among a few thousand seeds there is
such a pair. The same actions are taken in both, as long as the viewer cannot tell them apart by the rules. All answers
are compared, but for what has to differ: ids, commitments, and times.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random

import httpx
import pytest

import regicide
from regicide import Action, Position

MOST_ACTIONS = 4
REFUSED = ("KS+X1", "-KS", "yield", "flip", ">0", ">9", "AC+AD", "2C+2D", "nonsense")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
TIME_OF_VALIDATOR = re.compile(r'-[0-9a-f]{11}"')

Answer = tuple[int, dict[str, str], str]


@dataclass(frozen=True)
class World:
    """A game, in the eyes of a viewer."""

    client: httpx.Client
    id: str
    agent: str
    """The name of an agent; it holds the viewer's seat, if it has one by an agent's token."""
    tokens: list[str]
    viewer: dict[str, str]
    """What the viewer shows: a token, or nothing."""
    differing: dict[str, str]
    """What has to differ from other games, and what stands for it."""

    def fetch(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """An answer to the viewer, without what has to differ."""
        sent = self.viewer | {"X-Request-ID": "same", **headers}
        answer = self.client.request(method, path.replace("GAME", self.id), json=body, headers=sent)
        told = {name: self.plain(value) for name, value in answer.headers.items() if name != "date"}
        told["etag"] = TIME_OF_VALIDATOR.sub("-TIME", told.get("etag", ""))
        return answer.status_code, told, self.plain(answer.text)

    def etag(self) -> str:
        """The validator of the view, as it is."""
        return self.client.get(f"/v1/games/{self.id}", headers=self.viewer).headers["ETag"]

    def stream(self, version: int) -> str:
        """The bytes of the stream of events, up to a version."""
        headers, read = self.viewer | {"Accept": "text/event-stream", "Last-Event-ID": "1"}, ""
        with self.client.stream("GET", f"/v1/games/{self.id}/events", headers=headers) as answer:
            for part in answer.iter_text():
                read += part
                if f"id: {version}\n" in read and read.endswith("\n\n"):
                    break
        return self.plain(read)

    def act(self, seat: int, version: int, action: Action) -> Answer:
        """What the answer to an action is; the viewer's seat is asked to act by the viewer's token."""
        bearer = {"Authorization": f"Bearer {self.tokens[seat]}"}
        body = {"version": version, "action": str(action)}
        return self.fetch("POST", "/v1/games/GAME/actions", body, **bearer)

    def plain(self, text: str) -> str:
        """A text without what has to differ."""
        for own, common in self.differing.items():
            text = text.replace(own, common)
        return TIME.sub("TIME", text)


@pytest.mark.parametrize(
    ("players", "viewer"), [(players, seat) for players in (1, 2, 3, 4) for seat in range(players)]
)
def test_a_seat_cannot_tell_games_apart_by_what_is_hidden(server_url: str, players: int, viewer: int) -> None:
    """Neither from views nor from events, errors, or lengths."""
    with httpx.Client(base_url=server_url) as client:
        compare(client, players, viewer, "token")


@pytest.mark.parametrize(("players", "viewer"), [(1, 0), (3, 1), (4, 3)])
def test_an_agent_cannot_tell_games_apart_by_what_is_hidden(server_url: str, players: int, viewer: int) -> None:
    """Neither from those nor from its inbox."""
    with httpx.Client(base_url=server_url) as client:
        compare(client, players, viewer, "agent")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_spectator_cannot_tell_games_apart_by_what_is_hidden(server_url: str, players: int) -> None:
    """All hands are hidden."""
    with httpx.Client(base_url=server_url) as client:
        compare(client, players, None, "nobody")


@pytest.mark.parametrize(("players", "viewer"), [(2, 1), (3, None)])
def test_what_is_not_hidden_is_told_apart(server_url: str, players: int, viewer: int | None) -> None:
    """Deals that do not look the same are not, to the same comparison."""
    with httpx.Client(base_url=server_url) as client:
        one, other = (created(client, seed, players, viewer, "token") for seed in ("a", "b"))
        assert [*fetched(one, 1)] != [*fetched(other, 1)]


def compare(client: httpx.Client, players: int, viewer: int | None, by: str) -> None:
    """Play two games that a viewer cannot tell apart, and compare all that it is told."""
    seeds = twins(players, viewer)
    worlds = [created(client, seed, players, viewer, by) for seed in seeds]
    positions = [regicide.Position.new(seed, players) for seed in seeds]
    rng, version = Random(f"{players} {viewer}"), 1
    for _ in range(MOST_ACTIONS):
        for one, other in zip(*(fetched(world, version) for world in worlds), strict=True):
            assert one == other
        actions = indistinguishable(*positions, viewer)
        if not actions:
            break
        action = rng.choice(actions)
        answers = [world.act(positions[0].turn, version, action) for world in worlds]
        assert [answer[0] for answer in answers] == [200, 200]
        assert viewer != positions[0].turn or answers[0] == answers[1]
        positions = [regicide.apply(position, action) for position in positions]
        version += 1
    assert version > 1
    assert positions[0].hands != positions[1].hands or positions[0].tavern != positions[1].tavern


@cache
def twins(players: int, viewer: int | None) -> tuple[str, str]:
    """Two seeds whose deals look the same to a viewer, and are not."""
    dealt: dict[object, str] = {}
    for seed in (f"twin/{number}" for number in count()):
        castle, _, hands = regicide.deal(seed, players)
        look = castle[0], None if viewer is None else hands[viewer]
        if look in dealt and playable(dealt[look], seed, players, viewer):
            return dealt[look], seed
        dealt[look] = seed
    raise AssertionError


def playable(one: str, other: str, players: int, viewer: int | None) -> bool:
    """Whether something can be done in both games that looks the same to a viewer."""
    return bool(indistinguishable(regicide.Position.new(one, players), regicide.Position.new(other, players), viewer))


def indistinguishable(one: Position, other: Position, viewer: int | None) -> list[Action]:
    """The actions that are legal in both positions, and after which the rules tell a viewer the same in both."""
    shared = {*one.legal_actions} & {*other.legal_actions}
    return sorted((action for action in shared if told(one, action, viewer) == told(other, action, viewer)), key=str)


def told(position: Position, action: Action, viewer: int | None) -> object:
    """What the rules tell a viewer of an action; of the end of a game, which shows the seed, that it is one."""
    after, effects = regicide.step(position, action)
    if after.outcome:
        return object()
    return regicide.observe(after, viewer), [effect.to_json(viewer) for effect in effects]


def created(client: httpx.Client, seed: str, players: int, viewer: int | None, by: str) -> World:
    """A game of a seed, in the eyes of a viewer."""
    agent = client.post("/v1/agents", json={"name": f"twin-{secrets.token_hex(6)}"}).raise_for_status().json()
    seats = [{"agent": agent["name"]} if (by, seat) == ("agent", viewer) else {"name": "N"} for seat in range(players)]
    wish = {"players": players, "seed": seed, "seats": seats, "listed": True}
    answer = client.post("/v1/games", json=wish).raise_for_status().json()
    tokens = {viewer: agent["token"]} | {each["seat"]: each["token"] for each in answer["seats"]}
    token, game = None if viewer is None else tokens[viewer], answer["game"]
    return World(
        client,
        game["id"],
        agent["name"],
        [tokens[seat] for seat in range(players)],
        {} if token is None else {"Authorization": f"Bearer {token}"},
        {game["id"]: "GAME", game["commitment"]: "COMMITMENT", agent["name"]: "AGENT"},
    )


def fetched(world: World, version: int) -> Iterator[object]:
    """All that a viewer can fetch of a game."""
    path = "/v1/games/GAME"
    look = world.fetch("GET", path)
    seen = json.loads(look[2])
    yield look
    yield from (world.fetch(method, path) for method in ("HEAD", "OPTIONS", "PUT"))
    yield world.fetch("GET", path, **{"If-None-Match": world.etag()})
    yield world.fetch("GET", path, **{"Accept-Language": "ca", "Accept-Encoding": "gzip"})
    yield from (world.fetch("GET", f"{path}?seat={seat}") for seat in range(5))
    yield from (world.fetch("GET", f"{path}/events?after={after}") for after in range(version + 2))
    yield world.stream(version) if version > 1 else None
    yield world.fetch("GET", f"{path}/record")
    yield world.fetch("POST", f"{path}/rematch")
    yield world.fetch("POST", f"{path}/signals", {"signal": "eager"}) if seen["phase"] != "appoint" else None
    yield from (world.fetch("POST", f"{path}/seats/{seat}", {"name": "M"}) for seat in range(5))
    for action in {*REFUSED} - {*seen["legal_actions"]}:
        yield world.fetch("POST", f"{path}/actions", {"version": version, "action": action})
    yield world.fetch("POST", f"{path}/actions", {"version": version + 1, "action": "yield"})
    status, headers, inbox = world.fetch("GET", "/v1/agents/me/turns")
    yield status, {name: value for name, value in headers.items() if name != "etag"}, inbox  # names agent and games
    listed = json.loads(world.fetch("GET", "/v1/games?limit=100")[2])["items"]
    yield [item for item in listed if item["id"] == "GAME"]
