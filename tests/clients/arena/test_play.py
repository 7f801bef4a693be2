"""`regicide-arena play`: a bot plays on a server, also through failures."""

from __future__ import annotations

import json
import re
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from uuid import uuid4

import pytest
from arenas import Arena, arena, await_true
from servers import KillableServer, killable_server
from slow_bots import has_ended

import regicide
from regicide_client import CreateGameRequest, GameRecord, GameView, SeatRequest, Session

pytestmark = pytest.mark.costly

ROOT = Path(__file__).parents[3]

FIRST = "def choose(view):\n    return view['legal_actions'][0]\n"
SLOW = "import time\ndef choose(view):\n    time.sleep(0.1)\n    return view['legal_actions'][0]\n"
MADE = """
class choose:
    def __init__(self, seed):
        with open("made", "a") as file:
            print(seed, file=file)

    def __call__(self, view):
        return view["legal_actions"][0]
"""
ENDLESS = """
import os, time
from pathlib import Path

def choose(view):
    if Path("endless").exists():
        child = os.fork()
        if not child:
            time.sleep(1000)
        with open("forked", "a") as file:
            print(os.getpid(), child, file=file)
        while True:
            time.sleep(0.01)
    return view["legal_actions"][0]
"""
ONE_ENDLESS = """
import time
from pathlib import Path

def choose(view):
    while len(view["seats"]) == 1:
        Path("slow").touch()
        time.sleep(0.01)
    return view["legal_actions"][0]
"""
SPEAKING = """#!/usr/bin/env python3
import json, sys

FIGURES = {"won": 0.25, "defeated": 3}

def answer(type, view=None, action=None, **_):
    if type == "hello":
        return {"type": "greeting", "version": 1, "advises": sys.argv[1] == "--wise", "reviews": True}
    if type == "new_game":
        return {"type": "ready"}
    first = view["legal_actions"][0]
    if type == "choose":
        return {"type": "chosen", "action": first}
    considered = {"actions": [{"action": first, "share": 1, **FIGURES}]}
    return {"type": "advice" if type == "advise" else "rating", **considered, "after": FIGURES}

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("over", "stop"):
        with open("told", "a") as file:
            print(line, file=file, end="")
    else:
        print(json.dumps(answer(**message)), flush=True)
"""
BROKEN = "def choose(view):\n    raise ValueError('out of ideas')\n"


@pytest.fixture
def agent() -> str:
    """An unused name of an agent."""
    return f"bot-{uuid4().hex[:12]}"


def saved(directory: Path, program: str) -> str:
    """Save the program of a bot and return its location."""
    (directory / "my_bot.py").write_text(program)
    return "my_bot.py:choose"


Play = Callable[..., AbstractContextManager[Arena]]


@pytest.fixture
def play(server: str, agent: str, tmp_path: Path) -> Play:
    """Lets the agent play with a bot: its program, or what stands for it."""

    def run(bot: str, *options: str, **environment: str) -> AbstractContextManager[Arena]:
        bot = saved(tmp_path, bot) if "\n" in bot else bot
        return arena("play", "--server", server, "--agent", agent, bot, *options, directory=tmp_path, **environment)

    return run


def created(session: Session, agent: str, seats: int = 2, **options: object) -> GameView:
    """Wait for the agent's registration, and create a game with it in every seat."""
    await_true(lambda: agent in {known.name for known in session.agents.list(agent)})
    seated = [SeatRequest(agent=agent) for _ in range(seats)]
    return session.games.create(CreateGameRequest(players=seats, seats=seated, **options)).game  # type: ignore[arg-type]


def played(session: Session, game: GameView) -> GameRecord:
    """Wait for the end of a game, and return its verified record."""
    await_true(lambda: session.games.get(game.id).result)
    record = session.games.record(game.id)
    assert regicide.verify_record(record.to_dict())
    return record


def test_the_bot_of_the_documentation_plays(server: str, session: Session, agent: str, tmp_path: Path) -> None:
    """With the program and the command of docs/bots.md."""
    command, *_ = re.findall(r"^    regicide-arena (play .*)$", (ROOT / "docs" / "bots.md").read_text(), re.MULTILINE)
    saved(tmp_path, (ROOT / "docs" / "examples" / "my_bot.py").read_text())
    arguments = command.replace("http://127.0.0.1:8000", server).replace("my-bot", agent).split()
    with arena(*arguments, directory=tmp_path) as running:
        games = [created(session, agent, seats) for seats in (1, 2, 3, 4)]
        defeated = {game.id: played(session, game).result.defeated for game in games}
        await_true(lambda: running.output.count(" enemies defeated\n") == len(games))
    lines = running.output.splitlines()
    assert lines[0] == f"{agent}: connected to {server}, waiting for turns; Ctrl-C stops"
    assert f"{agent}: game {games[2].id}: playing seat 0 with 2 other seats" in lines
    assert f"{agent}: game {games[3].id}: lost, {defeated[games[3].id]} of 12 enemies defeated" in lines


def test_a_program_plays_and_gives_advice(play: Play, session: Session, agent: str, tmp_path: Path) -> None:
    """In any language, over its standard streams; it is told how its games end, and when it is to end."""
    (tmp_path / "bot").write_text(SPEAKING)
    (tmp_path / "bot").chmod(0o755)
    with play("exec:./bot --wise", "--advise", "--games", "1") as running:
        game = created(session, agent)
        record = played(session, game)
        review = session.advice.review(game.id, agent)
        assert [move.won_after for move in review.moves or []] == [0.25] * len(record.events)
        human = session.games.create(CreateGameRequest(players=1))
        seat = session.with_token(human.seats[0].token)
        view = seat.games.get(human.game.id)
        assert [each.action for each in seat.advice.ask(view, agent).actions] == view.legal_actions[:1]
        await_true(lambda: running.output.count("answered") == 2)
    told = [json.loads(line) for line in (tmp_path / "told").read_text().splitlines()]
    result = record.result.to_dict()
    assert [line for line in told if line["type"] == "over"] == [
        {"type": "over", "game": f"{game.id}/{seat}", "result": result} for seat in (0, 1)
    ]
    assert [line["type"] for line in told].count("stop") == 3
    assert "failed" not in running.output


def test_a_bot_is_made_for_each_game_and_seat(play: Play, session: Session, agent: str, tmp_path: Path) -> None:
    """The seeds have the given prefix."""
    with play(MADE, "--bot-seed", "north"):
        games = [created(session, agent) for _ in range(2)]
        for game in games:
            played(session, game)
    made = (tmp_path / "made").read_text().split()
    assert sorted(made) == sorted(f"north/{game.id}/{seat}" for game in games for seat in (0, 1))


def test_a_bot_that_fails_plays_at_random(play: Play, session: Session, agent: str) -> None:
    """Each turn has one line in the log; the traceback is there once, and the view is not."""
    with play(BROKEN) as running:
        record = played(session, created(session, agent))
    failed = r"failed: ValueError: out of ideas \(.*my_bot\.py, line 2\); a random action is taken"
    lines = re.findall(f"^{agent}: game {record.id}: {failed}$", running.output, re.MULTILINE)
    assert len(lines) == len(record.events)
    assert running.output.count('my_bot.py", line 2, in choose') == 1
    assert "legal_actions" not in running.output


def test_a_bot_that_fails_may_leave_its_turn(play: Play, session: Session, agent: str) -> None:
    """The bot is not asked again, and no action is taken; in a game without a time limit it plays at random."""
    with play(BROKEN, "--on-failure", "leave", "--retries", "0", "--quiet") as running:
        left = created(session, agent, turn_seconds=3600)
        await_true(lambda: "failed: " in running.output)
        record = played(session, created(session, agent))
        assert session.games.get(left.id).version == 1
    logged = re.findall(r"failed: ValueError: out of ideas \(.*\); (.*)", running.output)
    unlimited = "the game has no time limit that would end the turn: a random action is taken"
    assert logged == ["the turn is left to the timeout", *[unlimited] * len(record.events)]


def test_an_endless_bot_is_late(play: Play, session: Session, agent: str, tmp_path: Path) -> None:
    """It is ended with what it has started, its turn is taken by another action, and the game goes on."""
    with play(ENDLESS, "--clock", "0.2") as running:
        (tmp_path / "endless").touch()
        game = created(session, agent)
        late = f"{agent}: game {game.id}: late: the bot gave no answer in 0.2 seconds; a random action is taken"
        await_true(lambda: late in running.output.splitlines())
        (tmp_path / "endless").unlink()
        played(session, game)
    assert all(map(has_ended, map(int, (tmp_path / "forked").read_text().split())))


def test_a_slow_game_does_not_delay_another(play: Play, session: Session, agent: str, tmp_path: Path) -> None:
    """Each of both has a process: while one bot chooses for ever, the other game is played to its end."""
    with play(ONE_ENDLESS, "--games", "2"):
        slow = created(session, agent, seats=1)
        await_true((tmp_path / "slow").exists)
        played(session, created(session, agent, seats=2))
        assert session.games.get(slow.id).version == 1


def test_a_bot_that_stops_does_not_wait_for_one_that_hangs(
    server: str, session: Session, agent: str, tmp_path: Path
) -> None:
    """It says what it waits for, and kills the bot after a second; no action replaces that of the bot."""
    running = Arena("play", "--server", server, "--agent", agent, saved(tmp_path, ONE_ENDLESS), directory=tmp_path)
    game = created(session, agent, seats=1)
    await_true((tmp_path / "slow").exists)
    running.end()
    expected = f"stopping: up to 1 s for the action in game {game.id}; Ctrl-C again ends at once"
    assert expected in running.output
    assert session.games.get(game.id).version == 1


def test_a_log_for_programs_is_json_lines(play: Play, session: Session, agent: str) -> None:
    """On standard output, which what the bot prints does not disturb."""
    with play("def choose(view):\n    print('hm')\n    return view['legal_actions'][0]\n", "--json") as running:
        game = created(session, agent, seats=1)
        played(session, game)
        await_true(lambda: '"result"' in running.output)
    lines = [json.loads(line) for line in running.output.splitlines() if line != "hm"]
    assert [line["event"] for line in lines][:3] == ["connected", "playing", "result"]
    assert {line["agent"] for line in lines} == {agent}
    assert (lines[2]["game"], lines[2]["status"]) == (game.id, "lost")


def test_a_token_may_come_from_elsewhere(play: Play, session: Session, agent: str, tmp_path: Path) -> None:
    """From the environment, or from a given file; the description stays in the list of agents.

    A quiet bot logs nothing as long as nothing fails.
    """
    token = session.agents.register(agent).token
    (tmp_path / "token").write_text(f"{token}\n")
    with play(FIRST, "--quiet", REGICIDE_TOKEN=token) as running:
        played(session, created(session, agent))
    assert running.output == ""
    with play(FIRST, "--token-file", "token", "--description", "Plays at night."):
        played(session, created(session, agent))
    assert [known.description for known in session.agents.list(agent)] == ["Plays at night."]


def test_two_processes_of_one_agent_do_no_harm(play: Play, session: Session, agent: str) -> None:
    """Both try every turn."""
    with play(FIRST) as one:
        games = [created(session, agent)]
        with play(FIRST) as other:
            games += [created(session, agent) for _ in range(6)]
            for game in games:
                played(session, game)
    lines = (one.output + other.output).splitlines()
    logged = re.compile(f"{agent}: (connected to|waiting for|stopping|game [0-9a-f]{{20}}: (playing|lost|won)).*")
    assert [line for line in lines if not logged.fullmatch(line)] == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_bot_ends_when_told(
    server: str, session: Session, agent: str, tmp_path: Path, number: signal.Signals
) -> None:
    """It finishes the current action; the next process is known again, and continues its games.

    The token is in a file that only the owner can read.
    """
    play = ["play", "--server", server, "--agent", agent, saved(tmp_path, SLOW)]
    running = Arena(*play, directory=tmp_path)
    game = created(session, agent)
    await_true(lambda: session.games.get(game.id).version > 2)
    running.process.send_signal(number)
    assert running.ended() == 0
    assert [line for line in running.output.splitlines()[2:] if " stopping: up to 1 s for " not in line] == []
    with arena(*play, directory=tmp_path):
        played(session, game)
    [file] = (tmp_path / ".local/state/regicide/agents").rglob(agent)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def refused(*arguments: str, directory: Path, code: int = 2, **environment: str) -> str:
    """The only line of output of a command that fails."""
    running = Arena(*arguments, directory=directory, **environment)
    assert running.ended() == code
    [line] = running.output.splitlines()
    return line


def test_a_taken_name_is_reported_in_one_line(server: str, session: Session, agent: str, tmp_path: Path) -> None:
    """The message says what to do."""
    session.agents.register(agent)
    line = refused("play", "--server", server, "--agent", agent, "greedy", directory=tmp_path)
    assert f"the agent {agent!r} already exists" in line
    assert not list(tmp_path.rglob(f"{agent}*"))


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("gredy", "unknown bot 'gredy': expected "),
        ("exec:./missing", "exec:./missing cannot be started: No such file or directory"),
        ("exec:sh -c 'exit 3'", "exec:sh -c 'exit 3' ended its process: exit code 3"),
        ("exec:", "no command in 'exec:': expected one such as exec:./bot"),
    ],
)
def test_a_bot_that_does_not_start_is_reported(agent: str, tmp_path: Path, bot: str, why: str) -> None:
    """In one line, before anything is sent to the server."""
    line = refused("play", "--server", "http://127.0.0.1:9", "--agent", agent, bot, directory=tmp_path)
    assert line.startswith(f"regicide-arena: {why}")


def test_an_invalid_token_is_reported_in_one_line(server: str, agent: str, tmp_path: Path) -> None:
    """The command ends instead of retrying."""
    play = ["play", "--server", server, "--agent", agent, "greedy"]
    assert "unknown-token" in refused(*play, directory=tmp_path, code=1, REGICIDE_TOKEN=f"{agent}.wrong")
    assert "one word" in refused(*play, directory=tmp_path, REGICIDE_TOKEN="two words")


@pytest.fixture
def killable(valkey_url: str) -> Iterator[KillableServer]:
    """A server that can be killed and restarted at the same URL."""
    with killable_server(REDIS_URL=valkey_url) as server:
        yield server


@pytest.mark.faults
def test_no_game_is_lost_when_the_server_is_away(killable: KillableServer, agent: str, tmp_path: Path) -> None:
    """The bot continues after the restart."""
    place = saved(tmp_path, SLOW)
    with (
        arena("play", "--server", killable.url, "--agent", agent, place, directory=tmp_path) as running,
        Session(killable.url) as session,
    ):
        games = [created(session, agent) for _ in range(3)]
        await_true(lambda: session.games.get(games[0].id).version > 2)
        killable.kill()
        killable.start()
        for game in games:
            played(session, game)
        assert running.process.poll() is None


def test_all_lines_of_a_verbose_log_have_one_form(tmp_path: Path) -> None:
    """The name of the agent and a message, also for the seed of the bots."""
    (tmp_path / "mine.py").write_text(FIRST)
    options = ["--agent", "ana", "--server", "http://127.0.0.1:9", "--verbose"]
    with arena("play", "mine.py:choose", *options, directory=tmp_path, REGICIDE_TOKEN="x" * 43) as running:
        await_true(lambda: "the bots are made from the seed " in running.output)
    assert {line.partition(" ")[0] for line in running.output.splitlines()} == {"ana:"}
