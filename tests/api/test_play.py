"""Creating a game, getting its view, acting in it; its record, and the commitment to its seed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from players import LOSING, SEED, Game, Player, problem, without_now
from redis import Redis

import regicide


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_can_be_played_to_its_end(player: Player, players: int) -> None:
    """Random players end every game, won or lost."""
    view = player.play_out(player.create(players))
    assert view["status"] in {"won", "lost"}
    assert view["result"]["defeated"] == view["defeated"]


def test_the_creator_sees_the_seat_that_begins(player: Player) -> None:
    """The response to a new game has the view of the first player. If all seats are held, the game starts at once."""
    view = player.create(4, first_player=2).view
    assert view["you"] == view["turn"] == 2
    assert view["legal_actions"]
    assert (view["version"], view["status"], view["phase"]) == (1, "active", "play")


@pytest.mark.parametrize(("request_body", "origin"), [({"seed": SEED}, "client"), ({}, "server")])
def test_every_view_shows_who_chose_the_seed(player: Player, request_body: dict[str, str], origin: str) -> None:
    """A creator who chose the seed knows the deal, and the view shows it."""
    assert player.get_view(player.create(**request_body))["seed_origin"] == origin


@pytest.mark.parametrize(("seat", "hands"), [(0, [0, 7]), (1, [7, 0]), (None, [7, 7])])
def test_a_view_lists_the_hidden_cards(player: Player, seat: int | None, hands: list[int]) -> None:
    """At the start all but the own hand is one pool, of which the tavern has 26 cards."""
    game = player.create()
    [pool] = player.get_view(game, None if seat is None else game.tokens[seat])["unseen"]
    assert (len(pool["cards"]), pool["tavern"], pool["hands"]) == (26 + sum(hands), 26, hands)


@pytest.fixture
def healed(player: Player) -> Game:
    """A game in which hearts have put two cards under the tavern."""
    game = player.create(seed=SEED)
    for action in ("9S", "-AD", "2C", "-AS", "2H"):
        player.act(game, action)
    return game


@pytest.mark.parametrize("seat", [0, 1])
def test_healed_cards_are_a_pool_of_their_own(player: Player, healed: Game, seat: int) -> None:
    """The stored state contains what a perfect memory knows."""
    assert player.get_view(healed, healed.tokens[seat])["unseen"][1:] == [
        {"cards": ["AD", "AS"], "tavern": 2, "hands": [0, 0]}
    ]


def test_an_action_raises_the_version_by_one(player: Player, game: Game) -> None:
    """The response to an action is the new view of the seat that acted."""
    view = player.act(game, "9S").json
    assert (view["version"], view["you"], view["phase"]) == (2, 0, "suffer")
    assert view["enemy"]["strikes_for"] == 1


def test_cards_may_be_named_in_any_order(player: Player) -> None:
    """The response has them in canonical order."""
    assert player.act(player.create(seed=SEED), "3H+3D").json["played"] == [["3D", "3H"]]


REPEATS = {
    "after a lost response": (["9S"], "9S", 1, (200, 2)),
    "with its cards in another order": (["3D+3H"], "3H+3D", 1, (200, 2)),
    "after others have acted": (["9S", "-AD", "2C"], "9S", 1, (200, 4)),
    "after the end of the game": ([*LOSING], "yield", 5, (200, 6)),
    "another action at a past version": (["9S"], "6H", 1, (409, 2)),
}
"""Actions, an action of seat 0 that is sent then, its version, and the status and the version of the answer."""


@pytest.mark.parametrize("case", REPEATS)
def test_the_repeat_of_an_action_gets_the_current_view(player: Player, game: Game, case: str) -> None:
    """A client that lost the response repeats the action, which is applied once; another one is a conflict."""
    actions, repeated, version, expected = REPEATS[case]
    for action in actions:
        player.act(game, action)
    answer = player.act(game, repeated, version, game.tokens[0])
    assert (answer.status_code, answer.json["version"]) == expected
    assert answer.json.get("code", answer.json.get("you")) == ("version-conflict" if expected[0] == 409 else 0)


def test_the_same_action_by_another_seat_is_not_a_repeat(player: Player, game: Game) -> None:
    """A repeat comes from the same seat."""
    player.act(game, "yield")
    assert player.act(game, "yield", version=1, token=game.tokens[1]).json["code"] == "version-conflict"


def test_it_must_be_your_turn(player: Player, game: Game) -> None:
    """The problem names the seat to act."""
    answer = player.act(game, "8D", token=game.tokens[1])
    assert (answer.status_code, answer.json["code"], answer.json["turn"]) == (409, "not-your-turn", 0)


def test_the_problem_of_an_illegal_action_has_the_reason_and_the_legal_actions(player: Player, game: Game) -> None:
    """The reason, the rule, and every legal action."""
    answer = player.act(game, "AD+3D+4D")
    assert problem(answer) == (422, "illegal-action")
    assert (answer.json["reason"], answer.json["rule"]) == ("not-a-combo", "S1")
    assert answer.json["legal_actions"] == game.view["legal_actions"]


@pytest.mark.parametrize("action", ["", "AD+AD", "8X", "-", "+", "Yield", ">", ">01", "AD ", "-AD+3D", "é", "A" * 166])
def test_a_text_that_is_not_an_action_is_malformed(player: Player, action: str) -> None:
    """For every action, at every seat's turn."""
    answer = player.act(player.create(seed=SEED), action)
    assert problem(answer) == (422, "malformed-action")


def test_a_rejected_action_changes_nothing(player: Player, game: Game) -> None:
    """The game has not changed."""
    before = player.get_view(game, game.token)
    for action in ("nonsense", "KS", "flip", "-9S"):
        player.act(game, action)
    assert without_now(player.get_view(game, game.token)) == without_now(before)


@pytest.mark.parametrize("version", [1, 6])
def test_nothing_is_done_in_a_game_that_is_over(player: Player, version: int, lost: Game) -> None:
    """At every version."""
    answer = player.act(lost, "2C", version=version, token=lost.tokens[1])
    assert problem(answer) == (409, "game-over")


def test_the_record_has_every_action_in_order(player: Player, lost: Game) -> None:
    """With the seat that acted and the version after it; who played, and how it ended."""
    record = player.record(lost)
    assert [seat["name"] for seat in record["seats"]] == ["north", "south"]
    assert record["result"] == lost.view["result"]
    assert (record["clock"], record["incidents"]) == (None, [])
    assert [event["action"] for event in record["events"]] == list(LOSING_IN_ORDER)
    assert [event["seat"] for event in record["events"]] == [0, 0, 1, 1, 0]
    assert [event["version"] for event in record["events"]] == [2, 3, 4, 5, 6]


def test_the_record_shows_the_cards_of_every_draw(player: Player) -> None:
    """Without a token."""
    game = player.create(1, seed="friday")
    player.play_out(game)
    events = player.record(game)["events"]
    draws = [effect for event in events for effect in event["effects"] if effect["type"] == "draw"]
    assert draws
    assert all(len(draw["cards"]) == draw["count"] for draw in draws)


LOSING_IN_ORDER = tuple(str(regicide.Action.parse(action)) for action in LOSING)


NONCE = re.compile("[0-9a-f]{32}")


def stored_state(store: Redis, path: str) -> dict[str, Any]:
    """The state of a game in the store."""
    state: dict[str, Any] = json.loads(store.get(f"game:{{{path.rpartition('/')[2]}}}"))  # type: ignore[arg-type]
    return state


def test_a_guessed_seed_cannot_be_compared_with_the_commitment(player: Player) -> None:
    """The commitment is not a function of the seed: two games of one seed have different ones."""
    one, other = (player.create(seed=SEED).view["commitment"] for _ in range(2))
    assert len({one, other, regicide.commitment(SEED)}) == 3


def test_the_nonce_is_secret_until_the_end(player: Player, game: Game, store: Redis) -> None:
    """It is then in the views and the record, and gives the commitment with the seed, which was public before."""
    promised, nonce = game.view["commitment"], stored_state(store, game.path)["nonce"]
    for action in LOSING:
        assert nonce not in player.get(game.path, game.token).text
        assert nonce not in player.act(game, action).text or game.view["status"] == "lost"
    assert [game.view["nonce"], player.get_view(game)["nonce"], player.record(game)["nonce"]] == [nonce] * 3
    assert NONCE.fullmatch(nonce)
    record = player.record(game)
    assert record["commitment"] == game.view["commitment"] == promised == regicide.commitment(record["seed"], nonce)
    assert regicide.verify_record(record)
