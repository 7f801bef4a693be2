"""Games that begin after actions that were played already, or at a position."""

from __future__ import annotations

from typing import Any

import pytest
from players import LOSING, SEED, Game, Player, places, problem, streamed

import regicide

POSITION = str(regicide.Position.new("table", 2))
OPEN = {"open": True}


@pytest.fixture
def record(player: Player) -> dict[str, Any]:
    """The record of a game of two, played to its end."""
    game = player.create(seed="fork")
    player.play_out(game)
    return player.record(game)


def refused(player: Player, **wish: Any) -> list[dict[str, str]]:
    """The faults of a game that is refused."""
    answer = player.post("/v1/games", {"players": 2, **wish})
    assert problem(answer) == (422, "invalid-request")
    faults: list[dict[str, str]] = answer.json["errors"]
    return faults


# Actions


def test_a_record_is_replayed_from_its_moments(player: Player, record: dict[str, Any]) -> None:
    """With its seed and actions: the game goes on as it did, and its record is the same."""
    actions = [event["action"] for event in record["events"]]
    for moment in range(0, len(actions), 4):
        game = player.create(seed=record["seed"], actions=actions[:moment])
        assert (game.view["version"], game.view["given_actions"]) == (1 + moment, moment)
        for action in actions[moment:]:
            assert player.act(game, action).status_code == 200
        again = player.record(game)
        assert regicide.verify_record(again)[-1].is_over
        for name in ("seed", "start", "first_player", "result"):
            assert again[name] == record[name]
        assert [without_time(event) for event in again["events"]] == [without_time(event) for event in record["events"]]


def without_time(event: dict[str, Any]) -> dict[str, Any]:
    """An event of a record without its time."""
    return {name: value for name, value in event.items() if name != "at"}


def test_the_given_actions_are_events(player: Player) -> None:
    """Of the time of the creation, with their effects, in the list and in the stream."""
    game = player.create(seed=SEED, actions=[*LOSING[:3]])
    listed = player.events(game)
    assert [(event["version"], event["seat"]) for event in listed] == [(2, 0), (3, 0), (4, 1)]
    assert {event["at"] for event in listed} == {game.view["created_at"]}
    player.act(game, LOSING[3])
    player.act(game, LOSING[4])
    with streamed(player, game, None) as events:
        assert [event["version"] for event in events] == [2, 3, 4, 5, 6]


def test_a_repeat_of_a_given_action_is_recognized(player: Player) -> None:
    """As that of any other action."""
    game = player.create(seed=SEED, actions=[*LOSING[:2]])
    answer = player.act(game, LOSING[1], version=2, token=game.tokens[0])
    assert (answer.status_code, answer.json["version"]) == (200, 3)
    assert player.act(game, "2C", version=2).json["code"] == "version-conflict"


def test_no_agent_took_the_given_actions(player: Player) -> None:
    """The record says which actions they are."""
    name, token = player.register()
    game = player.create(seed=SEED, actions=[*LOSING[:2]], seats=[{"agent": name}, {"agent": name}])
    assert [turn["version"] for turn in player.turns(token)] == [3]
    for action in LOSING[2:]:
        player.act(game, action, token=token)
    kept = player.record(game)
    assert [event["agent"] for event in kept["events"]] == [None, None, name, name, name]
    assert (kept["beginning"], kept["given_actions"], kept["seed_origin"]) == ("actions", 2, "client")
    assert regicide.verify_record(kept)


def test_games_that_are_given_up_hold_wherever_they_began(player: Player) -> None:
    """With a clock, too."""
    beginnings: list[dict[str, Any]] = [{"seed": SEED, "actions": [*LOSING[:3]]}, {"position": POSITION}]
    for beginning in beginnings:
        game = player.create(**beginning, turn_seconds=60)
        for token in game.tokens:
            assert player.post(f"{game.path}/give-up", {"agree": True}, token).status_code == 200
        kept = player.record(game)
        assert (kept["result"]["reason"], kept["beginning"]) == ("given-up", game.view["beginning"])
        assert regicide.verify_record(kept)[-1].is_over


@pytest.mark.parametrize(
    ("wish", "pointer", "detail"),
    [
        ({"seed": SEED, "actions": ["AD", "nonsense"]}, "/actions/1", "invalid action 'nonsense'"),
        ({"seed": SEED, "actions": ["AD", "-2C"]}, "/actions/1", "not in the hand"),
        ({"seed": SEED, "actions": ["yield", ">1"]}, "/actions/1", ""),
        ({"seed": SEED, "actions": [*LOSING]}, "/actions/4", "the game ends with this action"),
        ({"seed": SEED, "actions": [*LOSING, "yield"]}, "/actions/4", "the game ends with this action"),
        ({"actions": ["AD"]}, "/actions", "requires seed"),
    ],
)
def test_an_action_that_cannot_be_taken_has_its_pointer(player: Player, wish: Any, pointer: str, detail: str) -> None:
    """Each is checked as if it were acted."""
    [fault] = refused(player, **wish)
    assert fault["pointer"] == pointer
    assert detail in fault["detail"]


def test_a_batch_is_checked_up_to_the_first_game_with_a_fault(player: Player) -> None:
    """The others would take time for nothing."""
    wishes = [{"players": 2, "seed": SEED, "actions": actions} for actions in (["AD"], ["AD", "AD"], ["AD", "AD"])]
    answer = player.post("/v1/games/batch", {"games": wishes})
    assert places(answer) == ["/games/1/actions/1"]


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("", {"players": 2, "seats": [{}] * 15_000}, "/seats"),
        ("", {"players": 2, "seed": SEED, "actions": [7] * 15_000}, "/actions"),
        ("/batch", {"games": [{}] * 15_000}, "/games"),
        ("/views", {"games": [{}] * 15_000}, "/games"),
    ],
)
def test_a_list_that_is_too_long_has_one_fault(player: Player, path: str, body: Any, pointer: str) -> None:
    """Its items are not looked at: each would take time."""
    answer = player.post(f"/v1/games{path}", body)
    assert places(answer) == [pointer]


def test_a_batch_begins_with_as_many_actions_as_a_game(player: Player) -> None:
    """Each of them is checked."""
    wishes = [{"players": 2, "seed": SEED, "actions": ["AD"] * 11}] * 100
    answer = player.post("/v1/games/batch", {"games": wishes})
    assert places(answer) == ["/games"]


def test_games_of_a_batch_begin_with_actions(player: Player) -> None:
    """Each with its own."""
    wishes = [{"players": 2, "seed": SEED, "actions": [*LOSING[:count]]} for count in range(4)]
    created = player.post("/v1/games/batch", {"games": wishes}).json["games"]
    assert [each["game"]["version"] for each in created] == [1, 2, 3, 4]
    events = [player.get(f"/v1/games/{each['game']['id']}/events").json["items"] for each in created]
    assert [len(each) for each in events] == [0, 1, 2, 3]


def test_before_the_start_the_events_show_no_draw(player: Player) -> None:
    """Of the given actions: a player who takes a seat could leave it again, and would know its cards."""
    game = player.create(seed="draws-2", actions=["2D"], seats=[{"name": "Ana"}, OPEN])
    assert not drawn(player, game)
    player.post(f"{game.path}/seats/1", {"name": "Bo"})
    assert drawn(player, game)


def drawn(player: Player, game: Game) -> list[str]:
    """The cards that the events show to the first seat."""
    [event] = player.events(game, game.tokens[0])[:1]
    return [card for effect in event["effects"] if effect["type"] == "draw" for card in effect.get("cards", [])]


# Positions


def test_a_game_begins_at_the_positions_of_a_record(player: Player, record: dict[str, Any]) -> None:
    """And goes on as it did."""
    events = record["events"]
    starts = [record["start"], *(event["position"] for event in events[:-1])]
    for moment, text in [*enumerate(starts)][::4]:
        game = player.create(position=text)
        assert (game.view["version"], game.view["commitment"], game.view["nonce"]) == (1, None, None)
        for event in events[moment:]:
            assert player.act(game, event["action"]).status_code == 200
        again = player.record(game)
        assert (again["start"], again["result"]) == (text, record["result"])
        assert [each["position"] for each in again["events"]] == [each["position"] for each in events[moment:]]


def test_the_record_says_where_the_game_began(player: Player) -> None:
    """And holds: the verification begins there."""
    game = player.create(position=POSITION)
    assert (game.view["beginning"], game.view["given_actions"], game.view["seed"]) == ("position", 0, None)
    player.play_out(game)
    kept = player.record(game)
    assert (kept["beginning"], kept["commitment"], kept["nonce"]) == ("position", None, None)
    assert (kept["start"], kept["seed"], kept["seed_origin"]) == (POSITION, "table", "client")
    assert str(regicide.verify_record(kept)[0]) == POSITION


def test_the_seat_that_has_the_turn_in_the_position_begins(player: Player) -> None:
    """The view of a new game is its own."""
    game = player.create(3, position=str(regicide.Position.new("table", 3, first_player=2)))
    assert (game.view["turn"], game.view["you"]) == (2, 2)


def test_what_is_hidden_is_as_the_position_says(player: Player) -> None:
    """A seat sees its own hand only, and of the tavern what the position shows."""
    position = regicide.Position.new("table", 2)
    game = player.create(position=POSITION)
    for seat, token in enumerate(game.tokens):
        seen = player.get_view(game, token)
        assert {name: seen[name] for name in ("hand", "unseen", "enemy")} == {
            name: regicide.observe(position, seat)[name] for name in ("hand", "unseen", "enemy")
        }


def test_a_rematch_of_a_game_from_a_position_is_dealt(player: Player) -> None:
    """By the server."""
    game = player.create(position=POSITION)
    player.play_out(game)
    rematch = player.post(f"{game.path}/rematch", {}, game.tokens[0]).json["game"]
    assert (rematch["beginning"], rematch["seed_origin"], rematch["version"]) == ("deal", "server", 1)
    assert rematch["commitment"]


@pytest.mark.parametrize(
    ("wish", "pointer", "detail"),
    [
        ({"position": "nonsense"}, "/position", "unknown field 'nonsense'"),
        ({"position": ""}, "/position", "missing fields"),
        ({"position": POSITION.replace("turn=0", "turn=3")}, "/position", "the seats are 0 to 1"),
        ({"position": POSITION.replace("phase=play", "phase=over:timeout")}, "/position", "the game is over"),
        ({"position": POSITION, "players": 3}, "/players", "the position has 2 players"),
        ({"position": POSITION, "seed": "x"}, "/seed", "at a position has no seed"),
        ({"position": POSITION, "first_player": 0}, "/first_player", "at a position has no first_player"),
        ({"position": POSITION, "actions": []}, "/actions", "at a position has no actions"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused(player: Player, wish: Any, pointer: str, detail: str) -> None:
    """With the reason."""
    [fault] = refused(player, **wish)
    assert fault["pointer"] == pointer
    assert detail in fault["detail"]


def test_a_game_that_begins_at_its_deal_says_so(player: Player, game: Game) -> None:
    """In its view and its record."""
    assert (game.view["beginning"], game.view["given_actions"]) == ("deal", 0)
    player.lose(game)
    kept = player.record(game)
    assert (kept["beginning"], kept["given_actions"]) == ("deal", 0)
