"""Conformance with games of another implementation."""

import json
from pathlib import Path

import pytest
from conformance import HOME, chosen_folder, differences, games_in

GAMES = games_in(chosen_folder())
EXAMPLE = games_in(HOME)[0].values[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_conforms(game):
    """Deal, commitment, number of legal actions and the table after each action agree."""
    assert not list(differences(game))


# The replay is worth something only if it can fail.


def corrupted(*path_and_value):
    """A game with another value at the end of a path."""
    *path, key, value = path_and_value
    game = part = json.loads(EXAMPLE)
    for step in path:
        part = part[step]
    part[key] = value
    return json.dumps(game)


def test_a_tampered_game_is_noticed():
    """A wrong commitment, number of legal actions, or value in any field of a table is a difference."""
    for change in (("commitment", ""), ("steps", 0, "legal", 0), ("start", "surprise", 0), ("steps", 0, "after", {})):
        assert list(differences(corrupted(*change))), change
    for name in json.loads(EXAMPLE)["start"]:
        game = corrupted("steps", -1, "after", name, "corrupt")
        assert [difference.split()[2] for difference in differences(game)] == [name]


def test_cards_written_in_another_order_are_noticed():
    """The text of an action is the canonical one."""
    game = json.loads(EXAMPLE)
    step = next(step for step in game["steps"] if "+" in step["notation"])
    step["notation"] = "+".join(reversed(step["notation"].split("+")))
    assert [difference.split()[3] for difference in differences(json.dumps(game))] == ["has"]


def test_the_variable_names_the_folder():
    """The default is the folder beside this test."""
    assert chosen_folder({"CONFORMANCE_DIR": "/elsewhere"}) == Path("/elsewhere")
    assert chosen_folder({}) == HOME == Path(__file__).parent / "conformance"


def test_a_game_is_named_by_its_file_and_line(tmp_path):
    """All files of a folder are read; empty lines are ignored."""
    (tmp_path / "b.jsonl").write_text("{}\n\n{}\n")
    (tmp_path / "a.jsonl").write_text("{}")
    assert [game.id for game in games_in(tmp_path)] == ["a:1", "b:1", "b:3"]


@pytest.mark.parametrize("folder", ["", "missing", "empty"])
def test_a_folder_without_games_fails(folder, tmp_path, monkeypatch):
    """An empty variable, a missing folder and a folder without games are errors."""
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    with pytest.raises(pytest.fail.Exception, match="expected a folder of games"):
        games_in(chosen_folder({"CONFORMANCE_DIR": folder}))


def test_a_file_without_games_fails(tmp_path):
    """An empty file is an error."""
    (tmp_path / "games.jsonl").write_text("\n")
    with pytest.raises(pytest.fail.Exception, match="no games in"):
        games_in(tmp_path)
