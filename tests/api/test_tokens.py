"""The tokens of requests: which of them each operation accepts, what others get, and how they are replaced."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import pytest
from operations import OPERATIONS, Scene, scene
from players import SEED, Player, places, problem
from redis import Redis
from werkzeug.test import TestResponse

KEY = {"Idempotency-Key": "a-key-of-22-characters-or-more"}
REQUIRED = [name for name, each in OPERATIONS.items() if "" not in each.schemes]
"""The operations that require a token."""
OF_SEATS, OF_OWNERS, OF_AGENTS = (
    [name for name in REQUIRED if OPERATIONS[name].schemes == {scheme}] for scheme in ("token", "owner", "agentToken")
)
NAMES = {"token": "your seat", "owner": "the `token` of `owner`", "agentToken": "your agent"}
"""How problems name the token of a scheme."""


@pytest.fixture
def about(player: Player) -> Scene:
    """A running game."""
    return scene(player)


@pytest.mark.parametrize("operation", REQUIRED)
def test_a_required_token_is_named(about: Scene, operation: str) -> None:
    """If none is sent. Another scheme of authorization is rejected."""
    answer = about.send(operation, **KEY)
    assert problem(answer) == (401, "token-required")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert any(NAMES[scheme] in answer.json["detail"] for scheme in OPERATIONS[operation].schemes)
    for text in ("Basic dTpw", "Bearer", "Bearer ", "token"):
        assert problem(about.send(operation, Authorization=text, **KEY)) == (401, "token-required")


@pytest.mark.parametrize("operation", REQUIRED)
def test_an_unknown_token_is_rejected(about: Scene, operation: str) -> None:
    """An invented, altered or former token, or the token of another game or ended agent; nothing has changed then."""
    player, former, (_, ended) = about.player, about.game.tokens[0], about.player.register()
    player.delete("/v1/agents/me", ended)
    new = player.post(f"{about.game.path}/seats/0/token", None, former, **{"Idempotency-Key": "k" * 22}).json["token"]
    invented = ["x" * 32, "no-agent.x", "greedy.x", f"{about.agent}.", ".", "a.b.c", "A.b", "a.\xe9", "\xe9.a"]
    altered = [*(new.swapcase(), new[:-1], new + "A"), *(about.agent_token[:-1], about.agent_token.swapcase())]
    other = player.create(seed=SEED)
    if operation != "get_records":  # which has no game: it accepts the token of any owner
        invented.append(other.owner)
    if operation != "end_agent":  # which may be repeated
        invented.append(ended)
    for token in [*invented, *altered, former, *other.tokens]:
        assert (token, *problem(about.send(operation, token, **KEY))) == (token, 401, "unknown-token")
    assert player.get_view(about.game)["version"] == 1


@pytest.mark.parametrize("operation", REQUIRED)
def test_a_token_of_another_kind_is_rejected(about: Scene, operation: str) -> None:
    """A seat's token where an owner's is required, an owner's or an agent's for a seat; nothing has changed then."""
    (seat, other_seat), owner, agent = about.game.tokens, about.game.owner, about.agent_token
    unknown, not_yours, not_owner = (401, "unknown-token"), (403, "not-your-seat"), (403, "not-the-owner")
    expected = {
        "seat": [(owner, unknown), (agent, not_yours)],
        "owner": [(seat, unknown), (agent, unknown)]
        if operation == "get_records"
        else [(seat, not_owner), (agent, not_owner)],
        "agent": [(seat, unknown), (owner, unknown)],
        "either": [(agent, not_yours), *([(owner, not_yours)] if operation == "give_up" else [])],
    }
    holders = {"seat": OF_SEATS, "owner": OF_OWNERS, "agent": OF_AGENTS}
    kind = next((kind for kind, operations in holders.items() if operation in operations), "either")
    refused = expected[kind]
    if kind == "seat" and "{seat}" in OPERATIONS[operation].path:
        refused.append((other_seat, not_yours))
    for token, fault in refused:
        assert (token, *problem(about.send(operation, token, **KEY))) == (token, *fault)
    assert about.player.get_view(about.game)["version"] == 1


@pytest.mark.parametrize("operation", [name for name, each in OPERATIONS.items() if "seat" in each.query])
def test_a_seat_is_named_by_its_holder_alone(about: Scene, operation: str) -> None:
    """By `seat`: so a client learns that its token is wrong, also where others see what a spectator sees."""
    (name, agent), player = about.player.register(), about.player
    held = player.create(seed=SEED, seats=[{"name": "Ana"}, {"agent": name}])
    senders = [(about, about.game.tokens[1]), (about, about.agent_token), (Scene(player, held, name, agent), agent)]
    for where, token in senders:
        assert problem(where.send(operation, token, query="?seat=0")) == (403, "not-your-seat")
    stranger = about.send(operation, player.create(seed=SEED).token, query="?seat=0")
    assert problem(stranger) == ((401, "unknown-token") if operation in REQUIRED else (403, "not-your-seat"))


Read = Callable[[Scene, str], TestResponse]
STREAM = {"Accept": "text/event-stream"}
READS: dict[str, Read] = {
    "gets the view": lambda about, token: about.send("get_game", token),
    "waits": lambda about, token: about.send("get_game", token, query="?wait=1", **{"If-None-Match": '"x"'}),
    "reads the events": lambda about, token: about.send("get_events", token),
    "waits for events": lambda about, token: about.send("get_events", token, query="?wait=1"),
    "follows the events": lambda about, token: about.send("get_events", token, **STREAM),
    "looks at games": lambda about, token: about.send(
        "get_views", None, {"games": [{"id": about.game.id} | ({"token": token} if token else {})]}
    ),
}


def content_of(answer: TestResponse) -> list[bytes]:
    """The content of a response without its time; of a stream, the frames up to the first event."""
    if answer.mimetype != "text/event-stream":
        return [re.sub(rb'"now":"[^"]*"', b"", answer.data)]
    frames = iter(answer.response)
    return [next(frames), next(frames)]


@pytest.mark.parametrize("what", READS)
def test_a_token_without_a_seat_sees_what_a_spectator_sees(about: Scene, what: str) -> None:
    """Byte by byte: of a seat of another game, the owner, an agent without a seat, a game that is gone, altered."""
    strangers = [about.player.create(seed=SEED).token, about.agent_token, "A" * 32, about.game.tokens[0].upper()]
    strangers.append(about.game.owner)
    about.player.act(about.game, "AD")
    for token in strangers:
        with READS[what](about, token) as seen, READS[what](about, "") as openly:
            assert (seen.status_code, seen.mimetype) == (200, openly.mimetype)
            assert content_of(seen) == content_of(openly)
            assert seen.headers.get("ETag") == openly.headers.get("ETag")


@pytest.mark.parametrize("text", ["no-agent.x", "greedy.", "x" * 40 + ".y", "a b.c", "a.\xe9"])
def test_a_token_like_an_agents_is_rejected_where_none_is_required(about: Scene, text: str) -> None:
    """Rather than taken for a spectator's; so is another scheme."""
    for headers, code in (
        ({"Authorization": f"Bearer {text}"}, "unknown-token"),
        ({"Authorization": "Basic x"}, "token-required"),
    ):
        for operation in ("get_game", "get_events", "get_views"):
            assert problem(about.send(operation, **headers)) == (401, code)


def test_the_scheme_is_named_in_any_case(about: Scene) -> None:
    """RFC 9110: the name of a scheme has no case."""
    answer = about.send("get_game", Authorization=f"bearer {about.game.tokens[1]}")
    assert answer.json["you"] == 1


@dataclass
class Holder:
    """Of a seat, or of an agent: its token, and the path of what the token is for."""

    player: Player
    path: str
    token: str
    replacement: str

    def replace(self, token: str, key: str | None = None) -> TestResponse:
        """Replace a token, by default with a new key."""
        return self.player.post(self.replacement, None, token, **{"Idempotency-Key": key or uuid4().hex})

    def is_valid(self, token: str) -> bool:
        """Whether a token is that of the seat or of the agent."""
        answer = self.player.get(self.path, token).json
        return answer.get("you") == 0 or "name" in answer


@pytest.fixture(params=["seat", "agent"])
def holder(player: Player, request: pytest.FixtureRequest) -> Holder:
    """The holder of a seat, and an agent."""
    if request.param == "agent":
        return Holder(player, "/v1/agents/me", player.register()[1], "/v1/agents/me/token")
    game = player.create(seed=SEED)
    return Holder(player, game.path, game.tokens[0], f"{game.path}/seats/0/token")


def forget_responses(valkey_url: str) -> None:
    """Delete all responses that are kept for repeats."""
    with Redis.from_url(valkey_url) as store:
        store.delete(*store.scan_iter("kept:*"), "none")


def test_a_repeat_gets_the_same_token(holder: Holder, valkey_url: str) -> None:
    """By its key, also if the stored response is gone; another key gets none."""
    key = uuid4().hex
    first, second = (holder.replace(holder.token, key) for _ in range(2))
    assert first.json == second.json
    assert [answer.headers.get("Idempotent-Replayed") for answer in (first, second)] == [None, "true"]
    forget_responses(valkey_url)
    assert holder.replace(holder.token, key).json == first.json
    assert problem(holder.replace(holder.token)) == (401, "unknown-token")
    assert holder.is_valid(first.json["token"])


def test_a_repeat_of_the_replacement_before_the_last_grants_nothing(holder: Holder, valkey_url: str) -> None:
    """Its token is invalid."""
    key = uuid4().hex
    second = holder.replace(holder.token, key).json["token"]
    third = holder.replace(second).json["token"]
    forget_responses(valkey_url)
    assert problem(holder.replace(holder.token, key)) == (401, "unknown-token")
    assert holder.is_valid(third)


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "short"}], ids=["none", "short"])
def test_a_replacement_needs_a_key(holder: Holder, headers: dict[str, str]) -> None:
    """Without it, a lost response would lose the seat or the agent. The token stays valid."""
    assert places(holder.player.post(holder.replacement, None, holder.token, **headers)) == ["Idempotency-Key"]
    assert holder.is_valid(holder.token)
