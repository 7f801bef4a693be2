"""The warm-up of the kernel: a process of its own compiles it, once on a machine, before the clock of any bot runs.

A compilation on the clock of a bot would make the bot late, and the interruption would leave numba broken.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import closing
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Final

from regicide_arena.bots.failures import format_exception
from regicide_arena.bots.registry import may_search
from regicide_arena.runtime.console import print_note
from regicide_arena.runtime.guarded import GuardedProgram, Options, ProgramEnded
from regicide_kernel.cache import is_complete

MODULE: Final = "regicide_arena.bots.warm_up"
ANNOUNCEMENT: Final = "compiling the planners, once: about 10 seconds of CPU time"
COMPILED: Final = "the planners are compiled"
NOT_KEPT: Final = (
    "the code cannot be kept, and each process compiles anew; expected a folder that can be written, on a disk that is "
    "not full (REGICIDE_KERNEL_CACHE names another one)"
)


MAX_RESULT_BYTES: Final = 10_000


class CompilationFailed(Exception):
    """The kernel cannot be compiled; the message says why."""


def is_cold() -> bool:
    """Whether the first planner on this machine would compile the kernel."""
    return os.environ.get("REGICIDE_KERNEL") != "plain" and find_spec("numba") is not None and not is_complete()


def warm_up(bots: Iterable[str], folder: Path = Path()) -> None:
    """Compile the kernel if it is cold and one of the bots may use it; announce that on standard error.

    Paths of files are relative to the folder. A failure is a warning: bots that do not need the kernel play without it.
    """
    if not any(may_search(bot, folder) for bot in bots) or not is_cold():
        return
    print_note(ANNOUNCEMENT)
    try:
        compile_apart()
    except CompilationFailed as error:
        print_note(f"warning: the planners are not ready: {error}")


def compile_apart(niceness: int = 0) -> None:
    """Compile the kernel in a process of its own, which ends with this one, and wait for it.

    Raises CompilationFailed.
    """
    try:
        with closing(GuardedProgram([sys.executable, "-P", "-m", MODULE], Options(niceness=niceness))) as program:
            result = program.read_line(inf, MAX_RESULT_BYTES).decode()
    except (ProgramEnded, OSError) as error:
        raise CompilationFailed(f"the compilation {error}") from error
    if result != COMPILED:
        raise CompilationFailed(result)


def main() -> int:
    """Compile in this process, write the result in one line, and return the exit code."""
    output = os.dup(1)
    os.dup2(2, 1)  # the compiler's output is not a result
    result = _result()
    os.write(output, f"{result}\n".encode())
    return int(result != COMPILED)


def _result() -> str:
    from regicide_arena.bots.compilation import ensure_compiled  # noqa: PLC0415 - imports numba

    try:
        ensure_compiled()
    except Exception as error:  # noqa: BLE001 - of numba, LLVM or the system
        return format_exception(error)
    return COMPILED if is_complete() else NOT_KEPT


if __name__ == "__main__":
    sys.exit(main())
