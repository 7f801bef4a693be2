"""The record of a game: seed and actions determine the whole game."""

import json

import pytest
from records import GAME, NONCE, SALTED, broken_at, tampered, whole_game

from regicide import commitment, game_record, verify_record


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_record_holds_after_its_way_through_json(players):
    """Verification gives every position of the game."""
    first, steps = whole_game("record/1", players, first_player=players - 1)
    text = json.dumps(game_record(first, steps))
    assert verify_record(json.loads(text)) == [first, *(step.position for step in steps)]


def test_a_record_names_the_deal_and_the_result():
    """Players, seed, commitment, first player and start say where the game began, the result how it ended."""
    first, steps = whole_game("record/39", 3, first_player=1)
    expected = {
        "players": 3,
        "seed": "record/39",
        "nonce": None,
        "commitment": commitment("record/39"),
        "first_player": 1,
        "start": str(first),
        "events": [step.to_json() for step in steps],
        "result": steps[-1].position.outcome.to_json(),
    }
    assert expected == GAME


def test_a_record_with_a_nonce_differs_in_the_commitment_alone():
    """The deal does not depend on the nonce."""
    salted = {"nonce": NONCE, "commitment": commitment("record/39", NONCE)}
    assert GAME | salted == SALTED
    assert verify_record(SALTED) == verify_record(GAME)


def test_a_record_without_the_member_nonce_holds():
    """As records of earlier versions; the commitment is the hash of the seed."""
    assert verify_record({name: value for name, value in GAME.items() if name != "nonce"}) == verify_record(GAME)


def test_a_record_of_an_earlier_version_holds():
    """Its effects of hearts do not name the cards."""
    record = json.loads(json.dumps(GAME))
    healed = [effect for event in record["events"] for effect in event["effects"] if effect["type"] == "heal"]
    assert [effect.pop("cards") for effect in healed]
    assert verify_record(record) == verify_record(GAME)


def test_the_record_of_a_game_that_was_not_dealt_holds():
    """It begins at any position of another game, and has no commitment."""
    _, steps = whole_game("record/39", 3)
    for number, before in enumerate(steps[:-1]):
        begun = game_record(before.position, steps[number + 1 :], dealt=False)
        assert (begun["beginning"], begun["commitment"]) == ("position", None)
        assert verify_record(begun) == [step.position for step in steps[number:]]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("beginning", "deal"), ("commitment", commitment("record/39")), ("seed", "other"), ("players", 2)),
        *(("first_player", 0), ("start", "nonsense")),
        ("start", GAME["start"].replace("castle=J", "castle=K")),
    ],
)
def test_a_change_of_a_beginning_shows_at_step_0(field, value):
    """The seed, the players and the first player are those of the position, which a game can reach."""
    _, steps = whole_game("record/39", 3, first_player=1)
    begun = game_record(steps[0].position, steps[1:], dealt=False)
    assert broken_at(tampered(field, value, game=begun)) == 0


def test_the_cards_of_all_draws_are_recorded():
    """A record contains all cards, as it is published after the end."""
    draws = [effect for event in GAME["events"] for effect in event["effects"] if effect["type"] == "draw"]
    assert draws
    assert all(len(draw["cards"]) == draw["count"] for draw in draws)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_the_record_of_a_game_that_goes_on_holds_too(count):
    """It has no result yet."""
    first, steps = whole_game("record/39", 3)
    unfinished = game_record(first, steps[:count])
    assert unfinished["result"] is None
    assert len(verify_record(unfinished)) == count + 1


@pytest.mark.parametrize("path", [("names",), ("events", 0, "at")])
def test_fields_that_are_not_known_are_passed_over(path):
    """Records of the server have names and times."""
    assert verify_record(tampered(*path, "added")) == verify_record(GAME)
