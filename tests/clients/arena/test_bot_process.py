"""Bots in processes of their own, which speak the bot protocol."""

from __future__ import annotations

import fcntl
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import jsonschema_rs
import pytest
from arenas import await_true
from bot_programs import SEAT, VIEW, bot_program
from slow_bots import has_ended

from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, InvalidAnswer
from regicide_arena.protocol import bot_process
from regicide_arena.protocol.messages import Advice, Considered, Estimate, NewGame, parse_answer, schema
from regicide_arena.protocol.player import MAX_REMEMBERED_GAMES, BotPlayer, PlayerClosed
from regicide_arena.protocol.programs import program_of
from regicide_arena.runtime import guarded
from regicide_arena.runtime.guard_program import LOG_BYTES
from regicide_arena.runtime.guarded import LogLimit, Options
from regicide_arena.runtime.isolation import Isolation

LATE_S = 0.2
OTHER_ANSWERS = {
    "additional members": 'write("chosen", action="5C", mood="good")',
    "messages of unknown types": 'write("mood"); write("chosen", action="5C"); write("mood", action="yield")',
    "spaces and another order": r"""print(' {"action" :"5\\u0043", "type": "chosen"} ', flush=True)""",
    "line breaks of Windows": r"""print('{"type":"chosen","action":"5C"}', end="\r\n", flush=True)""",
    "pieces": r"""os.write(1, b'{"type":"chosen",'); time.sleep(0.01); os.write(1, b'"action":"5C"}\n')""",
}
FAULTS: dict[str, tuple[str, str, type[Exception], str]] = {
    "late at hello": (
        "hello",
        "time.sleep(60)",
        BotLate,
        "was not ready in 0.2 seconds: expected a message 'greeting' in ",
    ),
    "late at a game": (
        "new_game",
        "time.sleep(60)",
        BotLate,
        "was not ready in 0.2 seconds: expected a message 'ready' ",
    ),
    "not flushed": ("new_game", "print('{}')", BotLate, "'new_game', on standard output, which is flushed after each"),
    "late at a turn": ("choose", "time.sleep(60)", BotLate, "gave no answer in 0.2 seconds"),
    "silent": ("choose", "pass", BotLate, "gave no answer in 0.2 seconds"),
    "exits": ("choose", "sys.exit(3)", BotEnded, "ended its process: exit code 3"),
    "exits early": (
        "hello",
        "sys.exit(0)",
        BotEnded,
        "exit code 0, before it was ready: expected a message 'greeting'",
    ),
    "is killed": ("choose", "os.kill(os.getpid(), 9)", BotEnded, "ended its process: killed by signal 9"),
    "is stopped": ("choose", "os.kill(os.getpid(), signal.SIGSTOP)", BotEnded, "ended its process: stopped"),
    "closes its output": ("choose", "os.close(1); time.sleep(60)", BotEnded, "closed its streams"),
    "closes its input": ("new_game", "os.close(0); write('ready'); time.sleep(60)", BotEnded, "closed its streams"),
    "no JSON": ("choose", "print('yield', flush=True)", InvalidAnswer, "wrote 'yield': JSON is malformed: "),
    "several lines": (
        "choose",
        "print('{\\n}', flush=True)",
        InvalidAnswer,
        "'chosen' in one line, and other output on ",
    ),
    "a cut line": ("choose", "print('-' * 101, flush=True)", InvalidAnswer, f"wrote '{'-' * 99}…': JSON"),
    "no text": ("choose", r"os.write(1, b'\xff\n')", InvalidAnswer, "wrote '\ufffd': JSON is malformed: "),
    "no UTF-8": (
        "choose",
        r"""os.write(1, b'{"type":"chosen","action":"\xff"}\n')""",
        InvalidAnswer,
        "can't decode byte",
    ),
    "nesting": ("choose", """print('{"type":"chosen","a":' + '[' * 100000, flush=True)""", InvalidAnswer, "recursion"),
    "nesting in another type": (
        "choose",
        """print('{"type":"mood","a":' + '[' * 100000, flush=True)""",
        InvalidAnswer,
        "'mood'",
    ),
    "no object": ("choose", "print('[]', flush=True)", InvalidAnswer, "wrote '[]': expected `object`, got `array`"),
    "another answer": ("choose", "write('ready')", InvalidAnswer, "}': expected a message 'chosen'"),
    "a question": ("choose", "write('stop')", InvalidAnswer, "expected a message 'chosen'"),
    "no action": ("choose", "write('chosen')", InvalidAnswer, "missing required field `action`"),
    "a number": ("choose", "write('chosen', action=5)", InvalidAnswer, "expected `str`, got `int` - at `$.action`"),
    "another version": ("hello", "write('greeting', version=2)", InvalidAnswer, "speaks version 2 of the protocol"),
    "a line too many": (
        "new_game",
        r"""print('{"type":"ready"}\n' * 2, flush=True)""",
        InvalidAnswer,
        "without being asked",
    ),
    "a long line": ("choose", "write('a' * (1 << 21))", InvalidAnswer, "wrote a line of more than 1048576 bytes"),
}
LEAVE = """
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.execlp("sh", "sh", "-c", "echo $$ > left; exec sleep 100")
        os._exit(0)
    os.wait()
    write("chosen", action="5C")
"""
FLEE = """
    lock = os.open("running", os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    for _ in range(8):
        if not os.fork():
            os.setsid()
            for _ in range(5000):
                if libc.fork():
                    libc._exit(0)
            os._exit(0)
    os.close(lock)
    write("chosen", action="5C")
"""
ADVISING = """options = [{"name": "place", "default": 0}]
    write("greeting", version=1, observes=True, advises=True, reviews=True, options=options)

def set_options(message):
    write("ready")

def observe(message):
    pass

def advise(message):
    write("advice", actions=[{"action": "5C", "share": 1}])

def review(message):
    write("rating", actions=[{"action": "5C", "share": 1, "won": 1}], after={"won": 0.5, "defeated": 12})
"""


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., BotPlayer]]:
    """Makes a player whose program answers a message in another way, with short deadlines for the start."""
    monkeypatch.chdir(tmp_path)
    players: list[BotPlayer] = []

    def make(
        kind: str = "over",
        body: str = "pass",
        clock_s: float | None = None,
        values: Mapping[str, str] = {},
        **options: Any,
    ) -> BotPlayer:
        program = bot_program(tmp_path, f"def {kind}(message):\n    {body}\n", Options(**options))
        players.append(BotPlayer(program._replace(values=values), clock_s, ("play", "advice")))
        return players[-1]

    yield make
    for each in players:
        each.close()


def received() -> list[str]:
    """What programs have read: the types of messages, with the name of a game."""
    messages = map(json.loads, Path("messages").read_text().splitlines())
    return [" ".join(filter(None, [each["type"], each.get("game")])) for each in messages]


def written_numbers(name: str) -> list[int]:
    """Wait for the file, and return the process ids in it."""
    await_true(lambda: Path(name).exists() and Path(name).read_text().endswith("\n"))
    return [int(number) for number in Path(name).read_text().split()]


@pytest.mark.parametrize("body", OTHER_ANSWERS.values(), ids=OTHER_ANSWERS)
def test_what_is_unknown_is_ignored(made: Callable[..., BotPlayer], body: str) -> None:
    """And any JSON is read, at the next turn, too."""
    player = made("choose", body)
    assert [player.choose(SEAT, VIEW) for _ in range(2)] == ["5C", "5C"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_an_error(made: Callable[..., BotPlayer], monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """Its message says what the bot did; the process has ended."""
    kind, body, error, message = FAULTS[fault]
    monkeypatch.setattr(bot_process, "START_TIMEOUT_S", LATE_S if fault == "late at hello" else 60)
    monkeypatch.setattr("regicide_arena.protocol.player.LOAD_TIMEOUT_S", LATE_S if kind == "new_game" else 60)
    monkeypatch.setattr(guarded, "CLOSED_TIMEOUT_S", LATE_S if error is BotEnded and "close" in fault else 60)
    faulty = made(kind, body, LATE_S if error is BotLate else None)
    with pytest.raises(error) as raised:
        faulty.choose(SEAT, VIEW)
    assert message in str(raised.value)
    assert faulty.process is None


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("./missing", "No such file or directory: expected a file, by its path from {folder}"),
        ("missing", "No such file or directory: expected a program in PATH, or a path such as ./missing"),
        ("./bot", "Permission denied: expected an executable file (chmod +x), or its interpreter before it"),
        ("./text", "Exec format error: expected a script that begins with #! and its interpreter, "),
        ("./windows", "No such file or directory: expected that the interpreter in its first line is installed, "),
    ],
)
def test_a_program_that_cannot_be_started(tmp_path: Path, command: str, reason: str) -> None:
    """The message has the reason of the system, and what is expected."""
    (tmp_path / "bot").touch()
    for name, text in {"text": "no program", "windows": "#!/bin/sh\r\n"}.items():
        (tmp_path / name).write_text(text, newline="")
        (tmp_path / name).chmod(0o755)
    with closing(BotPlayer(program_of(f"exec:{command}", tmp_path))) as player, pytest.raises(BotEnded) as raised:
        player.choose(SEAT, VIEW)
    assert str(raised.value).startswith(f"cannot be started: {reason.format(folder=tmp_path.resolve())}")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """No process starts in it, and the descriptors of the attempt are closed."""
    descriptors = Path("/proc/self/fd")
    before = len([*descriptors.iterdir()])
    with (
        closing(BotPlayer(program_of("exec:true", tmp_path / "missing"))) as player,
        pytest.raises(BotEnded, match="cannot be started: No such file or directory"),
    ):
        player.begin(SEAT)
    assert len([*descriptors.iterdir()]) == before


def test_a_failure_leaves_the_process(made: Callable[..., BotPlayer]) -> None:
    """It has the place and the traceback that the bot gives."""
    player = made("choose", "write('failed', what='ValueError: out of ideas', where='bot.c, line 3', traceback='in f')")
    with pytest.raises(BotRaised, match=r"^ValueError: out of ideas \(bot.c, line 3\)$") as raised:
        player.choose(SEAT, VIEW)
    assert raised.value.traceback == "in f"
    assert player.process
    assert player.process.left_processes() == []


def test_the_text_of_a_failure_is_a_printable_line(made: Callable[..., BotPlayer]) -> None:
    """Of bounded length; the traceback has lines, and no escape sequences."""
    body = r"""write("failed", what="a\n\x1b[31m" + "b" * 9999, where="c\n" * 9999, traceback="d\n\x1b[31m")"""
    with pytest.raises(BotRaised) as raised:
        made("choose", body).choose(SEAT, VIEW)
    error = raised.value
    assert (error.what[:14], error.where[:4], error.traceback) == (r"a\n\x1b[31mbbb", r"c\nc", "d\n\\x1b[31m")
    assert len(str(error)) < 2 * 2 * bot_process.MAX_FAILURE_CHARACTERS


def test_a_bot_that_has_ended_starts_again(made: Callable[..., BotPlayer]) -> None:
    """The new process begins the game, even in its midst."""
    player = made("choose", "sys.exit(1)")
    for _ in range(2):
        with pytest.raises(BotEnded):
            player.choose(SEAT, VIEW)
    player.begin(SEAT)
    player.end_process()
    player.begin(SEAT)
    assert received() == [*(["hello", "new_game g", "choose g"] * 2), *(["hello", "new_game g"] * 2)]


def test_restarts_have_some_time_in_sum(tmp_path: Path) -> None:
    """The first start is none of them."""
    program = bot_program(tmp_path, "def choose(message):\n    sys.exit(1)\n")
    with closing(BotPlayer(program, restarts_s=0.001)) as player:
        for _ in range(2):
            with pytest.raises(BotEnded):
                player.choose(SEAT, VIEW)
        with pytest.raises(BotLate, match=r"has spent the 0\.001 seconds for its restarts"):
            player.choose(SEAT, VIEW)


def test_a_game_that_is_over_is_forgotten(made: Callable[..., BotPlayer]) -> None:
    """The bot hears of the end once, and only of games that it knows."""
    player = made()
    for _ in range(2):
        player.choose(SEAT, VIEW)
    player.over("other")
    for _ in range(2):
        player.over("g", {"outcome": "won"})
    player.choose(SEAT, VIEW)
    turn = ["new_game g", "choose g"]
    assert received() == ["hello", *turn, "choose g", "over g", *turn]
    assert '{"type":"over","game":"g","result":{"outcome":"won"}}' in Path("messages").read_text()


def test_the_oldest_of_many_games_is_over(made: Callable[..., BotPlayer]) -> None:
    """The one that was not played for longest."""
    player = made()
    for game in ["first", "second", *map(str, range(MAX_REMEMBERED_GAMES - 2)), "first", "more"]:
        player.begin(NewGame(game, 0, 1, "north"))
    assert received()[-2:] == ["over second", "new_game more"]


def test_observing_bots_hear_of_events(made: Callable[..., BotPlayer]) -> None:
    """In games that begin for them with the first event, or with a turn."""
    player = made("hello", "write('greeting', version=1, observes=True)\n\ndef observe(message):\n    pass")
    assert not player.observes
    player.start()
    assert player.observes
    player.observe(SEAT, {"type": "action"})
    player.choose(SEAT, VIEW)
    player.over("g")
    player.choose(SEAT, VIEW)
    assert received() == ["hello", "new_game g", "observe g", "choose g", "over g", "new_game g", "choose g"]


def test_questions_follow_the_schema(made: Callable[..., BotPlayer]) -> None:
    """All of them."""
    player = made("hello", ADVISING, values={"place": "1"})
    player.choose(SEAT, VIEW)
    player.observe(SEAT, {"type": "action"})
    player.over("g", {"outcome": "won"})
    assert player.advise(VIEW) == Advice([Considered(action="5C", share=1.0)])
    assert player.review(VIEW, "yield").after == Estimate(0.5, 12)
    player.close()
    assert {each.split()[0] for each in received()} == {*schema()["$defs"]["Question"]["discriminator"]["mapping"]}
    validator = jsonschema_rs.validator_for({"$ref": "#/$defs/Question", "$defs": schema()["$defs"]})
    assert all(validator.is_valid(json.loads(line)) for line in Path("messages").read_text().splitlines())


def test_a_bot_is_closed_during_a_call(made: Callable[..., BotPlayer]) -> None:
    """By another thread; it does not start again."""
    player = made("choose", "print(os.getpid(), file=open('choosing', 'w'), flush=True); time.sleep(60)")
    with ThreadPoolExecutor() as threads:
        chosen = threads.submit(player.choose, SEAT, VIEW)
        [process] = written_numbers("choosing")
        player.close()
        assert isinstance(chosen.exception(), PlayerClosed)
    assert has_ended(process)
    with pytest.raises(PlayerClosed):
        player.begin(SEAT)


def test_a_bot_is_closed_when_its_answer_is_there(made: Callable[..., BotPlayer]) -> None:
    """Before the call returns: it gives the answer, and leaves no process."""
    player = made()
    player.begin(SEAT)

    def close_after_answer(frame: FrameType, event: str, _value: object) -> None:
        if event == "return" and frame.f_code is parse_answer.__code__:
            player.close()

    sys.setprofile(close_after_answer)
    try:
        assert player.choose(SEAT, VIEW) == "yield"
    finally:
        sys.setprofile(None)
    assert player.process is None


@pytest.mark.parametrize("body", ["open('stopped', 'w').write(str(os.getpid()))", "time.sleep(60)"])
def test_a_bot_is_told_to_stop(made: Callable[..., BotPlayer], monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """One that does not is ended."""
    monkeypatch.setattr(bot_process, "STOP_GRACE_S", LATE_S if "sleep" in body else 60)
    player = made("stop", f"{body}; sys.exit()")
    player.begin(SEAT)
    player.close()
    assert received()[-1] == "stop"
    assert Path("stopped").exists() != ("sleep" in body)


def test_what_a_bot_leaves_running_ends_with_it(made: Callable[..., BotPlayer]) -> None:
    """Even in a session of its own, without its parent; it is named before."""
    player = made("choose", LEAVE)
    assert player.choose(SEAT, VIEW) == "5C"
    [left] = written_numbers("left")
    assert player.process
    await_true(lambda: player.process and player.process.left_processes() == ["sleep"])
    player.close()
    assert has_ended(left)


def test_a_process_that_is_replaced_all_the_time_ends_with_its_bot(made: Callable[..., BotPlayer]) -> None:
    """Each copy forks the next one and exits; all of them hold a lock."""
    player = made("choose", f"import ctypes, fcntl; libc = ctypes.CDLL(None)\n{FLEE}")
    assert player.choose(SEAT, VIEW) == "5C"
    player.close()
    with Path("running").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_the_log_of_an_isolated_bot_is_limited(
    made: Callable[..., BotPlayer], capfd: pytest.CaptureFixture[str]
) -> None:
    """The bot is not: it may write more, which is left out, also when it starts again, or beside itself."""
    logging = "sys.stderr.write('\\x1b[2Jlog\\n' * (1 << 17)); write('chosen', action='5C')"
    limit = LogLimit()
    for player in (made("choose", logging, log=limit), made("choose", logging, log=limit)):
        for _ in range(2):
            assert player.choose(SEAT, VIEW) == "5C"
            player.end_process()
    log = capfd.readouterr().err
    assert LOG_BYTES <= len(log) < LOG_BYTES + 100
    assert log.startswith("?[2Jlog\n?[2Jlog\n")
    assert log.endswith("log\n\n(the rest of this bot's log is left out)\n")


@pytest.mark.parametrize("isolation", [Isolation.NONE, Isolation.LIMITS])
def test_an_isolated_program_has_limits(
    made: Callable[..., BotPlayer], monkeypatch: pytest.MonkeyPatch, isolation: Isolation
) -> None:
    """It has no variables that it does not need, lower priority where that is wished, and no foreign descriptors."""
    monkeypatch.setenv("SECRET", "much")
    told = "os.getenv('SECRET'), resource.getrlimit(resource.RLIMIT_CORE)[1], os.getpgrp() == os.getpid(), os.nice(0)"
    player = made("hello", f"write('greeting', version=1, name=repr(({told})))", isolation=isolation, niceness=3)
    player.begin(SEAT)
    is_limited, nice = isolation is Isolation.LIMITS, min(19, os.nice(0) + 3)
    assert player.process
    expected = (None, 0, True, nice) if is_limited else ("much", -1, True, nice)
    assert player.process.greeting.name == repr(expected)
