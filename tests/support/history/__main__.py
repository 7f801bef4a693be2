"""Check the log of a run again: `python -m history LOG`."""

from __future__ import annotations

import sys
from pathlib import Path

from history.checks import violations
from history.log import read
from history.model import History


def main() -> int:
    """Print the parameters and the violations of a run. Returns 1 if there are violations."""
    if len(sys.argv) != 2:
        print("usage: python -m history LOG, the file that a run has written", file=sys.stderr)  # noqa: T201 - a command
        return 2
    try:
        history = History(read(Path(sys.argv[1])))
    except (OSError, ValueError) as error:
        print(f"history: {error}", file=sys.stderr)  # noqa: T201 - a command
        return 2
    found = violations(history)
    print("\n".join([str(history.run), *found]))  # noqa: T201 - a command
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
