"""A small disk that tests fill."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

BLOCK = b"x" * 4096


class Disk:
    """A disk in memory, mounted at a directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._ballast = directory / "ballast"

    def fill(self) -> None:
        """Take all of its space."""
        with suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(BLOCK)

    def free(self) -> None:
        """Give its space back."""
        self._ballast.unlink()


@contextmanager
def small_disk(directory: Path, megabytes: int) -> Iterator[Disk]:
    """A disk of this size. Skips the test where mounting is not permitted, but not in CI."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(directory)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        assert "CI" not in os.environ, "CI runs these tests as a user who may mount a disk"
        pytest.skip("mounting a disk is not permitted here")
    try:
        yield Disk(directory)
    finally:
        subprocess.run(["umount", str(directory)], check=True)
