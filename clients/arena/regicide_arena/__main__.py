"""`python -m regicide_arena`: the same as `regicide-arena`."""

from __future__ import annotations

import sys

from regicide_arena.cli import main

if __name__ == "__main__":
    sys.exit(main())
