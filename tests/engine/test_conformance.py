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


@pytest.mark.parametrize(
    "path_and_value",
    [
        *(("commitment", ""), ("steps", 0, "legal", 0), ("steps", 1, "legal", 1), ("start", "damage", 1)),
        *(("start", "surprise", 0), ("steps", 0, "after", {})),
    ],
    ids=str,
)
def test_a_tampered_game_is_noticed(path_and_value):
    """A wrong commitment, number of legal actions or table is a difference."""
    assert list(differences(corrupted(*path_and_value)))


@pytest.mark.parametrize("name", sorted(json.loads(EXAMPLE)["start"]))
@pytest.mark.parametrize("step", [0, -1])
def test_each_field_of_a_table_is_compared(step, name):
    """A wrong value in any field is a difference, which names the field."""
    game = corrupted("steps", step, "after", name, "corrupt")
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
