"""A token is valid for its seat, an agent's token for its seats, and for no other seat or game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from players import SEED, Game, Player, bearing
from werkzeug.test import TestResponse

Ask = Callable[[Player, Game, str], TestResponse]


def posted(part: str, **body: Any) -> Ask:
    """A request that changes the game."""
    return lambda player, game, token: player.post(game.path + part, body, token)


def fetched(part: str, **headers: str) -> Ask:
    """A request that reads the game."""
    return lambda player, game, token: player.client.get(game.path + part, headers=bearing(token) | headers)


REQUESTS: dict[str, Ask] = {
    "acts": posted("/actions", version=1, action="AD"),
    "signals": posted("/signals", signal="eager"),
    "requests a rematch": posted("/rematch"),
}
READS: dict[str, Ask] = {
    "gets the view": fetched(""),
    "waits": fetched("?wait=1", **{"If-None-Match": '"x"'}),
    "reads the events": fetched("/events"),
    "waits for events": fetched("/events?wait=1"),
    "follows the events": fetched("/events", Accept="text/event-stream"),
    "looks at games": lambda player, game, token: player.post(
        "/v1/games/views", {"games": [{"id": game.view["id"], **({"token": token} if token else {})}]}
    ),
}
TIME_OF_ANSWER = re.compile(rb'"now":"[^"]*"')
SEAT_REQUESTS = {
    "acts": posted("/actions?seat=0", version=1, action="AD"),
    "gets the view": fetched("?seat=0"),
    "reads the events": fetched("/events?seat=0"),
    "follows the events": fetched("/events?seat=0", Accept="text/event-stream"),
    "signals": posted("/signals?seat=0", signal="eager"),
}


@pytest.fixture
def game(player: Player) -> Game:
    """A game of two in which seat 0 has the turn."""
    return player.create(seed=SEED)


@pytest.mark.parametrize("what", REQUESTS)
def test_a_token_is_unknown_to_acts_in_another_game(player: Player, game: Game, what: str) -> None:
    """Even for the same seat of the same deal."""
    for token in player.create(seed=SEED).tokens:
        answer = REQUESTS[what](player, game, token)
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")
    assert player.get_view(game)["version"] == 1


@pytest.mark.parametrize("what", REQUESTS)
def test_an_agent_cannot_act_in_games_without_a_seat(player: Player, game: Game, what: str) -> None:
    """Its token is known, but it holds no seat."""
    answer = REQUESTS[what](player, game, player.register()[1])
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


def content_of(answer: TestResponse) -> list[bytes]:
    """The content of a response; of a stream, the frames up to the first event."""
    if answer.mimetype != "text/event-stream":
        return [TIME_OF_ANSWER.sub(b"", answer.data)]
    frames = iter(answer.response)
    return [next(frames), next(frames)]


@pytest.mark.parametrize("what", READS)
@pytest.mark.parametrize("kind", ["of a seat of another game", "of an agent without a seat", "of a game that is gone"])
def test_a_token_without_a_seat_sees_what_a_spectator_sees(player: Player, game: Game, what: str, kind: str) -> None:
    """Byte by byte, except for the time of the answer."""
    tokens = {
        "of a seat of another game": player.create(seed=SEED).token,
        "of an agent without a seat": player.register()[1],
    }
    token = tokens.get(kind, "A" * 32)
    player.act(game, "AD")
    with READS[what](player, game, token) as seen, READS[what](player, game, "") as openly:
        assert (seen.status_code, seen.mimetype) == (200, openly.mimetype)
        assert content_of(seen) == content_of(openly)
        assert seen.headers.get("ETag") == openly.headers.get("ETag")


@pytest.mark.parametrize("what", SEAT_REQUESTS)
def test_a_token_without_a_seat_cannot_name_one(player: Player, game: Game, what: str) -> None:
    """`seat` is the seat of a holder: so a client learns that its token is wrong."""
    for token, code in ((player.create(seed=SEED).token, "unknown-token"), (player.register()[1], "not-your-seat")):
        answer = SEAT_REQUESTS[what](player, game, token)
        is_read = answer.request.method == "GET"
        assert answer.json["code"] == ("not-your-seat" if is_read else code)


@pytest.mark.parametrize("what", SEAT_REQUESTS)
def test_a_token_cannot_act_for_another_seat(player: Player, game: Game, what: str) -> None:
    """The query parameter `seat` does not help."""
    answer = SEAT_REQUESTS[what](player, game, game.tokens[1])
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


@pytest.mark.parametrize("what", SEAT_REQUESTS)
def test_an_agents_token_cannot_act_for_another_seat(player: Player, what: str) -> None:
    """It holds seat 1, and another agent seat 0."""
    (one, _), (other, token) = player.register(), player.register()
    game = player.create(seed=SEED, seats=[{"agent": one}, {"agent": other}])
    answer = SEAT_REQUESTS[what](player, game, token)
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


def test_a_seat_acts_in_its_own_turn_only(player: Player, game: Game) -> None:
    """Even with an action that is legal for the other seat."""
    answer = player.act(game, "AD", token=game.tokens[1])
    assert (answer.status_code, answer.json["code"]) == (409, "not-your-turn")


def test_a_held_seat_cannot_be_taken(player: Player, game: Game) -> None:
    """With or without its token."""
    for token in game.tokens:
        answer = player.post(f"{game.path}/seats/1", {"name": "Eve"}, token)
        assert (answer.status_code, answer.json["code"]) == (409, "seat-taken")


def test_a_rematch_returns_only_the_own_token(player: Player, game: Game) -> None:
    """It is not valid for the other seat, or in the old game."""
    player.lose(game)
    followed = player.post(f"{game.path}/rematch", {}, game.tokens[1])
    [mine], location = followed.json["seats"], followed.headers["Location"]
    assert mine["seat"] == 1
    assert player.client.get(f"{location}?seat=0", headers=bearing(mine["token"])).status_code == 403
    assert player.get_view(game, mine["token"])["you"] is None


@pytest.mark.parametrize("spoil", [str.upper, str.swapcase, lambda text: text[:-1], lambda text: text + "A"])
def test_an_altered_token_is_not_the_token(player: Player, game: Game, spoil: Callable[[str], str]) -> None:
    """A character more, less, or changed: a seat's sees no hand, an agent's is rejected, and both are when they act."""
    seat, agent = game.tokens[0], player.register()[1]
    assert player.get_view(game, spoil(seat))["you"] is None
    answers = [player.client.get(game.path, headers=bearing(spoil(agent)))]
    answers += [player.act(game, "AD", token=spoil(token)) for token in (seat, agent)]
    assert [(answer.status_code, answer.json["code"]) for answer in answers] == [(401, "unknown-token")] * 3


def test_an_agents_name_is_not_a_token(player: Player) -> None:
    """With another agent's secret, or without one."""
    (one, _), (_, token) = player.register(), player.register()
    for forged in (f"{one}.{token.partition('.')[2]}", f"{one}.", f"greedy.{token.partition('.')[2]}", "."):
        answer = player.client.get("/v1/agents/me/turns", headers=bearing(forged))
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")
