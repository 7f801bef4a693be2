"""What `regicide-arena tournament` does: holds a cup, and says what came out."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shlex import quote
from types import FrameType
from typing import Any, Final, NamedTuple

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.cup.deals import commitment
from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.folder import AnotherCup, Folder
from regicide_arena.cup.games.entries import codes
from regicide_arena.cup.journal import BrokenJournal, Journal, JournalInUse
from regicide_arena.cup.plan import Cup, Setting, agent_of
from regicide_arena.cup.publishing import publish
from regicide_arena.cup.reading import CannotRead, cup_of, read_file
from regicide_arena.cup.run import Run
from regicide_arena.cup.showing import say, showing
from regicide_arena.cup.tally import NoSuchShard
from regicide_arena.cup.workers import PlayAll, nobody_else
from regicide_arena.runtime.console import EXIT_INTERRUPTED, print_error

DEFAULT: Final = "cup"
"""The folder of results where no file has a name for it."""
FAULTS: Final = (
    AnotherCup, BrokenJournal, CannotPlay, CannotRead, JournalInUse, BotNotFound, NoSuchShard, OSError,
)  # fmt: skip
"""What keeps a cup from being held, or from going on; the message of each is for people."""


class Held(NamedTuple):
    """A cup that is about to be held."""

    cup: Cup
    setting: Setting
    folder: Folder


def hold(arguments: argparse.Namespace) -> int:
    """Hold a cup, or go on with it; the exit code: 1 if that was not possible, 130 after Ctrl-C."""
    try:
        held = _held(arguments)
        if arguments.commitment:
            held.folder.begin(held.cup, held.setting)
            say(commitment(held.cup.seed))
            return 0
        return _play(held, arguments)
    except FAULTS as error:
        print_error(str(error))
        return 1


def _held(arguments: argparse.Namespace) -> Held:
    """What is to be held: as the folder has it, if a cup is played there, and as file and arguments say."""
    where: Path | None = arguments.cup
    is_folder = where is not None and where.is_dir()
    read = read_file(where) if where and not is_folder else {}
    folder = Folder(_folder(arguments, where))
    known = folder.said()
    if is_folder and not known:
        raise CannotRead(f"no cup is played in {where}")
    said = read | arguments.said
    cup = cup_of(_kept(known, folder) | said if said or not known else known["cup"])
    home = known["folder"] if known and not said else str((where.parent if read and where else Path()).resolve())
    setting = Setting(home, codes(cup.entrants, home), arguments.server)
    _check_agents(cup, setting)
    return Held(cup, setting, folder)


def _kept(known: dict[str, Any], folder: Folder) -> dict[str, Any]:
    """What nobody has to say: the name of the folder, and the seed of the cup that is played there."""
    return {"name": folder.path.resolve().name or DEFAULT} | ({"seed": known["cup"]["seed"]} if known else {})


def _folder(arguments: argparse.Namespace, where: Path | None) -> Path:
    """The folder of the results."""
    if arguments.results:
        return Path(arguments.results)
    if where is None:
        return Path(DEFAULT)
    return where if where.is_dir() else Path(where.stem)


def _check_agents(cup: Cup, setting: Setting) -> None:
    agents = [name for name, bot in cup.entrants.items() if agent_of(bot)]
    if agents and setting.server is None:
        raise CannotRead(f"{agents[0]} is an agent, which plays on a server: name it, with --server URL")


def _play(held: Held, arguments: argparse.Namespace) -> int:
    held.folder.begin(held.cup, held.setting)
    with Journal(held.folder.journal) as journal:
        run = Run(held.cup, journal)
        code = 0 if run.is_over else _play_on(run, held, arguments)
        found = publish(run, journal, held.folder.path)
    say(found.as_json() if arguments.json else found.tables())
    if not run.is_over:
        print_error(f"the cup is not over; it goes on with: regicide-arena tournament {quote(str(held.folder.path))}")
    return code


def _play_on(run: Run, held: Held, arguments: argparse.Namespace) -> int:
    """Play as far as it goes; the exit code."""
    try:
        with _terminating(), showing(run) as show, _workers(held, arguments) as play_all:
            run.play(play_all, show)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _workers(held: Held, arguments: argparse.Namespace) -> AbstractContextManager[PlayAll]:
    if arguments.workers == 0:
        return nobody_else(held.cup, held.setting)
    from regicide_arena.cup import cluster  # noqa: PLC0415 - it takes a second, and not every cup needs it

    if arguments.scheduler:
        return cluster.cluster_there(held.cup, held.setting, arguments.scheduler)
    return cluster.cluster_here(held.cup, held.setting, arguments.workers)


@contextmanager
def _terminating() -> Iterator[None]:
    """Let SIGTERM be what Ctrl-C is."""

    def interrupt(_number: int, _frame: FrameType | None) -> Any:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
