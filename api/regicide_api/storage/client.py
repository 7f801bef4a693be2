"""Client for one Redis (or Valkey) server: single commands, batches, pipelines and Lua scripts.

The client never retries a command: a commit whose response is lost may have been executed, and only a read of the
record shows whether it was.

A line of the log of its errors contains neither keys nor values: they may be tokens, seeds or ids of games. An error
that many requests meet is logged once in LOG_INTERVAL_S by each process.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Mapping, Sequence
from hashlib import sha1
from importlib.resources import files
from itertools import chain
from typing import Any, Final, NamedTuple, Protocol

from redis.exceptions import (
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
)

from regicide_api.storage.connections import READ_TIMEOUT_S, Command, Connections, raise_first_error

LOG_INTERVAL_S: Final = 10.0
MAX_TEXT_CHARS: Final = 200

_ARGUMENTS: Final = ", with args beginning with"
"""Before the arguments of the command, in the answer to an unknown one."""

_MAX_ENTRIES: Final = 256

_log: Final = logging.getLogger(__name__)
_logged_at: Final[dict[tuple[str, str], float]] = {}


def log_errors(commands: Sequence[Command], responses: Sequence[Any]) -> None:
    """Log the errors among the responses to commands, at level WARNING."""
    for command, response in zip(commands, responses, strict=True):
        if isinstance(response, RedisError):
            _log_error(_describe(command), f"{type(response).__name__}: {_without_arguments(str(response))}")


def _log_error(command: str, text: str) -> None:
    now = time.monotonic()
    if now - _logged_at.get((command, text), -LOG_INTERVAL_S) < LOG_INTERVAL_S:
        return
    if len(_logged_at) >= _MAX_ENTRIES:
        _logged_at.clear()
    _logged_at[command, text] = now
    _log.warning("store error in %s: %s", command, text)


def _without_arguments(text: str) -> str:
    return text.partition(_ARGUMENTS)[0].partition("\n")[0][:MAX_TEXT_CHARS]


OLDEST_VERSION: Final = (6, 2)
"""Redis 6.2 is the first with ZRANDMEMBER."""


class UnsupportedVersion(RedisError):
    """The server is too old. The message names its version and the oldest supported one."""


def require_supported(server: Mapping[str, Any]) -> None:
    """Check the section `server` of the answer to INFO.

    Raises UnsupportedVersion. A server that hides its version counts as supported.
    """
    version = str(server.get("redis_version", ""))
    found = re.match(r"(\d+)\.(\d+)", version)
    if found and (int(found[1]), int(found[2])) < OLDEST_VERSION:
        oldest = ".".join(map(str, OLDEST_VERSION))
        raise UnsupportedVersion(f"found Redis {version}: expected Redis {oldest} or newer, or Valkey")


MAX_CONNECTIONS: Final = 64
"""Connections of one process to one server. Each is in use for one round trip; if all are, a thread waits for one."""


class Script(NamedTuple):
    """A Lua script, by the SHA-1 digest of its text. Each new connection loads all scripts."""

    digest: str

    def call(self, keys: Sequence[str], *args: bytes | str | int) -> Command:
        """The command that runs it."""
        return ("EVALSHA", self.digest, len(keys), *keys, *args)


class Writable(Protocol):
    """What is written before the change that it announces."""

    @property
    def commands(self) -> list[Command]:
        """The commands that write it. They may be repeated."""


def write_commands(entries: Sequence[Writable]) -> list[Command]:
    """The commands that write entries."""
    return [command for entry in entries for command in entry.commands]


_REFUSAL: Final = re.compile("(^|-)(OOM|MISCONF|NOREPLICAS|READONLY) ")
"""The code of a refusal, which Redis 6.2 has at the end of the error of a script."""

_script_names: Final[dict[str, str]] = {}
"""The names of the scripts, by digest."""

_LOAD_SCRIPTS: Final[list[Command]] = []
"""The commands by which a server loads the scripts of this package."""


def load_script(name: str, *functions: str) -> Script:
    """Load a script of this package, with the functions of others, without comments and indentation."""
    texts = (files("regicide_api.storage").joinpath(f"scripts/{each}.lua").read_text() for each in (*functions, name))
    text = "\n".join(line.strip() for each in texts for line in each.splitlines() if not line.startswith("--"))
    digest = sha1(text.encode()).hexdigest()  # noqa: S324 - the digest that Redis uses
    _script_names[digest] = name
    _LOAD_SCRIPTS.append(("SCRIPT", "LOAD", text))
    return Script(digest)


def connections_to(url: str) -> Connections:
    """The connections of this process to the server of a URL, which know the scripts."""
    return Connections(url, MAX_CONNECTIONS, READ_TIMEOUT_S, _LOAD_SCRIPTS)


def key_of(command: Command) -> str:
    """The first key or channel of a command, or the first key of a script."""
    return str(command[3 if command[0] == "EVALSHA" else 1])


def _describe(command: Command) -> str:
    """The name of a command or of its script, for the log."""
    name, *arguments = map(str, command[:2])
    script = _script_names.get(arguments[0]) if arguments else None
    return f"script {script}" if script else name


def refuses_writes(error: RedisError) -> bool:
    """Whether an error says that the server answers reads alone: without memory, disk or replicas, or as a replica."""
    return isinstance(error, OutOfMemoryError | ReadOnlyError) or bool(_REFUSAL.search(str(error)))


class RedisClient:
    """A client for the server of a URL, or the primary of its Sentinels.

    Every method raises RedisError if the server does not respond.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._connections = connections_to(url)

    def command(self, *command: bytes | str | int) -> Any:
        """Send a command. Returns its response, with the types of RESP3."""
        return self.pipeline([command])[0]

    def batch(self, commands: Sequence[Command]) -> list[Any]:
        """Send independent commands together. Returns a response for each.

        A cluster has errors in place of responses, as one of its nodes may not respond.
        """
        if not commands:
            return []
        try:
            responses = self._connections.exchange(commands)
        except RedisError as error:
            log_errors(commands[:1], [error])
            raise
        log_errors(commands, responses)
        return raise_first_error(responses)

    def pipeline(self, *stages: Sequence[Command]) -> list[Any]:
        """Send the independent commands of each stage, after those of the stages before it are done.

        Returns the responses to all, and raises the first error.
        """
        return self.batch(list(chain.from_iterable(stages)))

    def transaction(self, first: Sequence[Command], commands: Sequence[Command]) -> list[Any]:
        """Send commands, and after they are done others, with nothing in between.

        Returns a response or an error for each of the others.
        """
        sent = [*first, ("MULTI",), *commands, ("EXEC",)]
        *_, responses = self.pipeline(sent)
        if any(isinstance(response, NoScriptError) for response in responses):  # then none of them has run
            *_, responses = self.pipeline(_LOAD_SCRIPTS, sent)
        return list(responses)

    def ping(self) -> None:
        """Check that the server responds, and that its version is supported. A user without INFO sees no version."""
        try:
            require_supported(parse_info(self.command("INFO", "server")))
        except NoPermissionError:
            self.command("PING")

    def memory(self) -> list[Mapping[str, Any]]:
        """The section `memory` of the answer to INFO, of each reachable server that accepts writes."""
        return [parse_info(self.command("INFO", "memory"))]

    is_cluster: bool = False
    """Whether the keys of a game and those of agents may be on different nodes."""

    is_sharded: bool = False
    """Whether each node publishes its own channels only."""

    @property
    def publish_command(self) -> str:
        """The command that publishes on a channel."""
        return "SPUBLISH" if self.is_sharded else "PUBLISH"

    def server_of(self, channel: str) -> str:  # noqa: ARG002 - see ClusterClient
        """The URL of the server that publishes a channel."""
        return self.url

    def refresh_servers(self) -> None:
        """Find out again which servers there are."""


def parse_info(response: bytes) -> dict[str, str]:
    """The fields of a response to INFO."""
    return dict(line.split(":", 1) for line in response.decode().splitlines() if ":" in line)


class StorePart:
    """A part of a store. Its methods raise RedisError."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis
