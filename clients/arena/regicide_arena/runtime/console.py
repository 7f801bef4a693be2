"""Console output and exit codes of the commands.

`rich` is optional, so only the functions that need it import it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

EXIT_INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, by the convention of shells."""

INSTALL_ADVICE: Final = "in a copy of the repository run: pip install '.[{extra}]' ./clients/python"

_OPTIONAL: Final = {
    "regicide_client", "httpx", "attrs", "attr", "platformdirs", "rich", "scipy", "numpy", "cma",
    "dask", "distributed", "jinja2", "matplotlib", "pyarrow", "statsmodels",
}  # fmt: skip
"""Top-level packages of the extras `arena` and `tournament`, and the Python client."""


def print_error(message: str) -> None:
    """Write an error message to standard error, after the name of the program."""
    print(f"regicide-arena: {message}", file=sys.stderr)  # noqa: T201 - output of the command


def run_command(start: Callable[[], int], purpose: str, extra: str = "arena") -> int:
    """Run a command that needs optional packages and return its exit code.

    Where a package is missing, print which extra installs it and return 1; after Ctrl-C return 130. The purpose is an
    infinitive for the message, such as `to measure bots`.
    """
    try:
        return start()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _OPTIONAL:
            raise
        advice = INSTALL_ADVICE.format(extra=extra)
        print_error(f"{missing} is required {purpose}, and is not installed; {advice}")
        return 1


def output_console(default_width: int) -> Console:
    """Return a console on standard output that prints text as it is; the default width applies without a terminal."""
    from rich.console import Console  # noqa: PLC0415 - optional

    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else default_width)


def progress_bar() -> Progress:
    """Return a progress bar on standard error, with elapsed and remaining time; shows nothing without a terminal."""
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
    disable = not sys.stderr.isatty()
    return Progress(*columns, *times, console=Console(stderr=True), transient=True, disable=disable)
