"""The events of a game as a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from long_polls import long_poll
from players import LOSING, SEED, Game, Player, streamed


def test_an_action_is_an_event_with_all_that_it_caused(player: Player, game: Game) -> None:
    """In the order in which it happened."""
    player.act(game, "9S")
    [event] = player.events(game)
    assert (event["version"], event["type"], event["seat"], event["action"]) == (2, "action", 0, "9S")
    assert event["effects"] == [
        {"type": "shield", "amount": 9},
        {"type": "damage", "amount": 9},
        {"type": "strike", "amount": 1},
    ]


def test_only_the_seat_that_drew_sees_the_cards(player: Player) -> None:
    """The other seat and a spectator get the number of cards."""
    game = player.create(1, seed="friday")
    player.play_out(game)
    openly, own = player.events(game), player.events(game, game.tokens[0])
    drawn = [effect for event in own for effect in event["effects"] if effect["type"] == "draw"]
    hidden = [effect for event in openly for effect in event["effects"] if effect["type"] == "draw"]
    assert drawn
    assert [{**effect, "cards": None} for effect in drawn] == [{**effect, "cards": None} for effect in hidden]
    assert all("cards" in effect for effect in drawn)
    assert not any("cards" in effect for effect in hidden)


@pytest.mark.parametrize(("after", "versions"), [(0, [2, 3, 4]), (1, [2, 3, 4]), (3, [4]), (4, []), (99, [])])
def test_events_are_listed_after_a_version(player: Player, after: int, versions: list[int], game: Game) -> None:
    """Earlier ones are left out."""
    for action in ("9S", "-AD", "2C"):
        player.act(game, action)
    assert [event["version"] for event in player.events(game, None, f"?after={after}")] == versions


def test_events_are_listed_page_by_page(player: Player, game: Game) -> None:
    """`next` is the `after` of the next page."""
    for action in ("9S", "-AD", "2C"):
        player.act(game, action)
    page = player.get(f"{game.path}/events?limit=2").json
    assert [event["version"] for event in page["items"]] == [2, 3]
    rest = player.get(f"{game.path}/events?limit=2&after={page['next']}").json
    assert ([event["version"] for event in rest["items"]], rest["next"]) == ([4], None)


# Waiting for events


def test_an_event_ends_the_wait(app: Flask, player: Player, game: Game) -> None:
    """With the event, as the viewer may see it."""
    for token in (game.tokens[0], None):
        path = f"{game.path}/events?after={game.view['version']}"
        with long_poll(app, path, token) as answer:
            player.act(game, LOSING[game.view["version"] - 1])
        assert answer.result().json["items"] == player.events(game, token, f"?after={game.view['version'] - 1}")
        assert answer.result().headers["Preference-Applied"] == "wait=60"


def test_known_events_are_not_waited_for(player: Player, lost: Game) -> None:
    """They are listed at once, page by page."""
    page = player.get(f"{lost.path}/events?wait=60&limit=3").json
    assert ([event["version"] for event in page["items"]], page["next"]) == ([2, 3, 4], 4)
    rest = player.get(f"{lost.path}/events?wait=60&after=4").json
    assert ([event["version"] for event in rest["items"]], rest["next"]) == ([5, 6], None)


def test_a_wait_without_an_event_has_an_empty_list(player: Player, game: Game) -> None:
    """200, also after the end of the game."""
    player.lose(game)
    answer = player.get(f"{game.path}/events?after=6", Prefer="wait=1")
    assert (answer.status_code, answer.json) == (200, {"items": [], "next": None})
    assert answer.headers["Preference-Applied"] == "wait=1"


def test_lists_and_streams_of_events_are_not_taken_for_each_other(player: Player, lost: Game) -> None:
    """`Vary` names the token and the media type, which select the response."""
    for accept in ("application/json", "text/event-stream"):
        answer = player.get(f"{lost.path}/events?after=6", Accept=accept)
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept"} <= {name.strip() for name in answer.headers["Vary"].split(",")}


# The end of streams

WAITING = [{"name": "Ana"}, {"open": True}]
ENDINGS: dict[str, tuple[dict[str, Any], Callable[[Player, Game], object]]] = {
    "action": ({"seed": SEED}, lambda player, game: player.lose(game)),
    "cancelled": ({"seats": WAITING}, lambda player, game: player.delete(game.path, game.owner)),
    "give-up": ({"players": 1}, lambda player, game: player.post(f"{game.path}/give-up", {"agree": True}, game.token)),
}
"""The types of last events, the games, and what ends them."""


@pytest.mark.parametrize("last", ENDINGS)
def test_a_stream_ends_with_the_game_and_its_successor_has_no_content(player: Player, last: str) -> None:
    """As `EventSource` reconnects, with the id of the last event."""
    options, end = ENDINGS[last]
    game = player.create(**options)
    with streamed(player, game, game.tokens[0]) as stream:
        end(player, game)
        *_, event = stream
    assert event["type"] == last
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(event["version"])}
    assert player.get(f"{game.path}/events", **headers).status_code == 204


@pytest.mark.parametrize("token", [0, None])
def test_a_patient_stream_wakes_for_the_rematch(player: Player, token: int | None, game: Game) -> None:
    """It stays open after the end, and ends with the rematch."""
    with streamed(player, game, None if token is None else game.tokens[token], "?wait=60") as stream:
        player.lose(game)
        assert [next(stream)["version"] for _ in range(5)] == [2, 3, 4, 5, 6]
        player.post(f"{game.path}/rematch", {}, game.tokens[1])
        assert [event["type"] for event in stream] == ["rematch"]
    assert player.get(f"{game.path}/events?wait=30&after=7", Accept="text/event-stream").status_code == 204


def test_the_patience_of_a_stream_ends(player: Player, lost: Game) -> None:
    """Without a rematch."""
    with streamed(player, lost, None, "?after=6&wait=1") as stream:
        assert list(stream) == []


def test_a_wait_for_events_wakes_for_the_rematch(app: Flask, player: Player, lost: Game) -> None:
    """After the end."""
    with long_poll(app, f"{lost.path}/events?after=6") as answer:
        player.post(f"{lost.path}/rematch", {}, lost.tokens[0])
    assert [event["type"] for event in answer.result().json["items"]] == ["rematch"]
