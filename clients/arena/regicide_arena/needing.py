"""What not every installation has: the Python client, and libraries for what only some commands do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from regicide_arena.saying import complain

NEEDED: Final = {
    "regicide_client", "httpx", "attrs", "attr", "platformdirs", "rich", "scipy", "numpy", "cma",
    "dask", "distributed", "jinja2", "matplotlib", "pyarrow", "statsmodels",
}  # fmt: skip
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C, as shells have it."""
ADVICE: Final = "from a copy of the repository: pip install '.[{extra}]' ./clients/python"


def started(start: Callable[[], int], purpose: str, extra: str = "arena") -> int:
    """The exit code of what needs more, which this extra brings; 1 where it is not there, 130 after Ctrl-C."""
    try:
        return start()
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in NEEDED:
            raise
        complain(f"{purpose} needs {missing}, which is not installed; {ADVICE.format(extra=extra)}")
        return 1
