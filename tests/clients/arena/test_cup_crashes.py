"""A cup goes on whatever happens to it: commands that are killed, journals that are torn, bots that do their worst."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from servers import PROGRAMS

from regicide_arena.cli import main
from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.entries import codes
from regicide_arena.cup.games.process import GamesProcess
from regicide_arena.cup.games.told import Played, Told
from regicide_arena.cup.journal import BrokenJournal, Journal, JournalInUse
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.cup.reading import cup_of

RESULTS = ("games.jsonl", "games.csv", "games.parquet")
CUP = """
players = [1, 2]
deals = 12
clock = 5
seed = "the-seed-of-the-cup"
entrants = {mine = "mine.py:choose", random = "random"}
"""
MINE = """
import time

def choose(view):
    time.sleep(0.002)
    return view["legal_actions"][0]
"""
BOTS = '''
import itertools, os, signal, subprocess, sys, threading, time

def first(view):
    return view["legal_actions"][0]

def begins(view):
    return not view["discard"] and not view["played"] and view["castle_size"] in {11, 12}

def dies(view):
    if begins(view):
        os._exit(0)
    return first(view)

def is_killed(view):
    os.kill(os.getpid(), signal.SIGKILL)

def is_stopped(view):
    os.kill(os.getpid(), signal.SIGSTOP)

def kills_its_group(view):
    os.killpg(0, signal.SIGTERM)
    time.sleep(30)

def closes_files(view):
    os.closerange(0, 256)
    return first(view)

def dies_with_a_child(view):
    if not os.fork():
        time.sleep(30)
    os._exit(0)

def exits(view):
    sys.exit(0)

def raises_what_cannot_be_told(view):
    class Mute(Exception):
        def __str__(self):
            raise ValueError
    raise Mute

def raises_what_cannot_be_written(view):
    raise ValueError("\\ud800")

def answers_with_nonsense(view):
    return object()

def answers_with_a_riddle(view):
    class Riddle(str):
        __hash__ = str.__hash__
        def __eq__(self, other):
            return True
        def __str__(self):
            return "QQ"
    return Riddle("riddle")

def answers_with_a_ghost(view):
    class Ghost:
        @property
        def __class__(self):
            raise ZeroDivisionError
    return Ghost()

def hangs(view):
    while True:
        pass

def prints(view):
    print("hello")
    os.write(1, b"hello")
    sys.__stdout__.write("hello")
    return first(view)

def spoils_its_view(view):
    action = first(view)
    view["legal_actions"].clear()
    view.clear()
    return action

def forks(view):
    os.fork()
    return first(view)

def reads(view):
    sys.stdin.read()
    return first(view)

def has_children(view):
    subprocess.Popen(["sleep", "30"])
    return first(view)

def has_threads(view):
    def spin():
        while True:
            pass
    if begins(view):
        threading.Thread(target=spin, daemon=True).start()
    return first(view)

class Hollow:
    """Holds nothing, and so is false."""

    def __init__(self, seed):
        self.turns = 0

    def __len__(self):
        return 0

    def __call__(self, view):
        self.turns += 1
        if self.turns == 2:
            raise ValueError("second turn")
        return first(view)

def is_deaf(view):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(100)

def holds_everybody_up(view):
    return sum(itertools.repeat(0))  # without an end, and no signal is looked at
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the file of a cup, and with bots."""
    for name, text in {"small.toml": CUP, "mine.py": MINE, "bots.py": BOTS}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the cup, from a command that nobody disturbed, in which all was played in one process."""
    folder = tmp_path_factory.mktemp("undisturbed")
    (folder / "small.toml").write_text(CUP)
    (folder / "mine.py").write_text(MINE)
    assert ended(started(folder, "small.toml", "--workers", "0")) == 0
    return folder / "small"


@pytest.fixture
def process() -> Iterator[GamesProcess]:
    """A process that plays games, closed at the end."""
    found = GamesProcess()
    yield found
    found.close()


def started(folder: Path, *arguments: str, **options: object) -> subprocess.Popen[str]:
    """The command; all its processes can be told by a variable of their environment."""
    command = [PROGRAMS / "regicide-arena", "tournament", *arguments]
    environment = os.environ | {"MARK": str(folder)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True, **options
    )  # type: ignore[call-overload]


def ended(command: subprocess.Popen[str]) -> int:
    """The exit code of a command that is left alone."""
    command.communicate(timeout=110)
    return command.returncode


def left_of(folder: Path) -> list[int]:
    """The processes that belong to a command in this folder, as their environments tell; zombies have none."""
    mark, found = f"MARK={folder}\0".encode(), []
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in place.read_bytes():
                found.append(int(place.parent.name))
        except OSError:  # it has ended in the meantime
            continue
    return found


def await_nobody(folder: Path) -> None:
    """Wait until all processes of the command have ended."""
    end = time.monotonic() + 20
    while left := left_of(folder):
        assert time.monotonic() < end, left
        time.sleep(0.05)


def await_lines(journal: Path, lines: int) -> None:
    """Wait until so many shards are written down."""
    end = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < end
        time.sleep(0.02)


def results(folder: Path) -> list[bytes]:
    """The files of the games."""
    return [(folder / name).read_bytes() for name in RESULTS]


def kill(command: subprocess.Popen[str]) -> None:
    """Kill a command, as nothing else does: none of its own lines is run any more."""
    command.kill()
    command.communicate()


@pytest.mark.faults
def test_a_cup_that_is_killed_and_then_told_to_end_goes_on(folder: Path, undisturbed: Path) -> None:
    """From its folder alone, and its games are those of an undisturbed one."""
    killed = started(folder, "small.toml", "--workers", "1")
    await_lines(folder / "small" / "journal.jsonl", 1)
    kill(killed)
    await_nobody(folder)
    told_to_end = started(folder, "small", "--workers", "1")
    await_lines(folder / "small" / "journal.jsonl", 3)
    told_to_end.terminate()
    said, complaint = told_to_end.communicate(timeout=60)
    assert (told_to_end.returncode, "small: The cup is not over." in said) == (130, True), complaint
    assert complaint.splitlines()[-1].endswith("it goes on with: regicide-arena tournament small")
    assert {"report.html", "standings.json"} <= {path.name for path in (folder / "small").iterdir()}
    assert not left_of(folder)
    assert ended(started(folder, "small", "--workers", "2")) == 0
    assert results(folder / "small") == results(undisturbed)


@pytest.mark.faults
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_cup_that_is_killed_again_and_again_comes_to_its_end(folder: Path, undisturbed: Path) -> None:
    """At any moment, and no process is left behind."""
    chance, kills = random.Random(7), 0
    for _ in range(60):
        command = started(folder, "small.toml", "--workers", "2")
        try:
            command.communicate(timeout=chance.uniform(0.2, 12))
            break
        except subprocess.TimeoutExpired:
            kill(command)
            kills += 1
            await_nobody(folder)
    assert (command.returncode, kills > 0) == (0, True)
    assert results(folder / "small") == results(undisturbed)


@pytest.mark.faults
@pytest.mark.long
def test_interrupting_twice_leaves_nobody_behind(folder: Path) -> None:
    """As impatient people do."""
    command = started(folder, "small.toml", "--workers", "2")
    await_lines(folder / "small" / "journal.jsonl", 1)
    os.killpg(command.pid, signal.SIGINT)
    os.killpg(command.pid, signal.SIGINT)
    _, complaint = command.communicate(timeout=60)
    assert (command.returncode, "Traceback" in complaint) == (130, False), complaint
    await_nobody(folder)


@pytest.mark.faults
@pytest.mark.long
def test_a_cup_goes_on_when_there_is_room_again(folder: Path, undisturbed: Path) -> None:
    """A file that may grow no more is a disk that is full; what was torn is played again."""
    full = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (6000, resource.RLIM_INFINITY))
    command = started(folder, "small.toml", "--workers", "0", preexec_fn=full)
    _, complaint = command.communicate(timeout=60)
    said = "the cup cannot be written down: File too large: 'small/journal.jsonl'"
    assert (command.returncode, complaint.count("\n"), said in complaint) == (1, 1, True), complaint
    assert ended(started(folder, "small", "--workers", "0")) == 0
    assert results(folder / "small") == results(undisturbed)


def cup_with(bot: str, policy: str = "forfeit", **more: object) -> Cup:
    """A cup of two of which one plays fair."""
    said = {"name": "cup", "players": [1, 2], "deals": 3, "clock": 0.5, "seed": "seed-of-this", "on_failure": policy}
    return cup_of(said | {"entrants": {"bad": bot, "good": "random"}} | more)


def games_of(process: GamesProcess, cup: Cup, folder: Path, *lineup: str, games: int = 2) -> list[Told]:
    """The first games of a lineup."""
    setting = Setting(str(folder), codes(cup.entrants, str(folder)))
    return [*process.play(cup, setting, Shard(lineup, 0, games))]


def kinds(games: list[Told]) -> list[list[str]]:
    """What bots failed at in each game."""
    return [[failure.kind.value for failure in game.failures] for game in games]


ENDING = ("dies", "is_killed", "is_stopped", "kills_its_group", "closes_files", "dies_with_a_child")
FAILING = {name: ["ended"] for name in ENDING} | {
    "exits": ["error"],
    "raises_what_cannot_be_told": ["error"],
    "raises_what_cannot_be_written": ["error"],
    "answers_with_nonsense": ["illegal"],
    "answers_with_a_riddle": ["illegal"],
    "answers_with_a_ghost": ["illegal"],
    "hangs": ["late"],
    "Hollow": ["error"],
}
HARMLESS = ("prints", "spoils_its_view", "reads", "forks", "has_children")


@pytest.mark.faults
@pytest.mark.parametrize("bot", FAILING)
def test_a_bot_that_fails_forfeits_its_own_games_alone(process: GamesProcess, folder: Path, bot: str) -> None:
    """Each with one failure; the others' games are as they are without it."""
    cup = cup_with(f"bots.py:{bot}")
    assert kinds(games_of(process, cup, folder, "bad", "bad", games=1)) == [FAILING[bot]]
    assert kinds(games_of(process, cup, folder, "good", "good", games=1)) == [[]]


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["dies", "raises_what_cannot_be_told", "answers_with_nonsense"])
def test_a_random_action_stands_in_for_a_bot_that_fails(process: GamesProcess, folder: Path, bot: str) -> None:
    """Such a game is played to its end."""
    games = games_of(process, cup_with(f"bots.py:{bot}", "random"), folder, "bad", "good")
    assert games[0].failures
    assert not any(game.score.forfeited for game in games)


@pytest.mark.faults
@pytest.mark.parametrize("bot", HARMLESS)
def test_what_does_no_harm_is_no_failure(process: GamesProcess, folder: Path, bot: str) -> None:
    """Each deal is played once, by whoever was to play it."""
    games = games_of(process, cup_with(f"bots.py:{bot}"), folder, "bad", "good")
    assert [json.loads(game.text)["deal"] for game in games] == [0, 1]
    assert kinds(games) == [[], []]


@pytest.mark.faults
def test_what_a_bot_leaves_running_does_not_slow_down_the_others(process: GamesProcess, folder: Path) -> None:
    """They play in another process."""
    cup = cup_with("bots.py:has_threads", clock=20)
    games_of(process, cup, folder, "bad", games=1)
    before = process._process  # noqa: SLF001 - which process it is, nobody else has to know
    games_of(process, cup, folder, "good", "good")
    assert process._process is not before  # noqa: SLF001


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["has_children", "forks", "dies_with_a_child"])
def test_a_closed_process_leaves_nothing_behind(
    process: GamesProcess, folder: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """Not even what a bot has started."""
    monkeypatch.setenv("MARK", str(folder))
    games_of(process, cup_with(f"bots.py:{bot}"), folder, "bad", "bad")
    process.close()
    await_nobody(folder)


@pytest.mark.faults
@pytest.mark.long
@pytest.mark.parametrize("bot", ["is_deaf", "holds_everybody_up"])
def test_a_bot_that_cannot_be_interrupted_is_ended(process: GamesProcess, folder: Path, bot: str) -> None:
    """It took far too long, and nothing else of it was heard."""
    cup = cup_with(f"bots.py:{bot}")
    assert kinds(games_of(process, cup, folder, "bad", "bad", games=1)) == [["ended"]]


@pytest.mark.faults
def test_a_bot_that_cannot_be_loaded_apart_is_told_of(process: GamesProcess, folder: Path) -> None:
    """Where loading it ends the process, nobody can play."""
    text = "import os, sys\nif 'pytest' not in sys.modules:\n    os._exit(0)\ndef choose(view):\n    return ''\n"
    (folder / "shy.py").write_text(text)
    with pytest.raises(CannotPlay, match="ends again and again before it asks a bot: deal 0, lineup bad bad"):
        games_of(process, cup_with("shy.py:choose"), folder, "bad", "bad")


@pytest.mark.faults
def test_the_same_answer_is_the_same_failure_each_time(process: GamesProcess, folder: Path) -> None:
    """Where a thing lies in the memory is no part of what is told."""
    games = games_of(process, cup_with("bots.py:answers_with_nonsense"), folder, "bad", "bad")
    [failure] = games[0].failures
    assert failure.what.endswith("not <object objec>")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a journal of three shards."""
    file, process, cup = tmp_path_factory.mktemp("lines") / "journal.jsonl", GamesProcess(), cup_with("greedy")
    setting = Setting(str(file.parent), codes(cup.entrants, str(file.parent)))
    with Journal(file) as journal:
        for number in range(3):
            shard = Shard(("bad",), number, number + 1)
            journal.append(Played(shard, [*process.play(cup, setting, shard)], 0.5))
    process.close()
    return file.read_bytes().splitlines(keepends=True)


def firsts(file: Path) -> list[int]:
    """The deals with which the shards of a journal begin."""
    with Journal(file) as journal:
        return [played.shard.first for _, _, played in journal.lines()]


def test_a_last_line_may_be_torn_anywhere(tmp_path: Path, lines: list[bytes]) -> None:
    """It is cut off, and nothing else."""
    file, head = tmp_path / "journal.jsonl", b"".join(lines[:2])
    for end in range(len(lines[2])):
        file.write_bytes(head + lines[2][:end])
        assert firsts(file) == [0, 1]
        assert file.read_bytes() == head


def test_a_whole_journal_is_kept(tmp_path: Path, lines: list[bytes]) -> None:
    """With every line."""
    (tmp_path / "journal.jsonl").write_bytes(b"".join(lines))
    assert firsts(tmp_path / "journal.jsonl") == [0, 1, 2]


@pytest.mark.parametrize("broken", [b"\n", b"{}\n", b"[]\n", b"null\n", b"\0\xff\n", b"[" * 99999 + b"\n", b'"x"\n'])
def test_a_broken_line_among_others_is_refused(tmp_path: Path, lines: list[bytes], broken: bytes) -> None:
    """With its number; as the last one it is cut off."""
    file = tmp_path / "journal.jsonl"
    file.write_bytes(lines[0] + broken + lines[2])
    with pytest.raises(BrokenJournal, match="line 2, is no shard"):
        firsts(file)
    file.write_bytes(lines[0] + broken)
    assert firsts(file) == [0]


def test_a_journal_is_written_by_one_alone(tmp_path: Path) -> None:
    """Whoever comes second is refused, until the first one is done."""
    with Journal(tmp_path / "journal.jsonl"), pytest.raises(JournalInUse, match="another process plays this cup"):
        Journal(tmp_path / "journal.jsonl")
    assert firsts(tmp_path / "journal.jsonl") == []


def refused(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """What the command says when it refuses."""
    capsys.readouterr()
    assert main(["tournament", *map(str, arguments)]) == 1
    return capsys.readouterr().err


@pytest.fixture
def begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the file of a cup that has begun."""
    monkeypatch.chdir(folder)
    assert main(["tournament", "small.toml", "--commitment"]) == 0
    return folder


def test_two_commands_in_one_folder_are_one_too_many(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The second is refused."""
    with Journal(begun / "small" / "journal.jsonl"):
        assert "another process plays this cup" in refused(capsys, "small.toml")


@pytest.mark.parametrize(
    ("arguments", "difference"),
    [
        ("--clock 1", "clock: there 5.0, here 1.0"),
        ("--deals 13", "deals: there 12, here 13"),
        ("--seed another-seed-for-it", "seed: there hidden, here another"),
        ("--on-failure random", "on_failure: there forfeit, here random"),
    ],
)
@pytest.mark.usefixtures("begun")
def test_another_cup_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, difference: str) -> None:
    """With what is different, but never with a seed."""
    assert refused(capsys, "small.toml", *arguments.split()).splitlines()[-1].strip() == difference


def test_another_bot_is_refused(begun: Path) -> None:
    """What was played before was played by somebody else."""
    (begun / "mine.py").write_text(MINE + "\n")
    command = started(begun, "small.toml", "--workers", "0")
    _, complaint = command.communicate(timeout=60)
    assert complaint.splitlines()[-1].strip() == "the code of mine has changed since the cup began"


def test_a_folder_that_is_not_ours_stays_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused."""
    (folder / "mine").mkdir()
    (folder / "mine" / "letter.txt").write_text("dear")
    assert "is not empty, and no cup is played there" in refused(
        capsys, folder / "small.toml", "--results", folder / "mine"
    )
    assert [path.name for path in (folder / "mine").iterdir()] == ["letter.txt"]


def test_a_cup_that_was_killed_before_it_began_begins(begun: Path) -> None:
    """A file that is half written is none."""
    (begun / "small" / "cup.json").rename(begun / "small" / ".cup.json.new")
    assert main(["tournament", "small.toml", "--commitment"]) == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"cup": 1, "codes": 2, "folder": 3, "version": 4}'])
def test_a_broken_file_of_a_cup_is_told_of(begun: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """In one line."""
    (begun / "small" / "cup.json").write_text(text)
    assert refused(capsys, "small.toml").startswith("regicide-arena: small/cup.json cannot be read: ")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("deals = " + "9" * 5000, "is no TOML"),
        ("x = " + "[" * 9999, "is no TOML"),
        ("deals = nan", "deals: Not a valid integer."),
        ("clock = nan", "clock: "),
        ("players = 2", "players: Not a valid list."),
        ("entrants = ['greedy']", "entrants: Not a valid mapping type."),
        ("entrants.a = 1", "entrants.a: Not a valid string."),
        ("entrants.'a b' = 'greedy'", "A name is 1 to 40"),
        ("bots = 1", "bots: Unknown field."),
    ],
)
def test_nonsense_in_a_file_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, why: str) -> None:
    """Without a traceback."""
    (tmp_path / "cup.toml").write_text(text)
    assert why in refused(capsys, tmp_path / "cup.toml", "--results", tmp_path / "results")
