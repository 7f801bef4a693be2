"""Console output and exit codes of the commands.

`rich` is optional, so only the functions that need it import it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from regicide_arena.runtime.messages import CommandError, missing_package, one_line, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

EXIT_INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, by the convention of shells."""

EXIT_UNUSABLE: Final = CommandError.exit_code
"""The exit code of a command that cannot run: invalid arguments, a missing file or package, no server."""

MAX_REFUSAL_CHARS: Final = 500

_OPTIONAL: Final = {
    "regicide_client", "httpx", "attrs", "attr", "platformdirs", "msgspec", "rich", "scipy", "numpy", "numba", "cma",
    "dask", "distributed", "jinja2", "matplotlib", "pyarrow",
}  # fmt: skip
"""Top-level packages of the extras `arena` and `tournament`, and the Python client."""
_EXTRAS: Final = {"distributed": "tournament,cluster", "matplotlib": "tournament"}
"""The extra of a package that only some options of a command need."""


def print_error(message: str) -> None:
    """Write an error message to standard error, after the name of the program."""
    print(printable(f"regicide-arena: {message}"), file=sys.stderr)  # noqa: T201 - output of the command


def print_refusal(reason: str) -> None:
    """Write the reason why a file of others is refused to standard error, on one line of bounded length."""
    print_error(one_line(reason, MAX_REFUSAL_CHARS))


def print_note(message: str) -> None:
    """Write a note to standard error, so that it stays out of the results on standard output."""
    print(printable(message), file=sys.stderr)  # noqa: T201 - output of the command


def run_command(start: Callable[[], int], command: str, extra: str = "arena") -> int:
    """Run a command that needs optional packages and return its exit code.

    Print the message of a CommandError, and how to install a missing package, with the exit code 2. After Ctrl-C it is
    130.
    """
    try:
        return start()
    except CommandError as error:
        print_error(str(error))
        return error.exit_code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _OPTIONAL:
            raise
        print_error(missing_package(command, missing, _EXTRAS.get(missing, extra)))
        return EXIT_UNUSABLE


def output_console(default_width: int) -> Console:
    """Return a console on standard output that prints text as it is; the default width applies without a terminal."""
    from rich.console import Console  # noqa: PLC0415 - optional

    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else default_width)


def progress_bar() -> Progress:
    """Return a progress bar on standard error, with elapsed and remaining time; a line per tenth without a terminal."""
    if not sys.stderr.isatty():
        return _progress_lines()
    from rich.console import Console  # noqa: PLC0415 - optional
    from rich.progress import (  # noqa: PLC0415 - optional
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TextColumn("left:"), TimeRemainingColumn())
    return Progress(*columns, *times, console=Console(stderr=True), transient=True)


def _progress_lines() -> Progress:
    """Return progress that writes a line to standard error with each tenth of the work that is done."""
    from rich.progress import Progress, TaskID  # noqa: PLC0415 - optional

    class Lines(Progress):
        def update(self, task_id: TaskID, **changes: Any) -> None:
            task = self._tasks[task_id]
            before = task.percentage // 10
            super().update(task_id, **changes)
            if task.percentage // 10 > before:
                print_note(f"{task.description}: {task.completed:.0f} of {task.total:.0f}")

        def advance(self, task_id: TaskID, advance: float = 1) -> None:
            self.update(task_id, advance=advance)

    return Lines(disable=True, auto_refresh=False)
