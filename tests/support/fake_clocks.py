"""The clock of a running program, by libfaketime: programs with an allocator of their own do not start with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


class FakeClock:
    """A clock that is wrong by some seconds. Programs with its environment have it; their monotonic clock is right."""

    def __init__(self, directory: Path) -> None:
        library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            assert "CI" not in os.environ, "CI installs faketime before it runs the tests"
            pytest.skip("faketime is not installed: tools/install-system-packages")
        self._file = directory / "fake-clock"
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        self.jump(0)

    def jump(self, seconds: int) -> None:
        """Shift it by this number of seconds from the right time. A program never sees half of the change."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n")
        new.replace(self._file)
