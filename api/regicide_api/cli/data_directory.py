"""The directory of the embedded store: private, used by one server at a time, with the house key."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from regicide_api.config import MIN_KEY_CHARS, ConfigError

LOCK_NAME: Final = "server.lock"


class DataDirectory(NamedTuple):
    """A locked directory. The lock lasts until every process that has the file descriptor `lock` has closed it."""

    path: Path
    lock: int

    def load_or_create_key(self) -> str:
        """The house key, readable by the owner only; created on first use.

        Raises ConfigError if the file is neither readable nor writable, or has no valid key.
        """
        file = self.path / "bots.key"
        try:
            if not file.exists():
                new = file.with_suffix(".new")
                new.touch(mode=0o600)
                with new.open("w") as content:
                    content.write(os.urandom(32).hex())
                    content.flush()
                    os.fsync(content.fileno())
                new.rename(file)
            key = file.read_text().strip()
        except OSError as error:
            raise ConfigError(f"DATA_DIR={self.path}: cannot use {file.name}: {error.strerror}") from error
        if len(key) < MIN_KEY_CHARS:
            expected = f"expected {MIN_KEY_CHARS} characters or more, or no such file"
            raise ConfigError(f"DATA_DIR={self.path}: {file.name} is damaged: {expected}")
        return key


@contextmanager
def data_directory(path: Path) -> Iterator[DataDirectory]:
    """Create a directory if necessary, for its owner only (seeds are secret), and lock it.

    Raises ConfigError if files cannot be written there, or another server uses it.
    """
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"DATA_DIR={path}: cannot write files there: {error.strerror}") from error
    try:
        _lock(path, lock)
        yield DataDirectory(path, lock)
    finally:
        os.close(lock)


def _lock(path: Path, lock: int) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise ConfigError(f"DATA_DIR={path}: another server uses this directory: expected its own") from error
    except OSError as error:
        raise ConfigError(f"DATA_DIR={path}: cannot lock {LOCK_NAME}: {error.strerror}") from error
