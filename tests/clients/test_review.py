"""`regicide review`: the review of a finished game, from the server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex

import pytest
from commands import run_command
from players import LOSING, SEED
from scripted_advisers import scripted_adviser

from regicide_client import AgentWish, GameWish, SeatWish, Session
from regicide_terminal.render.review import sparkline

Output = tuple[int, str, str]


@pytest.fixture(scope="module")
def adviser(server: str) -> Iterator[str]:
    """The name of an agent that reviews."""
    with scripted_adviser(server, f"sage-{token_hex(4)}") as name:
        yield name


@pytest.fixture(scope="module")
def game(server: str) -> str:
    """The id of a lost game of two."""
    with Session(server) as session:
        wish = GameWish(players=2, seats=[SeatWish(name="Ana"), SeatWish(name="Bo")], seed=SEED)
        created = session.create_game(wish)
        seats, view = [session.with_token(seat.token) for seat in created.seats], created.game
        for action in LOSING:
            assert view.turn is not None
            view = seats[view.turn].act(view, action)
        return created.game.id


@pytest.fixture
def reviewed(environment: dict[str, str]) -> Callable[..., Output]:
    """Runs `regicide review`; the exit code, the output, the errors."""

    def run(*arguments: str, **more: str) -> Output:
        return run_command("regicide_terminal.cli", ["review", *arguments], environment=environment | more)

    return run


def one_line(text: str) -> str:
    """A text without line breaks and repeated spaces."""
    return " ".join(text.split())


def test_a_review_has_every_move(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """With its chances, its cost, and the best action if that is another one."""
    code, out, err = reviewed(game, "--adviser", adviser)
    assert (code, err) == (0, f"{adviser} reviews the game …\n")
    rows = re.findall(r"^ +(\d) +(Ana|Bo) +(\S+) .*?(\d+)% +(\d+)% +(?:(\d+)%)? *(\S*) *$", out, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0][:6] == ("1", "Ana", "A♦", "50", "25", "25")
    assert f"Reviewed by {adviser}: 5 moves, " in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_review_has_a_curve(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """Of the chance before the first move and after each one."""
    _, out, _ = reviewed(game, "--adviser", adviser)
    assert re.search(r"^50% [▁▂▃▄▅▆▇█]{6} \d+%$", out, re.MULTILINE)


def test_the_costliest_moves_are_told(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """With reasons, and the command that plays on before them."""
    _, out, _ = reviewed(game, "--adviser", adviser)
    told = one_line(out)
    assert told.count("Better: ") == 2
    assert re.search(r"Move 3 cost 50% \(50% → 0%\): Bo played 2♣ \(leaves \d+ health; .*?\)\. Better: \S+ \(", told)
    assert f"regicide study {game} --move 2\n" in out


def test_a_review_is_printed_as_json(reviewed: Callable[..., Output], game: str, adviser: str, server: str) -> None:
    """As the server sent it."""
    code, out, _ = reviewed(game, "--adviser", adviser, "--json")
    with Session(server) as session:
        expected = session.get_review(game, adviser).to_dict()
    assert (code, json.loads(out)) == (0, expected)


def test_a_terminal_without_symbols_gets_letters(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """For suits and bars."""
    code, out, _ = reviewed(game, "--adviser", adviser, PYTHONIOENCODING="ascii")
    assert (code, out.isascii(), "?" in out) == (0, True, False)


def test_a_game_without_moves_has_an_empty_review(reviewed: Callable[..., Output], server: str, adviser: str) -> None:
    """It was given up at once."""
    with Session(server) as session:
        created = session.create_game(GameWish(players=1))
        session.with_token(created.seats[0].token).give_up(created.game.id)
    assert reviewed(created.game.id, "--adviser", adviser)[:2] == (0, "The game has no moves.\n")


def test_a_game_in_progress_is_not_reviewed(reviewed: Callable[..., Output], server: str) -> None:
    """In the words of the server."""
    with Session(server) as session:
        created = session.create_game(GameWish(players=1))
    code, out, err = reviewed(created.game.id)
    assert (code, out) == (2, "")
    assert err.startswith("regicide: game-not-over: ")


def test_an_agent_that_does_not_review_is_reported(reviewed: Callable[..., Output], server: str, game: str) -> None:
    """With those that do; an agent that advises may not."""
    other, able = f"sage-{token_hex(4)}", f"00-{token_hex(4)}"
    with Session(server) as session:
        session.register_agent(AgentWish(name=other, advises=True))
        session.register_agent(AgentWish(name=able, reviews=True))
    code, out, err = reviewed(game, "--adviser", other)
    assert (code, out) == (2, "")
    assert re.search(rf"'{other}' reviews no games.*; these agents review games: .*\b{able}\b", one_line(err))
    assert other not in err.rpartition(":")[2]


def test_an_agent_that_fails_is_reported(reviewed: Callable[..., Output], server: str, game: str) -> None:
    """The exit code is 1."""
    name = f"mute-{token_hex(4)}"
    with Session(server) as session:
        agent = session.with_token(session.register_agent(AgentWish(name=name, reviews=True)).token)
        with pytest.raises(TimeoutError):
            session.get_review(game, name, timeout=0)
        agent.fail_question(agent.inbox(questions=1).questions[0])
    code, out, err = reviewed(game, "--adviser", name)
    assert (code, out, err.splitlines()[-1]) == (1, "", f"regicide: {name} could not review the game")


def test_a_file_is_reviewed_by_another_command(reviewed: Callable[..., Output], tmp_path: Path) -> None:
    """The message names it."""
    file = tmp_path / "record.json"
    file.write_text("{}")
    code, out, err = reviewed(str(file))
    assert (code, out) == (2, "")
    assert f"a record in a file is reviewed by regicide-arena review {file}" in err


@pytest.mark.parametrize(
    ("chances", "width", "bars"),
    [
        ([0, 0.5, 1], 80, "▁▅█"),
        ([0, 0, 1, 1], 2, "▁█"),
        ([0.5], 80, "▅"),
        ([i / 99 for i in range(100)], 8, "▁▂▃▄▅▆▇█"),
    ],
)
def test_a_curve_fits_its_width(chances: list[float], width: int, bars: str) -> None:
    """Neighbours share a bar."""
    assert sparkline(chances, width) == bars
