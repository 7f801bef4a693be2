"""The programs of bots: what runs a bot that is named, a Python function, or any program (`exec:./bot --fast`)."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from shutil import which
from typing import Final

from regicide_arena.bots import EXEC_PREFIX, split_options
from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, InvalidAnswer
from regicide_arena.bots.registry import BUILTIN_LOCATIONS, BotNotFound, bot_file, location_of
from regicide_arena.protocol.bot_process import BotProcess, Program
from regicide_arena.protocol.messages import VERSION, Greeting, Hello
from regicide_arena.runtime.guarded import LogLimit, Options
from regicide_arena.runtime.isolation import Exposure, Isolation
from regicide_kernel.cache import SOURCES as KERNEL
from regicide_kernel.cache import VARIABLE, complete_folder

ADAPTER: Final = "regicide_arena.protocol.python_bot"
PACKAGE: Final = Path(__file__).parents[1]
SOURCES: Final = (PACKAGE / "bots", KERNEL)
"""The folders on whose files the choices of the built-in bots depend, with the tuned numbers of the planners."""


def is_own(bot: str) -> bool:
    """Return whether a bot is one of this package without options, which may run in the process of an organiser."""
    return location_of(bot) in BUILTIN_LOCATIONS and not split_options(bot)[1]


def program_of(
    bot: str,
    folder: Path = Path(),
    isolation: Isolation = Isolation.NONE,
    hidden: Sequence[Path] = (),
    niceness: int = 0,
) -> Program:
    """Return the program of a bot, which runs in the folder.

    The same texts have the same hashes in all Python bots, so that their sets have the same order. The processes of an
    isolated program share the limit of its log. Raises BotNotFound for a command that is none.
    """
    program, values = _exec_command(bot), split_options(bot)[1]
    command = program or (sys.executable, "-P", "-m", ADAPTER, location_of(bot))
    exposure, variables = _exposure(bot, folder), {"PYTHONHASHSEED": "0"}
    log = None if isolation is Isolation.NONE else LogLimit()
    options = Options(isolation, exposure, hidden, niceness, folder.resolve(), variables, log)
    return Program(command, options, values or (None if program else {}))


def start_bot(
    bot: str,
    folder: Path = Path(),
    isolation: Isolation = Isolation.NONE,
    asks: Sequence[str] = ("play",),
    hidden: Sequence[Path] = (),
) -> BotProcess:
    """Start a bot. Raises BotNotFound if it does not exist, or does not get ready."""
    try:
        return program_of(bot, folder, isolation, hidden).start(Hello([VERSION], [*asks]))  # type: ignore[list-item]
    except BotRaised as error:
        what = f"{bot} cannot be made: {error}" if error.where else error.what
        raise BotNotFound("\n".join(filter(None, [what, error.traceback]))) from error
    except (BotLate, BotEnded, InvalidAnswer) as error:
        raise BotNotFound(f"{bot} {error}") from error


def require_bot(
    bot: str,
    folder: Path = Path(),
    isolation: Isolation = Isolation.NONE,
    asks: Sequence[str] = ("play",),
    hidden: Sequence[Path] = (),
) -> Greeting:
    """Start a bot once, and return its greeting. Raises BotNotFound."""
    process = start_bot(bot, folder, isolation, asks, hidden)
    process.stop()
    return process.greeting


def _exec_command(bot: str) -> tuple[str, ...]:
    """Return the command of a program; empty for a bot in Python. Raises BotNotFound."""
    location = location_of(bot)
    if not location.startswith(EXEC_PREFIX):
        return ()
    try:
        command = shlex.split(location.removeprefix(EXEC_PREFIX))
    except ValueError as error:
        raise BotNotFound(f"invalid command in {bot!r}: {error}") from error
    if not command:
        raise BotNotFound(f"no command in {bot!r}: expected one such as {EXEC_PREFIX}./bot")
    return tuple(command)


def _exposure(bot: str, folder: Path) -> Exposure:
    """Return what a sandboxed process sees: the folders of the bot's files, and the kernel's compiled code.

    The variable names the parent of the compiled code, because the home folder is another one in the sandbox.
    """
    files = [*_files(bot, folder), *_option_files(bot, folder)]
    folders = [each for file in files for each in (file.parent, file.resolve().parent)]
    if compiled := complete_folder():
        return Exposure([*folders, compiled], {VARIABLE: str(compiled.parent.resolve())})
    return Exposure(folders)


def _files(bot: str, folder: Path) -> list[Path]:
    """Return the files of a bot: the one of its function, or the program and the files among its arguments."""
    return [part for part in _parts(bot, folder) if isinstance(part, Path)]


def _option_files(bot: str, folder: Path) -> list[Path]:
    """Return the files that the options of a bot name, such as a network."""
    return [file for value in split_options(bot)[1].values() if (file := folder / value).is_file()]


def _parts(bot: str, folder: Path) -> Iterator[Path | str]:
    """Yield the file and the name of a function, or a program and its arguments, of which some are files."""
    if command := _exec_command(bot):
        program = command[0] if "/" in command[0] else which(command[0])
        for each in (program or command[0], *command[1:]):
            yield file if (file := folder / each).is_file() else each
        return
    module, _, name = location_of(bot).rpartition(":")
    if found := _module_file(module, bot_file(bot), folder):
        yield from (found, name)


def _module_file(module: str, file: Path | None, folder: Path) -> Path | None:
    """Return the file of a module, which is not imported; None if it is not found or written in C."""
    if file:
        return folder / file if (folder / file).is_file() else None
    places: list[str] | None = [str(folder), *sys.path]
    parts = module.split(".")
    for number in range(len(parts)):
        spec = PathFinder.find_spec(".".join(parts[: number + 1]), places)
        if spec is None:
            return None
        places = [*(spec.submodule_search_locations or ())]
    return Path(spec.origin) if spec and spec.origin and spec.has_location else None


def hash_code(bot: str, folder: Path = Path(), sources: Sequence[Path] = SOURCES) -> str | None:
    """Return the SHA-256 of a bot's files, and of its function or arguments, its options and the files that they name.

    It is None without any file of the bot.

    What they import or start is not covered, nor a program in PATH that gets files, as an interpreter. A bot of this
    package, or whose file names it or the kernel, is hashed together with the sources of all built-in bots.
    """
    files, found = _files(bot, folder), [*_parts(bot, folder)]
    if not files:
        return None
    if len(files) > 1 and "/" not in (program := _exec_command(bot)[0]):
        found[0] = program
    found += [f",{name}={value}" for name, value in split_options(bot)[1].items()]
    found += _option_files(bot, folder)
    parts = [part.read_bytes() if isinstance(part, Path) else part.encode() for part in found]
    names = [PACKAGE.name.encode(), KERNEL.name.encode()]
    if any(file.is_relative_to(PACKAGE) for file in files) or any(name in part for part in parts for name in names):
        parts += map(_hash_sources, sources)
    return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()


@cache
def _hash_sources(folder: Path) -> bytes:
    """Return the SHA-256 of the names, sizes and contents of the sources."""
    found = sha256()
    for file in sorted(file for pattern in ("*.py", "*.json", "tuned/*.json") for file in folder.glob(pattern)):
        contents = file.read_bytes()
        found.update(f"{file.relative_to(folder).as_posix()} {len(contents)}\n".encode())
        found.update(contents)
    return found.digest()
