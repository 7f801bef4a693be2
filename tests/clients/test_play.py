"""`regicide play`: whole games against a real server, typed through a pipe."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from players import SEED

from regicide_client import CreateGameRequest, SeatRequest, Session

PROGRAM = Path(sys.executable).parent / "regicide"
Output = tuple[int, str, str]


def saved(tmp_path: Path) -> list[dict[str, Any]]:
    """The saved seats."""
    return [json.loads(file.read_text()) for file in sorted(tmp_path.rglob("seat-*.json"))]


def only_game(tmp_path: Path) -> str:
    """The id of the game of the saved seats."""
    [game_id] = {str(seat["game_id"]) for seat in saved(tmp_path)}
    return game_id


def test_a_solo_game_is_played_to_its_end(typed: Callable[..., Output], tmp_path: Path) -> None:
    """By typing the number 1 until it is over, in plain text of 80 columns; the record is saved and holds."""
    file = tmp_path / "record.json"
    code, out, err = typed("1\n" * 100, "--solo", "--deal-seed", SEED, "--record", str(file))
    assert (code, err) == (0, "")
    assert re.search(r"^(Won|Lost).*: .*; \d+ of 12 enemies defeated\.$", out, re.MULTILINE)
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 80
    verified = run_command("regicide_terminal.cli", ["verify-record", str(file)])
    assert (verified.code, ": holds: 1 player, " in verified.out) == (0, True)


def test_a_record_is_never_overwritten(typed: Callable[..., Output], tmp_path: Path) -> None:
    """The next one gets a number."""
    file = tmp_path / "record.json"
    file.write_text("precious")
    typed("1\n" * 100, "--solo", "--record", str(file))
    assert (file.read_text(), json.loads((tmp_path / "record-2.json").read_text())["players"]) == ("precious", 1)


def test_a_terminal_without_symbols_gets_letters(typed: Callable[..., Output]) -> None:
    """For the suits."""
    code, out, _ = typed("quit\n", "--solo", "--deal-seed", SEED, PYTHONIOENCODING="ascii")
    assert code == 0
    assert re.search(r"^your hand(  (10|[2-9AJQK])[CDHS]){8}$", out, re.MULTILINE)


ANSWERS = {
    "KS": "not in the hand of the player to act: KS",
    "nonsense": "invalid input 'nonsense': expected a play such as 8D",
    "yield": "a solo player may not yield",
    "99": "invalid number 99: expected 1 to ",
    "eager": "signals are allowed between the play of a jester",
    "help": "let seat 2 go next",
    "discard": "discard pile: empty",
}


def test_input_is_answered(typed: Callable[..., Output]) -> None:
    """A refusal has a reason, and the game continues: the next action is taken."""
    _, out, _ = typed("\n".join([*ANSWERS, "1\n"]), "--solo", "--deal-seed", SEED)
    answered, _, rest = out.partition("You played")
    assert [answer for answer in ANSWERS.values() if answer not in " ".join(answered.split())] == []
    assert rest


def test_a_game_that_was_left_can_be_continued(typed: Callable[..., Output], tmp_path: Path) -> None:
    """With the command that is printed on leaving."""
    code, out, _ = typed("quit\n", "--solo")
    game_id = only_game(tmp_path)
    assert (code, out.splitlines()[-1]) == (0, f"To continue this game: regicide play --game {game_id}")
    assert "Your turn" in typed("", "--game", game_id)[1]


def test_the_end_of_the_input_is_not_a_failure(typed: Callable[..., Output]) -> None:
    """The game can be continued."""
    code, out, err = typed("", "--solo")
    assert (code, err, "To continue this game: " in out) == (0, "", True)


def test_the_token_is_never_shown(typed: Callable[..., Output], tmp_path: Path) -> None:
    """It is in one private file."""
    _, out, err = typed("quit\n", "--solo")
    [file] = tmp_path.rglob("seat-*.json")
    assert json.loads(file.read_text())["token"] not in out + err
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_token_can_come_from_a_file_or_the_environment(
    typed: Callable[..., Output], tmp_path: Path, server: str
) -> None:
    """Of a game that was created elsewhere; it is not saved, and refused unless it holds a seat."""
    with Session(server) as session:
        created = session.games.create(CreateGameRequest(players=1))
    (tmp_path / "token").write_text(created.seats[0].token)
    by_file = typed("", "--game", created.game.id, "--token-file", str(tmp_path / "token"))
    by_environment = typed("", "--game", created.game.id, REGICIDE_TOKEN=created.seats[0].token)
    assert ["Your turn" in output[1] for output in (by_file, by_environment)] == [True, True]
    assert saved(tmp_path) == []
    (tmp_path / "token").write_text("another-token")
    refused = f"regicide: invalid token: expected the token of a seat in game {created.game.id}\n"
    assert typed("", "--game", created.game.id, "--token-file", str(tmp_path / "token")) == (2, "", refused)


def test_an_open_seat_is_joined(typed: Callable[..., Output], tmp_path: Path) -> None:
    """The creator waits, a friend joins; both seats are saved."""
    typed("", "--open", "--name", "Ana", "--deal-seed", SEED, "--first-player", "1")
    _, out, _ = typed("1\n", "--join", only_game(tmp_path), "--name", "Bo")
    assert re.search(r"^  0  Ana +7 cards", out, re.MULTILINE)
    assert [seat["seat"] for seat in saved(tmp_path)] == [0, 1]


def test_a_full_game_cannot_be_joined(typed: Callable[..., Output], tmp_path: Path) -> None:
    """The message is one line."""
    typed("", "--solo")
    game_id = only_game(tmp_path)
    assert typed("", "--join", game_id) == (2, "", f"regicide: game {game_id} has no open seat\n")


def test_the_other_seats_are_waited_for(environment: dict[str, str], server: str) -> None:
    """Their actions are narrated as they happen; a name is never markup."""
    wish = CreateGameRequest(
        players=2, seats=[SeatRequest(open_=True), SeatRequest(name="[red]Bo[/]")], seed=SEED, first_player=1
    )
    with Session(server) as session:
        created = session.games.create(wish)
        friend, command = session.with_token(created.seats[0].token), [PROGRAM, "play", "--join", created.game.id]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, env=environment, **pipes) as player:
            assert player.stdout
            first = iter(player.stdout.readline, "Waiting for [red]Bo[/] …\n")
            assert any(line.startswith("> 1  [red]Bo[/]") for line in first)
            friend.games.act(friend.games.wait(created.game.id), "yield")
            friend.games.act(friend.games.wait(created.game.id), "-10C")
            rest, _ = player.communicate("quit\n")
    assert "[red]Bo[/] yielded: the enemy strikes for 10.\n" in rest
    assert "[red]Bo[/] discarded 10♣.\n" in rest


def test_a_rematch_is_another_game(server: str, typed: Callable[..., Output], tmp_path: Path) -> None:
    """Its seat is saved as well."""
    typed("", "--solo", "--deal-seed", SEED)
    game_id = only_game(tmp_path)
    with Session(server, saved(tmp_path)[0]["token"]) as seat:
        view = seat.games.get(game_id)
        while view.turn is not None:
            view = seat.games.act(view, view.legal_actions[0])
    code, out, _ = typed("y\nquit\n", "--game", game_id)
    assert (code, "Your turn" in out.partition("Again? y/N")[2]) == (0, True)
    assert len({seat["game_id"] for seat in saved(tmp_path)}) == 2


def test_an_interrupt_prints_how_to_continue(environment: dict[str, str]) -> None:
    """In one line, without a traceback."""
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([PROGRAM, "play", "--solo"], env=environment, text=True, **pipes) as player:
        assert player.stdout
        assert any(line.startswith("your hand") for line in player.stdout)
        player.send_signal(signal.SIGINT)
        out, err = player.communicate()
    assert (player.returncode, err) == (130, "")
    assert out.splitlines()[-1].startswith("To continue this game: regicide play --game ")


@pytest.mark.parametrize("missing", ["regicide_client", "rich", "platformdirs"])
def test_a_missing_package_is_reported_with_the_command_to_install_it(missing: str) -> None:
    """In one line; `regicide verify-record` works without them."""
    program = f"import sys; sys.modules[{missing!r}] = None; from regicide_terminal.cli import main; "
    play = [sys.executable, "-c", program + "sys.exit(main(['play']))"]
    ended = subprocess.run(play, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert f"regicide: play needs {missing}, which is not installed" in ended.stderr
    assert f"{sys.executable} -m pip install --editable '.[play]'" in ended.stderr
    verify_record = [sys.executable, "-c", program + "sys.exit(main(['verify-record', '/nowhere']))"]
    assert "No such file" in subprocess.run(verify_record, capture_output=True, text=True, check=False).stderr


def test_a_game_is_given_up(typed: Callable[..., Output], tmp_path: Path) -> None:
    """Its record says so, and holds."""
    file = tmp_path / "record.json"
    code, out, err = typed("give up\n", "--solo", "--record", str(file))
    assert (code, err) == (0, "")
    assert "Lost: the game was given up; 0 of 12 enemies defeated.\n" in out
    assert run_command("regicide_terminal.cli", ["verify-record", str(file)]).code == 0


def test_a_seat_of_a_running_game_cannot_be_left(typed: Callable[..., Output]) -> None:
    """The game goes on, and can be continued."""
    _, out, _ = typed("leave\nquit\n", "--solo")
    assert "the game has started; this is possible only before" in " ".join(out.split())
    assert "To continue this game: " in out


def test_todays_deal_is_played(typed: Callable[..., Output], tmp_path: Path) -> None:
    """Its record is available when the day is over, and not saved before."""
    file = tmp_path / "record.json"
    code, out, err = typed("1\n" * 100, "--solo", "--today", "--record", str(file))
    assert (code, err, file.exists()) == (0, "", False)
    assert "The record and the review are available when the day of this deal is over: 20" in " ".join(out.split())
