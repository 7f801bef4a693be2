"""A bot in a process of its own sees its views, and none of the organiser's secrets, wherever it looks."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from bot_programs import bot_program
from sandboxes import require_isolation

import regicide
from regicide_arena.bots.view_types import seat_view
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.runtime.isolation import Isolation
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.workers import ShardPlayer, hash_entrants
from regicide_arena.tournament.model import Environment, Shard

pytestmark = pytest.mark.costly

SPY = r"""
import ctypes, gc, json, os, re, socket, sys
from contextlib import closing, suppress
from pathlib import Path

SECRET = re.compile(rb"secret-[0-9a-f]{32}")
RESULTS = Path("../results")

def own_objects():
    frames = [frame for frame in sys._current_frames().values()]
    while frames:
        frame = frames.pop()
        yield frame.f_globals, frame.f_locals
        frames += [frame.f_back] * bool(frame.f_back)
    yield from [each for each in gc.get_objects() if type(each) in (dict, list, tuple, set)]

def own_memory():
    yield from memory("self")

def own_environment():
    yield os.environ
    yield from texts(["/proc/self/environ", "/proc/self/cmdline"])

def own_descriptors():
    for number in map(int, os.listdir("/proc/self/fd")):
        with suppress(OSError):
            yield os.pread(number, 1 << 20, 0)

def memory_of_others():
    for process in others():
        yield from memory(process)

def traced():
    seize = 0x4206
    yield from (ctypes.CDLL(None).ptrace(seize, int(process), 0, 0) == 0 for process in others())

def environments_of_others():
    yield from texts(f"/proc/{process}/environ" for process in others())

def descriptors_of_others():
    for process in others():
        with suppress(OSError):
            yield from texts(Path(f"/proc/{process}/fd").iterdir())

def folders_of_others():
    for process in others():
        yield from texts([f"/proc/{process}/cwd/results/cup.json", f"/proc/{process}/root{RESULTS.resolve()}/cup.json"])

def command_lines():
    yield from texts(f"/proc/{process}/cmdline" for process in others())

def signals():
    for process in others():
        with suppress(OSError):
            os.kill(int(process), 0)
            yield True

def results():
    yield from texts([RESULTS / "cup.json", RESULTS.resolve() / "cup.json"])

def moved_results():
    for move in (os.symlink, os.link, os.rename):
        for source, target in ((RESULTS / "cup.json", f"{move.__name__}.json"), (RESULTS, move.__name__)):
            with suppress(OSError):
                move(source, target)
                yield from texts([target, Path(target) / "cup.json"])

def shared_memory():
    yield from texts(Path("/dev/shm").iterdir())

def network():
    port = int(Path("port").read_text())
    yield from received(socket.AF_INET, ("127.0.0.1", port))

def abstract_sockets():
    yield from received(socket.AF_UNIX, f"\0secrets-{Path('port').read_text()}")

def sockets_in_the_results():
    yield from received(socket.AF_UNIX, str(RESULTS / "socket"))

def others():
    "The guard and the organiser, also by the id that it has outside of the sandbox."
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    return {str(os.getppid()), stat.rpartition(")")[2].split()[1], Path("organiser").read_text()} - {"0"}

def texts(paths):
    for path in paths:
        with suppress(OSError), open(path, "rb", buffering=0) as file:
            if not (os.get_blocking(file.fileno()) and not os.path.isfile(path)):
                yield file.read(1 << 20)

def memory(process):
    with suppress(OSError), open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as file:
        for line in maps:
            start, end = (int(each, 16) for each in line.split()[0].split("-"))
            with suppress(OSError, OverflowError, ValueError):
                file.seek(start)
                yield file.read(end - start)

def received(family, address):
    with suppress(OSError), closing(socket.socket(family)) as connection:
        connection.settimeout(5)
        connection.connect(address)
        yield connection.recv(100)

PLACES = [
    own_objects, own_memory, own_environment, own_descriptors, memory_of_others, traced, environments_of_others,
    descriptors_of_others, folders_of_others, command_lines, signals, results, shared_memory, network,
    abstract_sockets, sockets_in_the_results, moved_results,
]

def spy(view):
    return json.dumps([place.__name__ for place in PLACES if any(map(is_secret, place()))])

def is_secret(found):
    text = found if isinstance(found, bytes) else repr(found).encode()
    return found is True or SECRET.search(text)
"""
ORGANISER = r"""
import os, socket, sys
from pathlib import Path
from threading import Thread
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of
from regicide_arena.runtime.isolation import Isolation

secret, isolation = os.environ["SECRET"], Isolation(sys.argv[1])
Path("results").mkdir()
Path("results/cup.json").write_text(secret)
held = open("results/cup.json")
shared = Path("/dev/shm", f"regicide-{os.getpid()}")
shared.write_text(secret)
Path("bots/organiser").write_text(str(os.getpid()))

def serve(listening):
    listening.listen()
    while True:
        connection, _ = listening.accept()
        with connection:
            connection.sendall(secret.encode())

tcp = socket.create_server(("127.0.0.1", 0))
Path("bots/port").write_text(str(tcp.getsockname()[1]))
abstract, bound = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
abstract.bind(f"\0secrets-{tcp.getsockname()[1]}")
bound.bind("results/socket")
for each in (tcp, abstract, bound):
    Thread(target=serve, args=[each], daemon=True).start()
player = BotPlayer(program_of("spy.py:spy", Path("bots"), isolation, [Path("results")]))
try:
    print(player.choose(NewGame("g", 0, 1, "north"), {"legal_actions": ["yield"]}))
finally:
    player.close()
    shared.unlink()
"""
LEFT_BY_LIMITS = {"command_lines", "shared_memory", "network", "sockets_in_the_results"}
"""What limits alone do not hide."""


def spied(folder: Path, isolation: Isolation) -> set[str]:
    """The places where a bot finds a secret of its organiser."""
    (folder / "bots").mkdir()
    (folder / "bots" / "spy.py").write_text(SPY)
    secret = f"secret-{secrets.token_hex(16)}"
    command, variables = [sys.executable, "-c", ORGANISER, isolation, secret], {**os.environ, "SECRET": secret}
    found = subprocess.run(command, cwd=folder, env=variables, check=True, stdout=subprocess.PIPE)
    return set(json.loads(found.stdout))


def test_a_bot_without_isolation_finds_much(tmp_path: Path) -> None:
    """So the search is thorough."""
    found = spied(tmp_path, Isolation.NONE)
    assert found > LEFT_BY_LIMITS
    assert found >= {"memory_of_others", "traced", "environments_of_others", "descriptors_of_others", "signals"}
    assert found >= {"folders_of_others", "results", "moved_results", "abstract_sockets", "own_environment"}
    assert "own_descriptors" not in found


@pytest.mark.parametrize(("isolation", "left"), [(Isolation.LIMITS, LEFT_BY_LIMITS), (Isolation.SANDBOX, set())])
def test_an_isolated_bot_finds_little_or_nothing(tmp_path: Path, isolation: Isolation, left: set[str]) -> None:
    """Neither secrets of other processes, nor hidden files."""
    require_isolation(isolation)
    assert spied(tmp_path, isolation) == left


def indistinguishable() -> Iterator[tuple[regicide.Position, regicide.Position]]:
    """Positions of a random game, each with another one that has the same view."""
    there, chance = regicide.Position.new("views", 3), Random("views")
    while there.outcome is None:
        other = regicide.sample_position(seat_view(there, there.turn), chance)
        if other.hands != there.hands:
            yield there, other
        there = regicide.apply(there, chance.choice(there.legal_actions))


def test_hidden_cards_do_not_change_what_a_bot_reads(tmp_path: Path) -> None:
    """Of positions that a seat cannot tell apart, its bot gets the same bytes."""
    with closing(BotPlayer(bot_program(tmp_path))) as player:
        for position in chain.from_iterable(indistinguishable()):
            player.choose(NewGame("g", position.turn, 3, "north"), seat_view(position, position.turn))
        _, _, *questions = (tmp_path / "messages").read_bytes().splitlines()
    assert questions[::2] == questions[1::2]
    assert len(set(questions)) > 5


def test_a_bot_of_a_tournament_reads_its_views_alone(tmp_path: Path) -> None:
    """They are those of the engine, and no other message has the seed of a deal."""
    games, messages = played_with(tmp_path)
    views = [seat_view(there, 0) for game in games for there, _ in actions(game, 0) if there.turn == 0]
    assert [each["view"] for each in messages if each["type"] == "choose"] == json.loads(json.dumps(views))
    others = [each for each in messages if each["type"] != "choose"]
    assert [each["type"] for each in others] == ["hello", *(["new_game", "over"] * 2), "stop"]
    assert not [game["seed"] for game in games if game["seed"] in json.dumps(others)]


def test_an_observing_bot_sees_what_its_seat_sees(tmp_path: Path) -> None:
    """Each action before the next one, also those before its first turn; cards of others only if all see them."""
    games, messages = played_with(
        tmp_path,
        "def hello(message):\n    write('greeting', version=1, observes=True)\n\ndef observe(message):\n    pass",
    )
    turns = [(there.turn, json.loads(json.dumps(event))) for game in games for there, event in actions(game, 0)]
    assert [each["event"] for each in messages if each["type"] == "observe"] == [event for _, event in turns]
    asked = [each["type"] for each in messages if each["type"] in {"choose", "observe"}]
    assert asked == [each for turn, _ in turns for each in ("choose", "observe")[turn:]]


def played_with(folder: Path, text: str = "") -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The games of a tournament of a program (see `bot_program`) in seat 0 and a bot of our own, and what it read."""
    command = shlex.join(bot_program(folder, text).command)
    entrants = {"bot": f"exec:{command}", "own": "random"}
    tournament = parse_config({"name": "test", "players": [2], "deals": 2, "entrants": entrants})
    with closing(ShardPlayer(tournament, Environment(str(folder), hash_entrants(entrants, str(folder))))) as runner:
        games = msgspec.to_builtins(runner.play(Shard(("bot", "own"), 0, 2)).games)
    return games, [*map(json.loads, (folder / "messages").read_text().splitlines())]


def actions(game: dict[str, Any], viewer: int) -> Iterator[tuple[regicide.Position, dict[str, Any]]]:
    """The positions of a game that is played again with the action of each, as a seat sees it."""
    for there, action in zip(positions(game), game["actions"], strict=False):
        effects = [effect.to_json(viewer) for effect in regicide.step(there, regicide.Action.parse(action))[1]]
        yield there, {"type": "action", "seat": there.turn, "action": action, "effects": effects}


def positions(game: dict[str, Any]) -> Iterator[regicide.Position]:
    """The positions of a game that is played again."""
    there = regicide.Position.new(game["seed"], game["players"], game["first_player"])
    yield there
    for step in regicide.replay(there, map(regicide.Action.parse, game["actions"])):
        yield step.position
