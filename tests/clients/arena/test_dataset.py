"""`regicide-arena dataset`: the numbers are those of views, and the parts those of an uninterrupted command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import numpy as np
import pytest
from pyarrow.parquet import read_table

from regicide import Position
from regicide_arena.cli import main
from regicide_arena.dataset.decisions import Labels, NumberedRecord, table_of
from regicide_arena.tournament.games.game import Failure, FailureKind, Game
from regicide_env import ViewPlayer, action_names
from regicide_kernel.numbered_moves import FIRST_DISCARD, numbers_of
from regicide_kernel.positions import new_game

Row = dict[str, Any]
GAMES = 6


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of two bots, alone and with three players, with the parts of its dataset."""
    folder = tmp_path_factory.mktemp("results")
    tournament = ("--entrant", "greedy", "--entrant", "policy", "--players", "1", "3", "--deals", str(GAMES))
    assert main(["tournament", *tournament, "--deal-seed", "dataset", "--workers", "0", "--results", str(folder)]) == 0
    assert main(["dataset", str(folder), "--views", "--rollouts", "50", "--part-games", "10", "--workers", "1"]) == 0
    return folder


@pytest.fixture(scope="module")
def rows(results: Path) -> list[Row]:
    """All rows of the dataset."""
    found: list[Row] = read_table(results / "dataset").to_pylist()
    return found


def test_numbers_are_those_of_views(rows: list[Row]) -> None:
    """`ViewPlayer` computes the same arrays from the view, after the same cards were put down."""
    before: ViewPlayer | None = None
    for row in rows:
        player = before or ViewPlayer(json.loads(row["view"]))
        assert player.observation() == pytest.approx(np.array(row["observation"]), abs=1e-6)
        assert player.mask().astype(bool).tolist() == row["mask"]
        before = player if player.take(row["action"]) is None else None
    assert before is None
    assert any(row["action"] >= FIRST_DISCARD for row in rows)


def test_actions_are_those_of_the_games(results: Path, rows: list[Row]) -> None:
    """The rows of a game replay it, with its end in each of them."""
    games = [json.loads(line) for line in (results / "games.jsonl").read_text().splitlines()]
    assert len(games) == 4 * GAMES
    for number, game in enumerate(games):
        texts, player = [], None
        own = [row for row in rows if row["game"] == number]
        for row in own:
            player = player or ViewPlayer(json.loads(row["view"]))
            if text := player.take(row["action"]):
                texts.append(text)
                player = None
        assert len(texts) == len(game["actions"])
        for text, action in zip(texts, game["actions"], strict=True):  # a discard may have had further cards
            assert text == action or (text[0] == action[0] == "-" and {*text[1:].split("-")} < {*action[1:].split("-")})
        ends = {(row["players"], row["won"], row["defeated"], row["seed"]) for row in own}
        assert ends == {(game["players"], game["result"]["outcome"] == "won", game["defeated"], game["seed"])}
        assert all(row["entrant"] == game["lineup"][row["seat"]] for row in own)


def test_visits_are_shares_of_legal_actions(rows: list[Row]) -> None:
    """They sum to 1, unless the search never began with the cards that were put down before."""
    assert {round(sum(row["visits"]), 3) for row in rows} <= {0.0, 1.0}
    assert all(row["mask"][number] for row in rows for number, share in enumerate(row["visits"]) if share)
    chosen = [row["visits"][row["action"]] for row in rows if row["entrant"] == "policy"]
    assert np.mean(chosen) > 0.3


def test_what_no_bot_chose_is_left_out() -> None:
    """The opening of a chosen deal, and the random action in place of one that failed."""
    game = Game(1, 0, ("mine",), "opening", 0, ["flip", "flip"], failures=[Failure(FailureKind.LATE, 0, 1, "late")])
    records = [NumberedRecord(0, game, 1)]
    assert table_of(records, Labels()).num_rows == 0
    assert table_of([NumberedRecord(0, game, 0)], Labels())["step"].to_pylist() == [0]


def test_a_part_that_is_cut_is_computed_again(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command writes the same bytes, and no other part anew; a line says so without a terminal."""
    parts = sorted((results / "dataset").glob("*.parquet"))
    lost, kept = parts[1], parts[0]
    content, written = lost.read_bytes(), kept.stat().st_mtime_ns
    lost.write_bytes(content[:3000])
    assert main(["dataset", str(results), "--views", "--rollouts", "50", "--part-games", "10", "--workers", "1"]) == 0
    assert (lost.read_bytes(), kept.stat().st_mtime_ns) == (content, written)
    assert capsys.readouterr().err.startswith("parts: 1 of 1\ndataset: ")


def test_other_folders_are_refused(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dataset with other options, a folder with other files, and one without a finished tournament."""
    (tmp_path / "mine.txt").touch()
    for arguments, message in [
        ([str(results)], "holds a dataset of other games or options"),
        ([str(results), str(tmp_path)], "is not empty and holds no dataset"),
        ([str(tmp_path)], "has no games.jsonl"),
    ]:
        assert main(["dataset", *arguments]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [lines[0], with_action(lines[1]), *lines[2:]], "line 2 is invalid: "),
        (lambda lines: [*lines[:2], lines[2][:50], *lines[3:]], "line 3 is invalid: not a game: "),
        (lambda lines: lines[:-1], " did not play each of the deals 0 to 5 once"),
    ],
    ids=["action", "cut line", "fewer lines"],
)
def test_games_that_have_been_changed_are_refused(
    change: Callable[[list[str]], list[str]],
    message: str,
    results: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As `verify-tournament` does, before a dataset is begun."""
    for name in ("cup.json", "standings.json"):
        copy(results / name, tmp_path)
    lines = change((results / "games.jsonl").read_text().splitlines())
    (tmp_path / "games.jsonl").write_text("".join(f"{line}\n" for line in lines))
    assert main(["dataset", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "dataset").exists()


def with_action(line: str) -> str:
    """A game with the first action twice."""
    game = json.loads(line)
    return json.dumps(game | {"actions": [game["actions"][0], *game["actions"]]})


def test_the_cards_of_a_discard_go_down_from_the_highest() -> None:
    """Up to the card that covers the damage; further cards have no numbers."""
    names, game = action_names(), new_game(Position.new("cards", 2))
    game.phase, game.attack = 1, 10
    cards = {"2C": 1, "5D": 17, "9H": 34, "AS": 39}
    numbers = numbers_of(game, sum(1 << card for card in cards.values()))
    assert [names[number] for number in numbers] == ["put down 9H", "put down 5D"]
