"""`regicide study`: a game goes on from a moment of a record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from commands import run_command
from players import LOSING, SEED

import regicide
from regicide_client import CreateGameRequest, Session

pytestmark = pytest.mark.costly

Output = tuple[int, str, str]


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The file of the record of a lost game of two."""
    first = regicide.Position.new(SEED, 2)
    content = regicide.game_record(first, regicide.replay(first, map(regicide.Action.parse, LOSING)))
    (tmp_path / "record.json").write_text(json.dumps(content))
    return str(tmp_path / "record.json")


@pytest.fixture
def studied(environment: dict[str, str]) -> Callable[..., Output]:
    """Runs `regicide study` with a text as its input; the exit code, the output, the errors."""

    def run(text: str, *arguments: str, **more: str) -> Output:
        own = environment | more
        return run_command("regicide_terminal.cli", ["study", *arguments], stdin=text.encode(), environment=own)

    return run


def link(out: str) -> dict[str, str]:
    """The parts of the printed link."""
    page, _, query = urlsplit(out.splitlines()[-1]).fragment.partition("?")
    assert page == "/puzzle"
    return {name: values[0] for name, values in parse_qs(query.replace("+", "%2B"), strict_parsing=True).items()}


def seats_of(tmp_path: Path) -> list[dict[str, Any]]:
    """The saved seats."""
    return [json.loads(file.read_text()) for file in sorted(tmp_path.rglob("seat-*.json"))]


def test_all_seats_are_played_in_turn(studied: Callable[..., Output], record: str, tmp_path: Path) -> None:
    """From the moment after the move to the end of the game, which is that of the record for the same actions."""
    code, out, err = studied("\n".join(LOSING[1:]), record, "--move", "1")
    assert (code, err) == (0, "")
    assert "> 0  you" in out
    assert "> 1  you" in out
    assert "Lost: the hand could not cover the damage; 0 of 12 enemies defeated." in " ".join(out.split())
    assert "Again?" not in out
    assert [seat["seat"] for seat in seats_of(tmp_path)] == [0, 1]


def test_the_study_of_a_moment_has_a_link(studied: Callable[..., Output], record: str, server: str) -> None:
    """To the web client of the server, with what deals the game again and the seat to act."""
    code, out, _ = studied("quit\n", record, "--move", "2")
    assert code == 0
    assert out.splitlines()[-1].startswith(f"{server}/#/puzzle?")
    assert link(out) == {
        "players": "2",
        "seed": SEED,
        "first": "0",
        "actions": ",".join(LOSING[:2]),
        "seat": "1",
    }


def test_a_study_at_all_seats_is_continued(
    studied: Callable[..., Output], typed: Callable[..., Output], record: str, tmp_path: Path
) -> None:
    """With the command that is printed on leaving it."""
    _, out, _ = studied("quit\n", record, "--move", "0")
    game = str(seats_of(tmp_path)[0]["game_id"])
    assert f"To continue this game: regicide play --game {game} --all-seats\n" in out
    code, out, err = typed("\n".join([*LOSING, "n"]), "--game", game, "--all-seats")
    assert (code, err) == (0, "")
    assert "Lost: " in out


def test_a_study_is_given_up_for_all_seats(studied: Callable[..., Output], record: str) -> None:
    """By one command."""
    code, out, _ = studied("give up\n", record, "--move", "1")
    assert (code, "Lost: the game was given up" in out) == (0, True)


def test_the_other_seats_are_those_of_bots(studied: Callable[..., Output], record: str, server: str) -> None:
    """The player has the seat to act, or the one of `--seat`."""
    with Session(server) as session:
        session.agents.register("study-mate")
        first = studied("quit\n", record, "--move", "2", "--bot", "study-mate")[1]
        second = studied("", record, "--move", "2", "--bot", "study-mate", "--seat", "0")[1]
    assert "> 1  you" in first
    assert "  0  you" in second
    assert [link(out)["seat"] for out in (first, second)] == ["1", "0"]


def test_a_finished_game_on_the_server_is_studied(studied: Callable[..., Output], server: str) -> None:
    """By its id."""
    with Session(server) as session:
        created = session.games.create(CreateGameRequest(players=1, seed=SEED))
        session.with_token(created.seats[0].token).games.give_up(created.game.id)
    code, out, err = studied("quit\n", created.game.id, "--move", "0")
    assert (code, err) == (0, "")
    assert link(out)["seed"] == SEED


def test_a_game_that_began_at_a_position_is_studied(studied: Callable[..., Output], tmp_path: Path) -> None:
    """At the position after the move."""
    first = regicide.apply(regicide.Position.new(SEED, 2), regicide.Action.parse("AD"))
    steps = regicide.replay(first, map(regicide.Action.parse, LOSING[1:]))
    content = regicide.game_record(first, steps, dealt=False)
    (tmp_path / "begun.json").write_text(json.dumps(content))
    code, out, err = studied("quit\n", str(tmp_path / "begun.json"), "--move", "2")
    assert (code, err) == (0, "")
    assert link(out) == {"players": "2", "position": content["events"][1]["position"], "seat": "1"}


@pytest.mark.parametrize("fault", ["is not a record: invalid content", "does not hold: "])
def test_what_is_not_a_record_is_reported(studied: Callable[..., Output], record: str, fault: str) -> None:
    """In one line, as by `regicide verify-record`."""
    content = Path(record).read_text()
    Path(record).write_text("[]" if "not a record" in fault else content.replace(LOSING[0], "3D", 1))
    code, out, err = studied("", record, "--move", "0")
    assert (code, out, err.count("\n"), fault in err) == (2, "", 1, True)
