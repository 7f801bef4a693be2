"""Commands of the project, each run in a process of its own that starts with the libraries already imported.

The processes are forked from a server that imports them once. A run takes some 20 ms instead of half a second, and has
its own arguments, environment, working directory, standard streams and exit code. What a test sends a signal to, or
talks with, is started as an ordinary process instead.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

TIMEOUT_S: Final = 60
PRELOADED: Final = ["regicide_terminal.cli", "regicide_terminal.session", "regicide_terminal.verify"]

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(PRELOADED)


class Ended(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


def run_command(
    module: str,
    arguments: Sequence[str],
    *,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Ended:
    """Run the function `main` of a module, as a console script does; by default in the environment of the tests.

    Raises AssertionError if the command does not end in time.
    """
    with TemporaryDirectory(prefix="command-") as directory:
        streams = [Path(directory, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(stdin)
        own = dict(os.environ if environment is None else environment)
        command = (module, [str(each) for each in arguments], own, cwd or Path.cwd(), streams)
        process = _context.Process(target=_run, args=command)
        process.start()
        process.join(TIMEOUT_S)
        if process.exitcode is None:
            process.kill()
            raise AssertionError(f"{module} {' '.join(arguments)} does not end in {TIMEOUT_S} s")
        return Ended(process.exitcode, *(stream.read_text("utf-8") for stream in streams[1:]))


def _run(module: str, arguments: list[str], environment: dict[str, str], cwd: Path, streams: list[Path]) -> None:
    """Become the command: the body of the forked process."""
    for descriptor, (path, flags) in enumerate(zip(streams, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        opened = os.open(path, flags | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, descriptor)
        os.close(opened)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False), encoding)  # noqa: SIM115 - open until the process ends
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(number, "wb", closefd=False), encoding, errors)  # noqa: SIM115 - likewise
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv = [module, *arguments]
    sys.exit(import_module(module).main())
