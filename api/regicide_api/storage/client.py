"""A Redis server and the ways in which commands go there: alone, together, one after the other, or as a script.

No command is ever sent twice by the client: a commit whose answer was lost may have been done, and only the next look
can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha1
from importlib.resources import files
from typing import Any, Final, NamedTuple, TypeAlias, cast
from weakref import finalize

from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError
from redis.retry import Retry

CONNECT_TIMEOUT: Final = 2.0
ANSWER_TIMEOUT: Final = 5.0
MOST_CONNECTIONS: Final = 64
"""Of one process to one server. A thread that finds all in use waits its turn: each is held for one round trip."""

Command: TypeAlias = tuple[bytes | str | int, ...]
"""A command and its arguments. The first of these is the key that it is about."""


class Script(NamedTuple):
    """A Lua script, which Redis runs as one step, and the digest by which Redis knows it."""

    text: str
    digest: str


def script(name: str) -> Script:
    """A script of ours."""
    text = files("regicide_api.storage").joinpath(f"scripts/{name}.lua").read_text()
    return Script(text, sha1(text.encode()).hexdigest())  # noqa: S324 - Redis wants it so


_LOOK: Final = script("look")


class Server:
    """The Redis (or Valkey) server of a URL. Every method raises RedisError where it does not answer."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = self._connected()
        finalize(self, self._client.connection_pool.disconnect).atexit = False  # closes what nobody will ask any more

    @property
    def client(self) -> Redis:
        """What sends commands alone."""
        return self._client

    def each(self, commands: Sequence[Command]) -> list[Any]:
        """Send commands whose order does not matter, together; the answer to each.

        Where some of several servers cannot be reached, the errors are there in place of their answers.
        """
        pipeline = self.client.pipeline(transaction=False)
        for command in commands:
            pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
        return pipeline.execute()

    def together(self, commands: Sequence[Command]) -> list[Any]:
        """The same, but the first error is raised."""
        answers = self.each(commands)
        for failed in (answer for answer in answers if isinstance(answer, RedisError)):
            raise failed
        return answers

    def in_turn(self, first: Sequence[Command], then: Sequence[Command]) -> list[Any]:
        """Send commands, and when they are done some more, in this order; the answers to the latter."""
        if len(then) == 1 and not first:
            return [self.client.execute_command(*then[0])]  # type: ignore[no-untyped-call]
        return self.together([*first, *then])[len(first) :]

    def run(
        self, script: Script, keys: Sequence[str], args: Sequence[bytes | str | int], first: Sequence[Command] = ()
    ) -> Any:
        """Send commands, and when they are done run a script; what it returns.

        A server that was started anew does not know it, and gets it again.
        """
        try:
            [answer] = self.in_turn(first, [("EVALSHA", script.digest, len(keys), *keys, *args)])
        except NoScriptError:
            answer = self.client.eval(script.text, len(keys), *keys, *args)
        return answer

    def with_list(self, record: str, list_: str, place: int) -> list[Any]:
        """A record, and the items of a list beside it from a place on, as they are at one moment."""
        return cast("list[Any]", self.run(_LOOK, [record, list_], [place]))

    def ping(self) -> None:
        """Ask for a sign of life."""
        self.client.ping()

    def listener(self) -> Redis:
        """A client with a connection of its own, to listen for what is published. It waits as long as it takes."""
        return listening(self.url)

    def _connected(self) -> Redis:
        connections = BlockingConnectionPool.from_url(
            self.url,
            max_connections=MOST_CONNECTIONS,
            timeout=ANSWER_TIMEOUT,
            socket_connect_timeout=CONNECT_TIMEOUT,
            socket_timeout=ANSWER_TIMEOUT,
            retry=Retry(NoBackoff(), 0),
        )
        return Redis.from_pool(connections)


def listening(url: str) -> Redis:
    """A client of the one server of a URL, whose answers may take any time."""
    return Redis.from_url(url, socket_timeout=None, socket_connect_timeout=CONNECT_TIMEOUT)
