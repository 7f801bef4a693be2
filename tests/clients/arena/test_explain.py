"""`regicide-arena explain`: the planner's rating of the actions in a view."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena
from builders import after, position
from players import SEED

import regicide
from regicide_arena.bots.considered_action import MIN_ROLLOUTS
from regicide_arena.cli import main
from regicide_arena.explain.report import SIMILAR_WORTH
from regicide_client import GameWish, Session

SOLO = position("8D,4C,3S,5H,6S,7C")
THREE = position("8D,4C,3S,5H,X1 / 2C,9H / 3C,10S")
POSITIONS = {
    "solo, play": SOLO,
    "solo, suffer": after(SOLO, "4C"),
    "three, play": THREE,
    "three, suffer": after(THREE, "4C"),
    "three, appoint": after(THREE, "X1"),
}
LAST = position("10S,2H,3D,4C", "KC", discard="KD,KH,KS", played="10H,10D,10C", flips=1)
"""A solo game that one action wins."""
MANY = position("2H,2D,3C,4D,5S,6C,7H / 2C,9H")
"""Nine actions are legal; two of them are about as good as each other."""
COVERED = after(position("2C,10D,2H / 3C,4C", "JC"), "2H")
"""Two discards are legal, one of them with a needless card."""
FORCED = position("2H / 3C,4C", "JC", yielded="1")
"""Only one action is legal."""
LOST = after(position("8D,3C,2C / 4C", "QD", tavern="4H,10S", rest="discard"), "2C")

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the view of a seat, by default the one to act, and returns the path."""

    def write(there: regicide.Position, seat: int | None = -1, **changed: object) -> str:
        file = tmp_path / "view.json"
        file.write_text(json.dumps({**regicide.observe(there, there.turn if seat == -1 else seat), **changed}))
        return str(file)

    return write


@pytest.fixture
def explained(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The output of the command."""

    def run(*arguments: str) -> str:
        code = main(["explain", *arguments])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return run


@pytest.fixture
def actions(explained: Callable[..., str]) -> Callable[..., list[dict[str, Any]]]:
    """The actions considered in its JSON, after 20 rollouts."""

    def run(*arguments: str) -> list[dict[str, Any]]:
        content = json.loads(explained("--json", "--rollouts", "20", *arguments))
        rows_of_json: list[dict[str, Any]] = content["considered"]
        return rows_of_json

    return run


@pytest.fixture
def message(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The error message, one line."""

    def run(*arguments: str) -> str:
        code = main(["explain", *arguments])
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1)
        return err.removeprefix("regicide-arena: ").strip()

    return run


def rows(table: str) -> list[list[str]]:
    """The cells of a table's rows."""
    return [re.sub("[│%]", " ", line).split() for line in table.splitlines() if line.startswith("│")]


@pytest.mark.parametrize("there", POSITIONS.values(), ids=POSITIONS)
def test_all_considered_actions_are_legal(
    actions: Callable[..., list[dict[str, Any]]], write: Write, there: regicide.Position
) -> None:
    """In each phase; the action with most rollouts comes first, and each rollout has one action."""
    rows_of_json = actions(write(there))
    assert {each["action"] for each in rows_of_json} <= {str(action) for action in there.legal_actions}
    rollouts = [each["rollouts"] for each in rows_of_json]
    assert (rollouts, sum(rollouts)) == (sorted(rollouts, reverse=True), 20)


def test_an_action_that_wins_comes_first(actions: Callable[..., list[dict[str, Any]]], write: Write) -> None:
    """Its probability of winning is 1, and all enemies fall."""
    best = actions(write(LAST))[0]
    assert (best["action"], best["won"], best["defeated"]) == ("10S", 1.0, 12.0)


def test_actions_without_rollouts_have_no_expectations(
    actions: Callable[..., list[dict[str, Any]]], write: Write
) -> None:
    """Expectations without rollouts are null; the best three actions have rollouts of their own."""
    rows_of_json = actions("--rollouts", "1", write(SOLO))
    found = [(each["rollouts"], each["basis"], each["won"] is None) for each in rows_of_json[:4]]
    assert found == [(1, 1, False), (0, 1, False), (0, 1, False), (0, 0, True)]


def test_shares_add_up(explained: Callable[..., str], write: Write) -> None:
    """A row has the action, its rollouts, their share, and the expectations."""
    output = explained("--rollouts", "50", write(THREE))
    heads = [head.strip() for head in output.splitlines()[1].strip(" ┃").split("┃")]
    assert heads == ["action", "rollouts", "% of them", "won", "enemies"]
    table = rows(output)
    assert [sum(int(row[column]) for row in table) for column in (1, 2)] == [50, 100]
    assert {len(row) for row in table} == {5}


def test_table_and_json_agree(
    explained: Callable[..., str], actions: Callable[..., list[dict[str, Any]]], write: Write
) -> None:
    """The same seed gives the same rollouts."""
    table = rows(explained("--rollouts", "20", write(THREE)))
    assert [row[:2] for row in table] == [[each["action"], str(each["rollouts"])] for each in actions(write(THREE))]


def test_another_seed_simulates_other_games(actions: Callable[..., list[dict[str, Any]]], write: Write) -> None:
    """Another seed gives other expectations."""
    assert actions(write(THREE)) != actions("--search-seed", "another", write(THREE))


@pytest.mark.parametrize(
    ("there", "note"),
    [
        (FORCED, "2H: the only legal action, so there are no rollouts.\n"),
        (
            COVERED,
            "-10D: the planner considers no other, so there are no rollouts.\n1 more legal action was not considered: ",
        ),
    ],
)
def test_one_action_has_a_note_instead_of_a_table(
    explained: Callable[..., str], write: Write, there: regicide.Position, note: str
) -> None:
    """The note says whether others are legal."""
    assert explained(write(there)).startswith(note)


def test_few_rollouts_give_no_estimate(
    explained: Callable[..., str], actions: Callable[..., list[dict[str, Any]]], write: Write
) -> None:
    """The table has a mark and a note that explains it; JSON has the figures with the member `few_rollouts`."""
    options = ("--rollouts", "200", write(THREE))
    output, rows_of_json = explained(*options), actions(*options)
    marked = {row[0] for row in rows(output) if row[3:] == ["-", "-"]}
    assert marked == {row[0] for row in rows(output)[3:] if int(row[1]) < MIN_ROLLOUTS}
    assert marked == {each["action"] for each in rows_of_json if each["few_rollouts"]} != set()
    assert "-: fewer than 100 rollouts, too few for an estimate. " in output


def test_actions_of_similar_worth_are_named(
    explained: Callable[..., str], actions: Callable[..., list[dict[str, Any]]], write: Write
) -> None:
    """Their means differ as little as those of searches with other seeds. Actions with few rollouts are left out."""
    options = ("--rollouts", "2000", write(MANY))
    first, *others = (each for each in actions(*options) if not each["few_rollouts"])
    similar = [each["action"] for each in others if abs(each["worth"] - first["worth"]) < SIMILAR_WORTH]
    text = " ".join(explained(*options).split())
    assert similar
    assert f"About as good as {first['action']}: {', '.join(similar)}. Another --search-seed " in text


def test_the_other_legal_actions_are_counted(explained: Callable[..., str], write: Write) -> None:
    """The note below the table has their number and the limit of the planner, JSON lists them."""
    content = json.loads(explained("--json", "--rollouts", "20", write(MANY)))
    known = [*(each["action"] for each in content["considered"]), *content["not_considered"]]
    assert sorted(known) == sorted(map(str, MANY.legal_actions))
    note = "1 more legal action was not considered: a planner considers at most the 8 plays that the policy rates best."
    assert note in " ".join(explained("--rollouts", "20", write(MANY)).split())


@pytest.mark.parametrize(("worth", "silver"), [([], 0.7), (["--worth", "0.7", "0.4", "0.1"], 0.4)])
def test_the_worth_of_a_solo_win_is_an_option(
    actions: Callable[..., list[dict[str, Any]]], write: Write, worth: list[str], silver: float
) -> None:
    """This game is won with one jester left."""
    assert actions(write(LAST), *worth)[0]["worth"] == pytest.approx(silver)


def test_time_in_place_of_rollouts(explained: Callable[..., str], write: Write) -> None:
    """The time limit determines the number of rollouts."""
    rows_of_json = json.loads(explained("--json", "--milliseconds", "1", write(LAST)))["considered"]
    assert 0 < sum(each["rollouts"] for each in rows_of_json) < 10_000


@pytest.mark.parametrize("arguments", [["-"], []])
def test_a_view_from_standard_input(write: Write, arguments: list[str]) -> None:
    """In a separate process."""
    command = [Path(sys.executable).parent / "regicide-arena", "explain", "--rollouts", "20", *arguments]
    with Path(write(LAST)).open() as view:
        out = subprocess.run(command, stdin=view, capture_output=True, text=True, check=True).stdout
    assert rows(out)[0][0] == "10S"


def test_views_of_the_server(actions: Callable[..., list[dict[str, Any]]], server_url: str, tmp_path: Path) -> None:
    """Additional members of the server's views are accepted."""
    with Session(server_url) as session:
        created = session.create_game(GameWish(players=2, seed=SEED))
        bearer = {"Authorization": f"Bearer {created.seats[0].token}"}
        request = urllib.request.Request(f"{server_url}/v1/games/{created.game.id}", headers=bearer)
        with urllib.request.urlopen(request) as answer:
            view = json.load(answer)
    (tmp_path / "view.json").write_text(json.dumps(view))
    assert actions(str(tmp_path / "view.json"))[0]["action"] in view["legal_actions"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "invalid JSON in standard input: Expecting value"),
        ("8D", "invalid JSON in standard input: "),
        pytest.param("[" * 100_000, "invalid JSON in standard input: ", id="too deep"),
        ("[]", "no view in standard input: expected the response of GET /v1/games/{id} to the seat to act"),
        ('"phase"', "no view in standard input: "),
        ('{"code": "unknown-game"}', "no view in standard input: "),
        ('{"phase": "play"}', ""),
        ('{"phase": ["play"], "players": {}}', ""),
    ],
)
def test_invalid_views(message: Callable[..., str], monkeypatch: pytest.MonkeyPatch, text: str, why: str) -> None:
    """The message says what is wrong."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert message().startswith(why)


def test_a_view_that_contradicts_itself(message: Callable[..., str], write: Write) -> None:
    """The message has the member."""
    assert message(write(THREE, tavern_size=3)).startswith("tavern_size is 3, but follows from the rest as ")


@pytest.mark.parametrize(
    ("there", "seat", "why"),
    [
        (THREE, None, "this is the view of a spectator: expected the view of seat 0, whose turn it is"),
        (THREE, 2, "this is the view of seat 2: expected the view of seat 0, whose turn it is"),
        (LOST, 0, "the game is over: expected a view of a game in progress"),
        (LOST, None, "the game is over: expected a view of a game in progress"),
    ],
)
def test_a_view_in_which_there_is_nothing_to_choose(
    message: Callable[..., str], write: Write, there: regicide.Position, seat: int | None, why: str
) -> None:
    """The message says which view is expected."""
    assert message(write(there, seat)) == why


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """It prints nothing."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    running = Arena("explain", pipe, "--milliseconds", "60000", directory=tmp_path)
    pipe.write_text(json.dumps(regicide.observe(SOLO, 0)))  # which waits until it is read
    running.process.send_signal(signal.SIGINT)
    assert (running.ended(), running.output) == (130, "")


def test_a_file_that_is_not_there(message: Callable[..., str]) -> None:
    """The message has the path."""
    assert message("nowhere/view.json") == "cannot read nowhere/view.json: No such file or directory"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--worth 2 1 1", "argument --worth: invalid number '2': expected 0 to 1"),
        ("--worth 1 nan 1", "argument --worth: invalid number 'nan': expected 0 to 1"),
        ("--worth 1", "argument --worth: expected 3 arguments"),
        ("--rollouts 0", "argument --rollouts: invalid number of rollouts '0': expected 1 to 10000000"),
        ("--milliseconds -5", "argument --milliseconds: invalid number of milliseconds '-5': expected 1 to 1000000"),
        ("--milliseconds 5 --rollouts 5", "argument --rollouts: not allowed with argument --milliseconds"),
    ],
)
def test_invalid_arguments_are_refused(capsys: pytest.CaptureFixture[str], arguments: str, why: str) -> None:
    """The message says what is expected."""
    with pytest.raises(SystemExit):
        main(["explain", *arguments.split()])
    assert capsys.readouterr().err.splitlines()[-1] == f"regicide-arena explain: error: {why}"
