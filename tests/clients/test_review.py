"""`regicide review`: the review of a finished game, from the server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

import pytest
from automatic_advisers import automatic_adviser
from commands import closed_early, run_command
from players import LOSING, SEED
from proxies import proxy, says

import regicide
from regicide_client import CreateGameRequest, RegisterAgentRequest, Review, ReviewedMove, SeatRequest, Session
from regicide_terminal.output import UserError
from regicide_terminal.render.review import curve_points, render_review, sparkline
from regicide_terminal.review import check_review

Output = tuple[int, str, str]


@pytest.fixture(scope="module")
def adviser(server: str) -> Iterator[str]:
    """The name of an agent that reviews."""
    with automatic_adviser(server, f"sage-{token_hex(4)}") as name:
        yield name


@pytest.fixture(scope="module")
def game(server: str) -> str:
    """The id of a lost game of two."""
    with Session(server) as session:
        wish = CreateGameRequest(players=2, seats=[SeatRequest(name="Ana"), SeatRequest(name="Bo")], seed=SEED)
        created = session.games.create(wish)
        seats, view = [session.with_token(seat.token) for seat in created.seats], created.game
        for action in LOSING:
            assert view.turn is not None
            view = seats[view.turn].games.act(view, action)
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
    rows = re.findall(r"^ +(\d) +(Ana|Bo) +(\S+) .*?(\d+)% +(\d+)%(?: +(\d+)(?= ))? *(\S*) *$", out, re.MULTILINE)
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0][:6] == ("1", "Ana", "A♦", "50", "25", "25")
    assert f"Reviewed by {adviser}: 5 moves, " in out
    assert "Chances are estimates; the best action is the first in the order of the agent." in one_line(out)
    assert max(map(len, out.splitlines())) <= 80


def test_a_review_has_a_curve(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """Of the chance before the first move and after each one."""
    _, out, _ = reviewed(game, "--adviser", adviser)
    assert re.search(r"^50% ▅[▁▂▃▄▅▆▇█]{4}▁ 0%$", out, re.MULTILINE)


def test_the_costliest_moves_are_told(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """With reasons, and the command that plays on before them."""
    _, out, _ = reviewed(game, "--adviser", adviser)
    told = one_line(out)
    assert told.count("Better: ") == 2
    assert re.search(
        r"Move 3 cost 50 points \(50% → 0%\): Bo played 2♣ \(leaves \d+ health; .*?\)\. Better: \S+ \(", told
    )
    assert f"regicide study {game} --move 2\n" in out


def test_a_review_is_printed_as_json(reviewed: Callable[..., Output], game: str, adviser: str, server: str) -> None:
    """As the server sent it."""
    code, out, _ = reviewed(game, "--adviser", adviser, "--json")
    with Session(server) as session:
        expected = session.advice.review(game, adviser).to_dict()
    assert (code, json.loads(out)) == (0, expected)


def test_a_terminal_without_symbols_gets_letters(reviewed: Callable[..., Output], game: str, adviser: str) -> None:
    """For suits and bars."""
    code, out, _ = reviewed(game, "--adviser", adviser, PYTHONIOENCODING="ascii")
    assert (code, out.isascii(), "?" in out) == (0, True, False)


def test_a_game_without_moves_has_an_empty_review(reviewed: Callable[..., Output], server: str, adviser: str) -> None:
    """It was given up at once."""
    with Session(server) as session:
        created = session.games.create(CreateGameRequest(players=1))
        session.with_token(created.seats[0].token).games.give_up(created.game.id)
    assert reviewed(created.game.id, "--adviser", adviser)[:2] == (0, "The game has no moves.\n")


def test_a_game_in_progress_is_not_reviewed(reviewed: Callable[..., Output], server: str) -> None:
    """In the words of the server."""
    with Session(server) as session:
        created = session.games.create(CreateGameRequest(players=1))
    code, out, err = reviewed(created.game.id)
    assert (code, out) == (2, "")
    assert err.startswith("regicide: game-not-over: ")


def test_an_agent_that_does_not_review_is_reported(reviewed: Callable[..., Output], server: str, game: str) -> None:
    """With those that do; an agent that advises may not."""
    other, able = f"sage-{token_hex(4)}", f"00-{token_hex(4)}"
    with Session(server) as session:
        session.agents.register(RegisterAgentRequest(name=other, advises=True))
        session.agents.register(RegisterAgentRequest(name=able, reviews=True))
    code, out, err = reviewed(game, "--adviser", other)
    assert (code, out) == (2, "")
    assert re.search(rf"'{other}' reviews no games.*; these agents review games: .*\b{able}\b", one_line(err))
    assert other not in err.rpartition(":")[2]


def test_an_agent_that_fails_is_reported(reviewed: Callable[..., Output], server: str, game: str) -> None:
    """The exit code is 1."""
    name = f"mute-{token_hex(4)}"
    with Session(server) as session:
        agent = session.with_token(session.agents.register(RegisterAgentRequest(name=name, reviews=True)).token)
        with pytest.raises(TimeoutError):
            session.advice.review(game, name, timeout=0)
        agent.advice.fail(agent.me.inbox(questions=1).questions[0])
    code, out, err = reviewed(game, "--adviser", name)
    assert (code, out, err.splitlines()[-1]) == (1, "", f"regicide: {name} could not review the game")


def test_a_pipe_that_closes_early_ends_the_command(
    environment: dict[str, str], game: str, adviser: str, tmp_path: Path
) -> None:
    """Quietly, with the exit code 1."""
    command = ["review", game, "--adviser", adviser]
    code, err = closed_early("regicide_terminal.cli", command, environment, tmp_path)
    assert (code, err) == (1, f"{adviser} reviews the game …\n")


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


def moves_of(record: dict[str, Any], chances: list[tuple[float, float]]) -> list[ReviewedMove]:
    """A review of a record with these chances before and after each move; the played action is the best."""
    numbered = enumerate(zip(record["events"], chances, strict=True), 1)
    return [ReviewedMove.from_dict(move_of(event, number, *pair)) for number, (event, pair) in numbered]


def move_of(event: dict[str, Any], number: int, before: float, after: float) -> dict[str, Any]:
    """A move of a review, as a server sends it."""
    fixed = {name: event[name] for name in ("version", "seat", "action")}
    rated = {"action": event["action"], "won": before, "defeated": None, "share": 1}
    estimates = {"won_before": before, "won_after": after, "cost": max(0, before - after), "best": [rated]}
    return {"number": number, **fixed, **estimates, "defeated_before": 1, "defeated_after": 1}


@pytest.fixture
def record() -> dict[str, Any]:
    """The record of a lost game of two, with the versions of a server."""
    first = regicide.Position.new(SEED, 2)
    replayed = regicide.replay(first, map(regicide.Action.parse, LOSING))
    content: dict[str, Any] = {**regicide.game_record(first, replayed), "seats": [{}, {}]}
    return content | {"events": [event | {"version": 1 + i} for i, event in enumerate(content["events"], 1)]}


CHANCES = [(0.5, 0.4), (0.6, 0.3), (0.3, 0.305), (0.2, 0.1951), (0.2, 0.15)]


def test_the_points_of_a_curve_are_the_chances_after_the_moves(record: dict[str, Any]) -> None:
    """The first is the chance before the first move, the last the end, also of a game that was given up."""
    moves = moves_of(record, CHANCES)
    assert curve_points(moves, record) == [0.5, 0.4, 0.3, 0.305, 0.1951, 0.0]
    given_up = record | {"events": record["events"][:4]}
    assert curve_points(moves[:4], given_up) == [0.5, 0.4, 0.3, 0.305, 0.0]


def test_a_heading_counts_the_blunders(record: dict[str, Any]) -> None:
    """With the cost from which a move is one."""
    moves = moves_of(record, [(0.5, 0.5), (0.5, 0.39), *[(0.5, 0.5)] * 3])
    heading = next(render_review(review_of(moves), record, 80))
    assert str(heading).startswith("Reviewed by sage: 5 moves, 1 of them a blunder (cost of 10 points or more).")


def review_of(moves: object) -> Review:
    """A review that is ready."""
    content = {"game": "game", "agent": "sage", "status": "ready", "moves": None, "expires_at": "2026-01-01T00:00:00Z"}
    review = Review.from_dict(content)
    review.moves = cast("Any", moves)
    return review


def test_a_review_that_fits_its_record_passes(record: dict[str, Any]) -> None:
    """Its costs are rounded."""
    moves = moves_of(record, CHANCES)
    moves[0].cost = 0.101
    check_review(review_of(moves), "game", "sage", record)


FAULTY_MEMBERS = {
    "number": [(1, "expected 2")],
    "version": [(2, "expected 3")],
    "seat": [(-1, "expected 0"), (7, "expected 0"), (False, "expected 0")],
    "action": [("KS", "expected "), (3, "expected ")],
    "won_before": [(float("nan"), "expected a number from 0 to 1"), ("x", "expected a number from 0 to 1")],
    "won_after": [(float("inf"), "expected a number from 0 to 1"), (True, "expected a number from 0 to 1")],
    "cost": [
        (float("nan"), "expected a number from 0 to 1"),
        (-0.1, "expected a number from 0 to 1"),
        (0.4, "expected 0.3"),
    ],
    "defeated_before": [(13, "expected a number from 0 to 12")],
    "defeated_after": [(None, "expected a number from 0 to 12")],
}
FAULTY_BEST = [
    ("action", "KS", "invalid best action KS: expected a legal one"),
    ("action", ["KS"], "invalid best action ['KS']: expected a legal one"),
    ("action", "\x1b[2J", "invalid best action ?[2J: expected a legal one"),
    ("won", 2, "invalid won 2: expected a number from 0 to 1"),
    ("defeated", "x", "invalid defeated x: expected a number from 0 to 12"),
    ("share", None, "invalid share None: expected a number from 0 to 1"),
]


def fault_of(moves: object, record: dict[str, Any], game: str = "game", agent: str = "sage") -> str:
    """The message about a review with these moves."""
    with pytest.raises(UserError) as raised:
        check_review(review_of(moves), game, agent, record)
    return str(raised.value).removeprefix("the review by sage does not fit the record: ")


def test_a_move_that_does_not_fit_the_record_is_a_fault(record: dict[str, Any]) -> None:
    """The message names the first such move."""
    for member, faults in FAULTY_MEMBERS.items():
        for value, expected in faults:
            moves = moves_of(record, CHANCES)
            setattr(moves[1], member, value)
            assert fault_of(moves, record).startswith(f"move 2: invalid {member} {value}: {expected}")
    moves = moves_of(record, CHANCES)
    moves[1].best = []
    assert fault_of(moves, record).startswith("move 2: 0 best actions: expected 1 to 3")


def test_a_best_action_that_does_not_fit_the_record_is_a_fault(record: dict[str, Any]) -> None:
    """Its chances may be unknown."""
    for member, value, fault in FAULTY_BEST:
        moves = moves_of(record, CHANCES)
        setattr(moves[1].best[0], member, value)
        assert fault_of(moves, record).startswith(f"move 2: {fault}")


def test_a_review_that_is_not_of_the_record_is_a_fault(record: dict[str, Any]) -> None:
    """The type and the number of its moves, its game and its agent count."""
    moves = moves_of(record, CHANCES)
    assert [fault_of(3, record), fault_of([1], record)] == ["invalid moves: expected a list of reviewed moves"] * 2
    assert fault_of([], record) == "0 moves: expected 5"
    assert "invalid game game: expected x" in fault_of(moves, record, game="x")
    assert "invalid agent sage" in fault_of(moves, record, agent="x")


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_false_review_is_reported_in_one_line(
    reviewed: Callable[..., Output], server: str, game: str, arguments: list[str]
) -> None:
    """Nothing of it is printed."""
    content = review_of(None).to_dict() | {"game": game, "moves": []}
    with proxy(server) as between:
        between.faults = [forwarded, says("200 OK", "application/json", json.dumps(content))]
        code, out, err = reviewed(game, "--adviser", "sage", "--server", between.url, *arguments)
    assert (code, out) == (2, "")
    assert err.splitlines()[1].startswith("regicide: the review by sage does not fit the record: ")
    assert err.count("\n") == 2


def forwarded(answered: Callable[[], bytes], client: socket.socket) -> None:
    """The response of the server, as it is."""
    client.sendall(answered())
